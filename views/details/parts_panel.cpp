#include "views/details/parts_panel.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/tensor_text.h"
#include "items/session/findings_model.h"
#include "items/session/shard_names.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/overview/page_parts.h"

#include <QEvent>
#include <QGridLayout>
#include <QLabel>
#include <QVBoxLayout>

#include <algorithm>
#include <memory>
#include <string>
#include <utility>

namespace loupe {

namespace {

constexpr int mostVisibleRows = 5;
constexpr int leastHeight = 96;
constexpr double mostOfPage = 0.35; ///< fraction of the page's height, so that the chart keeps its room

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
    m_findings = nullptr;
    m_findingRows.clear();
    const QuantizedGroups::Group* const group =
        checkpoint && checkpoint->quantized && tensor ? checkpoint->quantized->of(*tensor) : nullptr;
    setVisible(group != nullptr);
    if (!group)
        return;
    auto* const content = new QWidget;
    auto* const column = new QVBoxLayout(content);
    column->setContentsMargins(8, 4, 8, 4);
    column->setSpacing(4);
    m_findings = new QWidget;
    auto* const rows = new QGridLayout(m_findings);
    rows->setContentsMargins(0, 0, 0, 4);
    rows->setHorizontalSpacing(16);
    rows->setVerticalSpacing(6); // more than between the lines of one finding
    rows->setColumnStretch(0, 1);
    m_findings->hide();
    column->addWidget(m_findings);
    QWidget* const grid = makeGrid(*group);
    column->addWidget(grid);
    if (QWidget* const before = takeWidget())
        before->deleteLater(); // one of its links may be handling a click
    setWidget(content);
    m_wholeWidth = grid->sizeHint().width() + column->contentsMargins().left() + column->contentsMargins().right();
    fit();
}

QWidget* PartsPanel::makeGrid(const QuantizedGroups::Group& group)
{
    const Checkpoint& stored = *m_checkpoint->quantized->stored;
    const std::string_view weight = m_checkpoint->tensors[*m_tensor].name;
    const std::vector<std::string> shards = shardNames(stored.files);
    auto* const content = new QWidget;
    auto* const grid = new QGridLayout(content);
    grid->setContentsMargins(0, 0, 0, 0);
    grid->setHorizontalSpacing(16);
    grid->setVerticalSpacing(2);
    grid->setColumnStretch(3, 1);
    m_places.clear();
    m_rows = 0;
    for (const QuantizedGroups::Part& part : group.parts) {
        const Tensor& one = stored.tensors[part.tensor];
        auto* const link = new LinkButton(toQString(printable(partName(one.name, weight))));
        connect(link, &LinkButton::clicked, this,
            [this, file = one.file, offset = one.bytes.begin] { emit placeChosen(file, offset); });
        const QString bytes = byteRangeText(one.bytes);
        const QString place =
            shards.empty() ? bytes : tr("%1 of %2", "bytes, file").arg(bytes, shownText(shards[one.file]));
        link->setToolTip(plainToolTip(tr("Show the bytes of %1").arg(shownText(one.name)) + u'\n' + place));
        grid->addWidget(mutedLabel(partRoleText(part.role)), m_rows, 0);
        grid->addWidget(link, m_rows, 1, Qt::AlignLeft | Qt::AlignVCenter);
        grid->addWidget(
            plainLabel(toQString(stored.dtypeName(part.tensor)) + u' ' + toQString(formatShape(one.shape))), m_rows, 2);
        m_places.push_back(plainLabel(place));
        grid->addWidget(m_places.back(), m_rows, 3);
        ++m_rows;
    }
    return content;
}

/// Keeps the rows of findings that still apply, because one of their links may have the focus.
void PartsPanel::setFindings(const std::vector<Finding>& findings)
{
    if (!m_findings || std::ranges::equal(findings, m_findingRows, {}, {}, &FindingRow::finding))
        return;
    auto& grid = static_cast<QGridLayout&>(*m_findings->layout());
    while (const std::unique_ptr<QLayoutItem> item{grid.takeAt(0)}) { }
    std::vector<FindingRow> before = std::exchange(m_findingRows, {});
    for (const Finding& finding : findings) {
        const auto known = std::ranges::find(before, finding, &FindingRow::finding);
        FindingRow row = known == before.end() ? makeRow(finding) : *known;
        if (known != before.end())
            before.erase(known);
        const int number = int(m_findingRows.size());
        grid.addWidget(row.words, number, 0);
        row.words->show(); // before the layout is asked for its height
        if (row.place) {
            grid.addWidget(row.place, number, 1, Qt::AlignRight | Qt::AlignTop);
            row.place->show();
        }
        m_findingRows.push_back(std::move(row));
    }
    for (const FindingRow& gone : before) {
        for (QWidget* const widget : {gone.words, gone.place}) {
            if (!widget)
                continue;
            widget->hide(); // otherwise it would cover the new rows until it is deleted
            widget->deleteLater();
        }
    }
    m_findings->setVisible(!findings.empty());
    fit();
}

PartsPanel::FindingRow PartsPanel::makeRow(const Finding& finding)
{
    const QuantizedGroups& groups = *m_checkpoint->quantized;
    auto* const words = new SelectableLabel(tr("%1: %2", "severity, finding")
                                                .arg(FindingsModel::severityText(finding.severity),
                                                    shownSentence(withPartNames(finding.message, *groups.of(*m_tensor),
                                                        *groups.stored, m_checkpoint->tensors[*m_tensor].name))));
    words->setWordWrap(true);
    words->setToolTip(plainToolTip(shownSentence(finding.message)));
    if (!finding.offset || finding.file == Finding::noFile)
        return {.finding = finding, .words = words};
    auto* const place = new LinkButton(tr("byte %1").arg(groupedCount(*finding.offset)));
    place->setToolTip(plainToolTip(tr("Show the bytes")));
    place->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    connect(place, &LinkButton::clicked, this,
        [this, file = finding.file, offset = *finding.offset] { emit placeChosen(file, offset); });
    return {.finding = finding, .words = words, .place = place};
}

void PartsPanel::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fit();
}

/// The panel's height depends on that of the page.
bool PartsPanel::eventFilter(QObject* watched, QEvent* event)
{
    if (watched == parentWidget() && event->type() == QEvent::Resize)
        fit();
    return QScrollArea::eventFilter(watched, event);
}

void PartsPanel::fit()
{
    for (QWidget* const place : m_places)
        place->setVisible(viewport()->width() >= m_wholeWidth);
    if (!m_findings)
        return;
    QLayout& layout = *widget()->layout();
    layout.activate();
    const int grid = layout.itemAt(1)->sizeHint().height();
    const int visible = m_rows <= mostVisibleRows ? grid : grid * mostVisibleRows / m_rows;
    const int whole =
        layout.hasHeightForWidth() ? layout.totalHeightForWidth(viewport()->width()) : layout.totalSizeHint().height();
    const int findings = whole - grid;
    // Scrolling for less than two lines is not worth it.
    const bool fits = findings <= 2 * visible + 2 * fontMetrics().lineSpacing();
    const int wanted = (fits ? findings : 2 * visible) + visible;
    const int most = parentWidget() ? std::max(leastHeight, int(parentWidget()->height() * mostOfPage)) : wanted;
    setFixedHeight(std::min(wanted, most));
}

} // namespace loupe
