#include "app/window/status_line.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/traffic_text.h"
#include "items/session/model_card.h"
#include "items/tree/tensor_tree_model.h"
#include "views/kit/status_row.h"

#include <QStatusBar>

#include <algorithm>

namespace loupe {

using enum StatusRow::Room;

StatusLine::StatusLine(QStatusBar& bar, NoticeBar& notices)
    : m_row(*new StatusRow(bar, notices))
    , m_format(m_row.addFigure(tr("Format"), GivesWay))
    , m_tensors(m_row.addFigure(tr("Tensors"), GivesWayLast))
    , m_parameters(m_row.addFigure(tr("Parameters"), GivesWay))
    , m_bytes(m_row.addFigure(tr("Bytes"), GivesWay))
    , m_scan(m_row.addFigure(tr("Scan"), Kept))
    , m_traffic(m_row.addFigure(tr("Network"), Kept))
{
}

void StatusLine::showCheckpoint(const OpenedCheckpointPtr& opened)
{
    m_path = opened ? toQString(opened->checkpoint->path) : QString();
    showPath();
    m_row.setFigure(m_format, opened ? formatTitle(*opened->checkpoint) : QString());
    if (opened)
        return;
    for (QLabel* const figure : {m_tensors, m_parameters, m_bytes})
        m_row.setFigure(figure, {});
}

void StatusLine::showUnsaved(bool unsaved)
{
    m_isUnsaved = unsaved;
    showPath();
}

void StatusLine::showPath()
{
    m_row.setPath(m_isUnsaved ? tr("%1 (unsaved changes)").arg(m_path) : m_path);
}

void StatusLine::showScan(const QString& text, const QString& brief)
{
    m_row.setFigure(m_scan, text, {}, brief);
}

void StatusLine::showTraffic(const TrafficMeter& meter)
{
    m_row.setFigure(m_traffic, trafficText(meter), trafficToolTip(meter));
}

void StatusLine::showVisible(const TensorTreeModel& model)
{
    if (!model.checkpoint())
        return;
    const NameTree& tree = model.checkpoint()->tree;
    const NameTree::Sums& all = tree.sums(tree.root());
    const NameTree::Sums& visible = model.order()->sums(tree.root());
    const std::uint64_t bytes = model.checkpoint()->checkpoint->totalFileBytes();
    const bool isFiltered = model.order()->isFiltered();
    const auto ofTotal = [isFiltered](const std::string& part, const std::string& total) {
        return isFiltered ? tr("%1 of %2").arg(toQString(part), toQString(total)) : toQString(total);
    };
    const auto saved = [isFiltered](const std::string& now, const std::string& later) {
        return isFiltered || now == later ? QString() : tr("%1 → %2").arg(toQString(now), toQString(later));
    };
    const StagedEdits edits = model.edits();
    const QString savedTensors = saved(formatCount(all.tensors), formatCount(all.tensors - edits.totals().deleted));
    m_row.setFigure(m_tensors,
        tr("%1 tensor(s)", nullptr, pluralOf(all.tensors))
            .arg(savedTensors.isEmpty() ? ofTotal(formatCount(visible.tensors), formatCount(all.tensors))
                                        : savedTensors));
    const std::uint64_t kept = all.elements - std::min(all.elements, edits.sizeChange().deletedElements);
    const QString savedParameters = saved(formatShort(all.elements), formatShort(kept));
    m_row.setFigure(m_parameters,
        tr("%1 parameter(s)", nullptr, pluralOf(all.elements))
            .arg(savedParameters.isEmpty() ? ofTotal(formatShort(visible.elements), formatShort(all.elements))
                                           : savedParameters),
        ofTotal(formatCount(visible.elements), formatCount(all.elements)));
    // The size of the new header is unknown until it is written.
    const std::uint64_t keptBytes = edits.sizeChange().saved(all.bytes);
    if (const QString savedBytes = saved(formatBytes(all.bytes), formatBytes(keptBytes)); !savedBytes.isEmpty()) {
        m_row.setFigure(m_bytes, tr("Tensor data: %1").arg(savedBytes),
            tr("%1 byte(s)", nullptr, pluralOf(keptBytes)).arg(saved(formatCount(all.bytes), formatCount(keptBytes))));
        return;
    }
    m_row.setFigure(m_bytes, ofTotal(formatBytes(visible.bytes), formatBytes(bytes)),
        tr("%1 byte(s)", nullptr, pluralOf(bytes)).arg(ofTotal(formatCount(visible.bytes), formatCount(bytes))));
}

} // namespace loupe
