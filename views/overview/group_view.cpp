#include "views/overview/group_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/plural.h"
#include "items/session/edit_session.h"
#include "items/tree/changes_model.h"
#include "items/tree/edited_groups.h"
#include "items/tree/group_figures.h"
#include "items/tree/health/health_scan.h"
#include "items/tree/moved_groups.h"
#include "views/kit/elided_label.h"
#include "views/kit/flow_layout.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"
#include "views/overview/dtype_mix.h"
#include "views/overview/group_values.h"
#include "views/overview/health_panel.h"
#include "views/overview/page_parts.h"

#include <QLabel>
#include <QVBoxLayout>

#include <memory>
#include <new>
#include <utility>

namespace loupe {

GroupView::GroupView(KnownGroup& known, QWidget* parent)
    : QScrollArea(parent)
    , m_known(known)
{
    setAccessibleName(tr("Group"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::ClickFocus); // as the overview
    setWidgetResizable(true);
    setBackgroundRole(QPalette::Base);
    connect(&m_job, &JobRunner::runningChanged, this, &GroupView::busyChanged);
    connect(&m_figuring, &JobRunner::runningChanged, this, &GroupView::busyChanged);
    constexpr int interval = 500; // ms; avoids slowing down a scan of many tensors
    m_later.setSingleShot(true);
    m_later.setInterval(interval);
    connect(&m_later, &QTimer::timeout, this, &GroupView::updateFigures);
}

void GroupView::setScan(HealthScan* scan)
{
    m_scan = scan;
    connect(scan, &HealthScan::resultsReset, this, &GroupView::updateFigures);
    connect(scan, &HealthScan::runningChanged, this, &GroupView::updateFigures);
    connect(scan, &HealthScan::resultsAdded, this, &GroupView::updateLater);
}

void GroupView::setEditSession(EditSession* session)
{
    m_edits = session;
    connect(session, &EditSession::changed, this, &GroupView::updateFigures);
}

void GroupView::setGroup(OpenedCheckpointPtr opened, std::shared_ptr<const NameTree> shown, NameTree::NodeId group)
{
    if (opened == m_opened && shown == m_tree && group == m_group)
        return;
    m_opened = std::move(opened);
    m_tree = std::move(shown);
    m_group = group;
    m_facts = m_known.find(m_opened, m_tree, m_group);
    m_job.stop();
    m_figuring.stop();
    m_later.stop();
    if (m_facts)
        return show();
    using FactsPtr = KnownGroup::FactsPtr;
    auto job = [opened = m_opened, names = m_tree, group](const Work& work) -> Result<FactsPtr> {
        try {
            return std::make_shared<const GroupFacts>(findGroupFacts(*opened, *names, group, work));
        } catch (const std::bad_alloc&) {
            return fail(ErrorCode::OutOfMemory, "not enough memory to sum up the group");
        }
    };
    m_job.start(std::move(job), [this](const Result<FactsPtr>& facts) {
        if (facts) {
            m_facts = *facts;
            m_known.keep(m_opened, m_tree, m_group, m_facts);
            show();
        } else {
            showPage(mutedLabel(shownText(describe(facts.error()))));
        }
    });
}

void GroupView::clear()
{
    if (!m_opened)
        return;
    m_job.stop();
    m_figuring.stop();
    m_later.stop();
    m_facts.reset();
    m_opened.reset();
    m_tree.reset();
    showPage(new QWidget);
}

/// A clicked widget of the previous page may still be handling its event.
void GroupView::showPage(QWidget* page)
{
    if (QWidget* const before = takeWidget())
        before->deleteLater();
    setWidget(page);
}

void GroupView::show()
{
    const GroupFacts& facts = *m_facts;
    m_staged = nullptr;
    m_ofFile = nullptr;
    m_health = nullptr;
    m_values = nullptr;
    m_largest = {};
    auto* const content = new QWidget;
    auto* const page = new QVBoxLayout(content);
    page->setContentsMargins(16, 16, 16, 24);
    page->setSpacing(0);
    const NameTree& tree = *m_tree;
    m_title = new ElidedLabel(shownText(tree.path(m_group)));
    m_title->setPathElided();
    m_title->setFont(titleFont(m_title->font()));
    page->addWidget(m_title);

    FlowLayout& figures = addFigures(*page);
    const auto text = [](const std::string& made) { return toQString(made); };
    const NameTree::Sums& sums = facts.totals;
    addFigure(figures, text(formatCount(sums.tensors)), tensorCountText(sums.tensors),
        tr("tensor(s)", "below a number", pluralOf(sums.tensors)), tr("All in the group and in groups below it."));
    addFigure(figures, text(formatShort(sums.elements)), parameterCountText(sums.elements),
        tr("parameter(s)", "below a number", pluralOf(sums.elements)),
        tr("Elements of these tensors together; those of shared storage count once."));
    addFigure(figures, text(formatBytes(sums.bytes)), byteCountText(sums.bytes), tr("in tensors"),
        tr("What the values of these tensors take in the files."));
    if (const std::uint64_t all = tree.sums(tree.root()).bytes; all > 0) {
        const QString share = text(formatShare(double(sums.bytes) / double(all)));
        addFigure(figures, share, tr("%1 of %2").arg(share, text(formatBytes(all))), tr("of the checkpoint"),
            tr("Bytes of these tensors, divided by those of all tensors."));
    }
    if (m_edits)
        addStaged(*page);
    if (m_scan && sums.tensors > 0) {
        m_health = new HealthPanel(*m_scan);
        m_health->setScope({}, sums.tensors);
        connect(m_health, &HealthPanel::filterWanted, this, &GroupView::filterWanted);
        page->addSpacing(16);
        page->addWidget(m_health);
    }
    if (m_scan && sums.elements > 0) {
        m_values = new GroupValues(facts.blocks.kind(), sums.tensors);
        fitValues();
        page->addWidget(m_values);
    }
    if (!facts.dtypes.empty()) {
        addHeading(*page, tr("Types"));
        page->addWidget(new DTypeMix(facts.dtypes));
    }
    m_largest = addLargestTensors(
        *page, *m_opened, facts.largest, std::nullopt, [this](std::uint32_t tensor) { emit tensorChosen(tensor); });
    page->addStretch(1);
    showPage(content);
    updateFigures();
}

void GroupView::resizeEvent(QResizeEvent* event)
{
    QScrollArea::resizeEvent(event);
    fitValues();
}

void GroupView::fitValues()
{
    constexpr int lowPage = 440; // pixels: a histogram of the usual height would end below it
    if (m_facts && m_values)
        m_values->setLow(viewport()->height() < lowPage);
}

/// Adds two lines about pending edits, whose places do not change.
void GroupView::addStaged(QBoxLayout& page)
{
    m_staged = new ElidedLabel;
    m_staged->setSizePolicy(QSizePolicy::Preferred, QSizePolicy::Fixed);
    m_changes = new LinkButton(tr("Show changes"));
    m_changes->setSizePolicy(QSizePolicy::Fixed, QSizePolicy::Fixed);
    keepPlace(*m_changes);
    connect(m_changes, &QAbstractButton::clicked, this, &GroupView::changesWanted);
    auto* const row = new QHBoxLayout;
    row->setSpacing(16);
    row->addWidget(m_staged);
    row->addWidget(m_changes);
    row->addStretch(1);
    page.addSpacing(16);
    page.addLayout(row);
    m_ofFile = new ElidedLabel;
    m_ofFile->setMuted(true);
    m_ofFile->setPartsElided();
    page.addWidget(m_ofFile);
    showStaged({});
}

void GroupView::updateLater()
{
    if (!m_facts || m_later.isActive())
        return;
    m_later.start();
    emit busyChanged();
}

/// Runs one job at a time. Changes during a job are handled after it and a pause.
void GroupView::updateFigures()
{
    m_later.stop();
    if (!m_facts)
        return;
    if (m_figuring.isRunning())
        return updateLater();
    using FoundPtr = std::shared_ptr<const Found>;
    auto job = [opened = m_opened, tree = m_tree, group = m_group, facts = m_facts,
                   results = m_scan ? m_scan->results() : nullptr,
                   edits = m_edits ? m_edits->edits() : StagedEdits()](const Work& work) -> FoundPtr {
        auto found = std::make_shared<Found>();
        found->figures = findGroupFigures(*opened->checkpoint, facts->tensors, facts->blocks, results.get(), work);
        if (edits.checkpoint() == opened->checkpoint && !edits.isEmpty()) {
            const EditedGroups edited(edits, *tree, nullptr, work);
            found->staged = edited.below(group);
            found->sizes = edited.sizeChange(group);
        }
        if (found->staged.renamed > 0) {
            found->pathAfter = MovedGroups(edits, tree, work).pathAfter(group);
            const std::shared_ptr<const NameTree> ofNames(opened, &opened->tree); // `tree` may be one of families
            found->moved = std::make_shared<const MovedGroups>(edits, ofNames, work);
        }
        return found;
    };
    m_figuring.start(std::move(job), [this](const FoundPtr& found) {
        if (m_health)
            m_health->setScope(found->figures.health, m_facts->tensors.size());
        if (m_values)
            m_values->setFigures(found->figures);
        if (m_staged)
            showStaged(*found);
        if (m_largest)
            m_largest(namesAfter(found->moved));
        if (m_later.isActive())
            m_later.start();
    });
}

/// The title is the name that the tree shows.
void GroupView::showStaged(const Found& found)
{
    const bool any = found.staged.all() > 0;
    m_staged->setText(any ? tr("Staged: %1").arg(changesText(found.staged)) : tr("No changes staged"));
    m_staged->setMuted(!any);
    m_changes->setVisible(any);
    const std::string_view path = m_tree->path(m_group);
    m_title->setText(shownText(found.pathAfter.value_or(std::string(path))));
    if (!any)
        return m_ofFile->setText({});
    QStringList parts;
    m_ofFile->setNames({});
    if (found.pathAfter && *found.pathAfter != path) {
        parts << tr("Shown as in the file (%1)", "its name there").arg(shownText(path));
        m_ofFile->setNames({shownText(path)});
    } else {
        parts << tr("Shown as in the file");
    }
    if (!found.sizes.isEmpty())
        parts << tr("%1 after saving").arg(toQString(formatBytes(found.sizes.saved(m_facts->totals.bytes))));
    m_ofFile->setText(parts.join(QStringLiteral(" · ")));
}

} // namespace loupe
