#include "views/overview/group_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/plain_text.h"
#include "views/overview/dtype_mix.h"
#include "views/overview/page_parts.h"

#include <QLabel>
#include <QVBoxLayout>

#include <utility>

namespace loupe {

GroupView::GroupView(QWidget* parent)
    : QScrollArea(parent)
{
    setAccessibleName(tr("Group"));
    setFrameShape(QFrame::NoFrame);
    setWidgetResizable(true);
    setBackgroundRole(QPalette::Base);
    connect(&m_job, &JobRunner::runningChanged, this, &GroupView::busyChanged);
}

void GroupView::setGroup(OpenedCheckpointPtr opened, NameTree::NodeId group)
{
    if (opened == m_opened && group == m_group)
        return;
    m_opened = std::move(opened);
    m_group = group;
    m_job.start(
        [opened = m_opened, group](
            const Work& work) { return std::make_shared<const GroupFacts>(findGroupFacts(*opened, group, work)); },
        [this](const std::shared_ptr<const GroupFacts>& facts) { show(*facts); });
}

void GroupView::clear()
{
    m_job.stop();
    m_opened.reset();
    showPage(new QWidget);
}

/// What was clicked on the page before may still be at work.
void GroupView::showPage(QWidget* page)
{
    if (QWidget* const before = takeWidget())
        before->deleteLater();
    setWidget(page);
}

void GroupView::show(const GroupFacts& facts)
{
    auto* const content = new QWidget;
    auto* const page = new QVBoxLayout(content);
    page->setContentsMargins(16, 16, 16, 24);
    page->setSpacing(0);
    const NameTree& tree = m_opened->tree;
    auto* const title = new ElidedLabel(shownText(tree.path(m_group)));
    title->setFont(titleFont(title->font()));
    title->setToolTip(plainToolTip(toQString(tree.path(m_group))));
    page->addWidget(title);

    FlowLayout& figures = addFigures(*page);
    const auto text = [](const std::string& made) { return toQString(made); };
    const NameTree::Sums& sums = facts.totals;
    addFigure(figures, text(formatCount(sums.tensors)), text(counted(sums.tensors, "tensor")),
        sums.tensors == 1 ? tr("tensor") : tr("tensors"));
    addFigure(figures, text(formatShort(sums.elements)), text(formatCount(sums.elements)), tr("parameters"));
    addFigure(
        figures, text(formatBytes(sums.bytes)), tr("%1 bytes").arg(text(formatCount(sums.bytes))), tr("in tensors"));
    if (const std::uint64_t all = tree.sums(tree.root()).bytes; all > 0)
        addFigure(figures, text(formatShare(double(sums.bytes) / double(all))), tr("of %1").arg(text(formatBytes(all))),
            tr("of the checkpoint"));
    if (!facts.dtypes.empty()) {
        addHeading(*page, tr("Types"));
        page->addWidget(new DTypeMix(facts.dtypes));
    }
    addLargestTensors(
        *page, *m_opened, facts.largestTensors, [this](std::uint32_t tensor) { emit tensorChosen(tensor); });
    page->addStretch(1);
    showPage(content);
}

} // namespace loupe
