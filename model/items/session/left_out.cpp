#include "items/session/left_out.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/tensor_text.h"

#include <QCoreApplication>
#include <algorithm>
#include <span>

namespace loupe {

namespace {

constexpr std::size_t named = 3; // number of tensors named in the text

class LeftOutText {
    Q_DECLARE_TR_FUNCTIONS(loupe::LeftOut)
};

QString whyText(const LeftOutTensor& tensor)
{
    return tensor.incomplete ? missingBytesText(*tensor.incomplete) : toQString(printable(tensor.why.message));
}

/// "“a”, 300 of 1,024 bytes missing; “b”, damaged, and 7 more".
QString namesText(const std::vector<LeftOutTensor>& broken)
{
    constexpr std::size_t longestName = 200;
    QStringList texts;
    for (const LeftOutTensor& tensor : std::span(broken).first(std::min(broken.size(), named)))
        texts << LeftOutText::tr("“%1”, %2").arg(shortQString(tensor.name, longestName), whyText(tensor));
    const QString text = texts.join(QStringLiteral("; "));
    return broken.size() <= named
        ? text
        : LeftOutText::tr("%1; and %2 more").arg(text, toQString(formatCount(broken.size() - named)));
}

QString lineOf(const LeftOutTensor& tensor)
{
    constexpr std::size_t longestName = 1000;
    const QString name = toQString(printable(shortQString(tensor.name, longestName).toStdString()));
    return QStringLiteral("%1: %2").arg(name, whyText(tensor));
}

} // namespace

LeftOut leftOutOf(const Recipe& recipe, const std::vector<Error>& unread, const std::vector<LeftOutTensor>& broken)
{
    LeftOut left;
    if (recipe.leftOut.empty())
        return left;
    const QString text = toQString(recipe.leftOut);
    left.text = broken.empty() ? LeftOutText::tr("Skipped: %1").arg(text)
                               : LeftOutText::tr("Skipped: %1 (%2)").arg(text, namesText(broken));
    const std::size_t parts = std::min(unread.size(), LeftOut::mostListed);
    const std::size_t tensors = std::min(broken.size(), LeftOut::mostListed - parts);
    for (const Error& error : std::span(unread).first(parts))
        left.list << toQString(printable(describe(error)));
    for (const LeftOutTensor& tensor : std::span(broken).first(tensors))
        left.list << lineOf(tensor);
    left.unlisted = unread.size() + broken.size() - parts - tensors;
    left.namesAll = unread.empty() && broken.size() <= named;
    return left;
}

} // namespace loupe
