#include "views/overview/group_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/plain_text.h"
#include "views/overview/dtype_mix.h"
#include "views/overview/page_parts.h"

#include <QLabel>
#include <QVBoxLayout>

#include <memory>
#include <new>
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

void GroupView::setGroup(OpenedCheckpointPtr opened, std::shared_ptr<const NameTree> shown, NameTree::NodeId group)
{
    if (opened == m_opened && shown == m_tree && group == m_group)
        return;
    m_opened = std::move(opened);
    m_tree = std::move(shown);
    m_group = group;
    using FactsPtr = std::shared_ptr<const GroupFacts>;
    auto job = [opened = m_opened, names = m_tree, group](const Work& work) -> Result<FactsPtr> {
        try {
            return std::make_shared<const GroupFacts>(findGroupFacts(*opened, *names, group, work));
        } catch (const std::bad_alloc&) {
            return fail(ErrorCode::OutOfMemory, "not enough memory to sum up the group");
        }
    };
    m_job.start(std::move(job), [this](const Result<FactsPtr>& facts) {
        if (facts)
            show(**facts);
        else
            showPage(mutedLabel(shownText(describe(facts.error()))));
    });
}

void GroupView::clear()
{
    if (!m_opened)
        return;
    m_job.stop();
    m_opened.reset();
    m_tree.reset();
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
    const NameTree& tree = *m_tree;
    auto* const title = new ElidedLabel(shownText(tree.path(m_group)));
    title->setFont(titleFont(title->font()));
    title->setToolTip(plainToolTip(toQString(tree.path(m_group))));
    page->addWidget(title);

    FlowLayout& figures = addFigures(*page);
    const auto text = [](const std::string& made) { return toQString(made); };
    const NameTree::Sums& sums = facts.totals;
    addFigure(figures, text(formatCount(sums.tensors)), tensorCountText(sums.tensors),
        tr("tensor(s)", "below a number", pluralOf(sums.tensors)));
    addFigure(figures, text(formatShort(sums.elements)), parameterCountText(sums.elements),
        tr("parameter(s)", "below a number", pluralOf(sums.elements)));
    addFigure(figures, text(formatBytes(sums.bytes)), byteCountText(sums.bytes), tr("in tensors"));
    if (const std::uint64_t all = tree.sums(tree.root()).bytes; all > 0) {
        const QString share = text(formatShare(double(sums.bytes) / double(all)));
        addFigure(figures, share, tr("%1 of %2").arg(share, text(formatBytes(all))), tr("of the checkpoint"));
    }
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
