#include "views/details/parts_panel.h"

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/tensor_text.h"
#include "items/session/shard_names.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/overview/page_parts.h"

#include <QGridLayout>
#include <QLabel>

#include <algorithm>

namespace loupe {

namespace {

constexpr int mostVisibleRows = 5;

} // namespace

PartsPanel::PartsPanel(QWidget* parent)
    : QScrollArea(parent)
{
    setAccessibleName(tr("Stored as"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setBackgroundRole(QPalette::Base);
    setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    hide();
}

void PartsPanel::setTensor(const std::shared_ptr<const Checkpoint>& checkpoint, std::optional<std::uint32_t> tensor)
{
    if (checkpoint == m_checkpoint && tensor == m_tensor)
        return;
    m_checkpoint = checkpoint;
    m_tensor = tensor;
    const QuantizedGroups::Group* const group =
        checkpoint && checkpoint->quantized && tensor ? checkpoint->quantized->of(*tensor) : nullptr;
    setVisible(group != nullptr);
    if (!group)
        return;
    const Checkpoint& stored = *checkpoint->quantized->stored;
    const std::string_view weight = checkpoint->tensors[*tensor].name;
    const std::vector<std::string> shards = shardNames(stored.files);
    auto* const content = new QWidget;
    auto* const grid = new QGridLayout(content);
    grid->setContentsMargins(8, 4, 8, 4);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(3, 1);
    m_places.clear();
    int row = 0;
    for (const QuantizedGroups::Part& part : group->parts) {
        const Tensor& one = stored.tensors[part.tensor];
        auto* const link = new LinkButton(toQString(printable(partName(one.name, weight))));
        connect(link, &LinkButton::clicked, this,
            [this, file = one.file, offset = one.bytes.begin] { emit placeChosen(file, offset); });
        const QString bytes = byteRangeText(one.bytes);
        const QString place =
            shards.empty() ? bytes : tr("%1 of %2", "bytes, file").arg(bytes, shownText(shards[one.file]));
        link->setToolTip(plainToolTip(tr("Show the bytes of %1").arg(shownText(one.name)) + u'\n' + place));
        grid->addWidget(mutedLabel(partRoleText(part.role)), row, 0);
        grid->addWidget(link, row, 1, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(
            plainLabel(toQString(stored.dtypeName(part.tensor)) + u' ' + toQString(formatShape(one.shape))), row, 2);
        m_places.push_back(plainLabel(place));
        grid->addWidget(m_places.back(), row, 3);
        ++row;
    }
    if (QWidget* const before = takeWidget())
        before->deleteLater(); // one of its links may be what was clicked
    setWidget(content);
    m_wholeWidth = content->sizeHint().width();
    fitPlaces();
    const int height = content->sizeHint().height();
    setFixedHeight(row <= mostVisibleRows ? height : height * mostVisibleRows / row);
}

void PartsPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fitPlaces();
}

void PartsPanel::fitPlaces()
{
    for (QWidget* const place : m_places)
        place->setVisible(viewport()->width() >= m_wholeWidth);
}

} // namespace loupe
