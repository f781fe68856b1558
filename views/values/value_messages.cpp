#include "views/values/value_messages.h"

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/kit/plain_text.h"

#include <QCoreApplication>
#include <QStringList>

#include <algorithm>

namespace loupe {

namespace {

class ValueMessagesText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ValueMessages)
};

} // namespace

QString progressText(const JobProgress& progress)
{
    QStringList texts;
    if (progress.total > 0) {
        const double share = std::min(1.0, double(progress.done) / double(progress.total));
        texts += ValueMessagesText::tr("Reading %1 %").arg(int(share * 100));
    }
    texts += ValueMessagesText::tr("%1/s").arg(toQString(formatBytes(std::uint64_t(progress.perSecond))));
    if (progress.secondsLeft)
        texts += ValueMessagesText::tr("%1 left").arg(toQString(formatDuration(*progress.secondsLeft)));
    return texts.join(QStringLiteral(", "));
}

QString whyNotDecoded(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    if (checkpoint.tensors[tensor].dtype != DType::Opaque || !checkpoint.quantized || !checkpoint.quantized->of(tensor))
        return {};
    return ValueMessagesText::tr("Quantized (%1), not decoded; see its parts or Hex.", "scheme")
        .arg(shownText(checkpoint.dtypeName(tensor)));
}

QString whyNoValues(const Checkpoint* checkpoint, std::optional<std::uint32_t> number)
{
    if (!checkpoint)
        return ValueMessagesText::tr("Select a tensor");
    if (!number)
        return ValueMessagesText::tr("Select a tensor to see its values.");
    const Tensor& tensor = checkpoint->tensors[*number];
    const auto count = elementCount(tensor.shape);
    if (const QString why = whyNotDecoded(*checkpoint, *number); !why.isEmpty())
        return why;
    if (!hasReadableValues(tensor.dtype)) {
        return ValueMessagesText::tr("Values of dtype %1 cannot be read; see Hex.")
            .arg(shownText(checkpoint->dtypeName(*number)));
    }
    if (!count)
        return ValueMessagesText::tr("The shape %1 has more elements than can be counted.")
            .arg(shownShape(tensor.shape));
    return *count == 0 ? ValueMessagesText::tr("This tensor has no elements.") : QString();
}

} // namespace loupe
