#include "app/window/tree_message.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/session/document.h"
#include "items/session/location.h"
#include "items/session/traffic_meter.h"
#include "items/tree/health/health_scan.h"
#include "items/tree/tensor_tree_model.h"
#include "views/details/details_tabs.h"
#include "views/kit/plain_text.h"
#include "views/tree/filter_edit.h"
#include "views/tree/tensor_tree_view.h"

namespace loupe {

TreeMessage::TreeMessage(const Parts& parts, QObject* parent)
    : QObject(parent)
    , m_parts(parts)
{
}

void TreeMessage::showCurrent()
{
    m_parts.tree.setEmptyText(text());
    m_parts.tree.offerNoFilters();
}

void TreeMessage::showFiltered()
{
    m_parts.tree.setEmptyText(text());
    const OpenedCheckpointPtr& opened = m_parts.document.current();
    if (opened && opened->tree.tensorCount() > 0)
        m_parts.tree.offerFilters(m_parts.filter.hasError() ? QString() : toQString(m_parts.model.noMatch().instead));
}

void TreeMessage::showOpening()
{
    if (m_parts.document.current())
        return;
    const QString shown = text();
    m_parts.tree.setEmptyText(shown);
    m_parts.details.setEmptyText(shown);
}

QString TreeMessage::text() const
{
    const Document& document = m_parts.document;
    const OpenedCheckpointPtr& opened = document.current();
    if (!opened)
        return document.state() == Document::State::Loading ? openingText() : tr("Open a model file, or drop one here");
    if (opened->tree.tensorCount() == 0)
        return opened->checkpoint->findings.hasErrors() ? tr("The tensors could not be read")
                                                        : tr("This checkpoint has no tensors.");
    if (m_parts.filter.hasError())
        return tr("The filter is not valid: %1.").arg(shownText(m_parts.filter.error()));
    const QString why = toQString(m_parts.model.noMatch().why);
    return m_parts.model.filterNeedsValues() && !m_parts.scan.isComplete() ? tr("No scanned tensor matches the filter.")
        : why.isEmpty()                                                    ? tr("No tensor matches the filter.")
                        : tr("No tensor matches the filter: %1.").arg(why);
}

QString TreeMessage::openingText() const
{
    const QString path = m_parts.document.path();
    const QString name = printableText(path.section(u'/', -1, -1, QString::SectionSkipEmpty));
    const QString opening = tr("Opening %1…").arg(name);
    const std::uint64_t bytes = m_parts.traffic.traffic().bytes;
    if (!isLocation(path) || bytes == 0)
        return opening;
    return tr("%1\n%2 read over the network", "opening, bytes").arg(opening, toQString(formatBytes(bytes)));
}

} // namespace loupe
