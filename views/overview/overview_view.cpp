#include "views/overview/overview_view.h"

#include "analysis/digests/stated_check.h"
#include "analysis/statistics/health.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "items/session/findings_model.h"
#include "items/tree/health/health_scan.h"
#include "items/tree/moved_groups.h"
#include "views/details/digest_panel.h"
#include "views/details/findings_table.h"
#include "views/details/stated_digests_panel.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/selectable_label.h"
#include "views/overview/adapter_panel.h"
#include "views/overview/architecture_drawing.h"
#include "views/overview/dtype_mix.h"
#include "views/overview/health_panel.h"
#include "views/overview/memory_panel.h"
#include "views/overview/page_parts.h"

#include <QLabel>
#include <QTimer>
#include <QVBoxLayout>

#include <utility>

namespace loupe {

namespace {

constexpr int pageWidth = 960; // longer lines are hard to follow

} // namespace

OverviewView::OverviewView(QWidget* parent)
    : QScrollArea(parent)
{
    setAccessibleName(tr("Overview"));
    setFrameShape(QFrame::NoFrame);
    setFocusPolicy(Qt::ClickFocus); // Tab goes to the links, from which the keys for pages scroll
    setWidgetResizable(true);
    setHorizontalScrollBarPolicy(Qt::ScrollBarAsNeeded);
    setBackgroundRole(QPalette::Base);
    connect(&m_overview, &Overview::scalesRead, this, [this] {
        showFindings();
        emit busyChanged();
    });
    connect(&m_overview, &Overview::valuesChecked, this, [this] {
        if (!m_overview.valueFindings()->list().empty())
            showFoundByScan();
        emit busyChanged();
    });
    connect(&m_overview, &Overview::factsChanged, this, [this] {
        rebuild();
        emit digestRunningChanged(); // the old page's digest ended with the page
        emit busyChanged();
    });
    rebuild();
}

void OverviewView::setScan(HealthScan* scan)
{
    m_scan = scan;
    const auto show = [this] {
        showFindings();
        showFoundByScan();
    };
    connect(scan, &HealthScan::resultsReset, this, show);
    connect(scan, &HealthScan::runningChanged, this, show);
}

void OverviewView::setEditSession(EditSession* session)
{
    m_edits = session;
    connect(session, &EditSession::changed, this, &OverviewView::updateNames);
    connect(&m_naming, &JobRunner::runningChanged, this, &OverviewView::busyChanged);
}

void OverviewView::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_tensor.reset();
    m_digestWanted = false;
    m_overview.setCheckpoint(std::move(opened)); // signals that the facts are gone, which removes the old page
}

void OverviewView::setEmptyText(const QString& sentence)
{
    m_emptyText = sentence;
    if (m_empty && !m_overview.checkpoint())
        m_empty->setText(sentence);
}

void OverviewView::setTensor(std::optional<std::uint32_t> tensor)
{
    if (tensor == m_tensor || (tensor && (!m_overview.checkpoint() || *tensor >= checkpoint().tensors.size())))
        return;
    m_tensor = tensor;
    m_digestWanted = false;
    if (m_digests)
        m_digests->setTensor(tensor);
}

void OverviewView::computeDigest(std::uint32_t tensor)
{
    setTensor(tensor);
    m_digestWanted = m_tensor == tensor;
    if (m_digests)
        startDigest();
}

void OverviewView::startDigest()
{
    if (!std::exchange(m_digestWanted, false))
        return;
    m_digests->computeTensor();
    // A new page gets its sizes only when control returns to the event loop.
    QTimer::singleShot(0, m_digests, [this] { ensureWidgetVisible(m_digests); });
}

bool OverviewView::isComputingDigest() const
{
    return (m_digests && m_digests->isBusy()) || (m_stated && m_stated->isBusy());
}

void OverviewView::stopDigest()
{
    if (m_digests)
        m_digests->stop();
    if (m_stated)
        m_stated->stop();
}

bool OverviewView::isBusy() const
{
    return m_overview.checkpoint()
        && (!m_overview.facts() || m_overview.isReadingScales() || m_overview.isCheckingValues() || m_naming.isRunning()
            || (m_adapter && m_adapter->isBusy()));
}

void OverviewView::rebuild()
{
    // Empties the page while facts are collected: links for the previous checkpoint would lead into this one.
    auto* const frame = new QWidget;
    auto* const center = new QHBoxLayout(frame);
    center->setContentsMargins(16, 16, 16, 24);
    m_digests = nullptr;
    m_stated = nullptr;
    m_findings = nullptr;
    m_foundByScan = nullptr;
    m_largest = {};
    m_blocks.clear();
    m_largestOne = nullptr;
    m_naming.stop();
    if (!m_overview.facts()) {
        m_empty = mutedLabel(m_overview.checkpoint() ? QString() : m_emptyText);
        m_empty->setAlignment(Qt::AlignCenter);
        m_empty->setWordWrap(true);
        center->addWidget(m_empty);
        setWidget(frame);
        return;
    }
    const OverviewFacts& facts = *m_overview.facts();
    auto* const content = new QWidget;
    content->setMaximumWidth(pageWidth);
    auto* const page = new QVBoxLayout(content);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    addTitle(*page, facts.card);
    if (AdapterPanel::isFor(*facts.model))
        addAdapter(*page);
    addFindings(*page);
    addTotals(*page, facts);
    addLargest(*page, facts);
    addHealth(*page);
    addNotChecked(*page);
    addArchitecture(*page, facts);
    addQuantization(*page);
    if (!facts.dtypes.empty()) {
        addHeading(*page, tr("Types"));
        page->addWidget(new DTypeMix(facts.dtypes));
    }
    if (MemoryPanel::isFor(checkpoint(), *facts.model))
        page->addWidget(new MemoryPanel(checkpoint().totalTensorBytes(), facts.model));
    addStructure(*page, facts);
    m_largest = addLargestTensors(*page, *m_overview.checkpoint(), facts.largest, facts.equalBytes,
        [this](std::uint32_t tensor) { emit tensorChosen(tensor); });
    addHighlights(*page, facts);
    addDigests(*page);
    page->addStretch(1);
    center->addWidget(content, 1);
    center->addStretch(0);
    setWidget(frame);
    startDigest();
    updateNames();
}

void OverviewView::updateNames()
{
    const auto& facts = m_overview.facts();
    if (!facts || !m_edits || m_edits->edits().checkpoint() != m_overview.checkpoint()->checkpoint)
        return;
    auto job = [opened = m_overview.checkpoint(), edits = m_edits->edits()](const Work& work) {
        return std::make_shared<const MovedGroups>(edits, std::shared_ptr<const NameTree>(opened, &opened->tree), work);
    };
    m_naming.start(std::move(job), [this](const std::shared_ptr<const MovedGroups>& moved) {
        for (std::size_t i = 0; i < m_blocks.size(); ++i) {
            const auto& repetition = m_overview.facts()->repetitions[i];
            m_blocks[i]->setName(toQString(moved->pathAfter(repetition.group).value_or(repetition.path)));
        }
        if (m_largest)
            m_largest(namesAfter(moved));
        if (m_largestOne)
            m_largestOne->setName(namesAfter(moved)(m_overview.facts()->largest.bySize.front()));
    });
}

void OverviewView::addAdapter(QBoxLayout& page)
{
    m_adapter = new AdapterPanel(m_overview.checkpoint()->checkpoint);
    connect(m_adapter, &AdapterPanel::busyChanged, this, &OverviewView::busyChanged);
    connect(m_adapter, &AdapterPanel::tensorChosen, this, &OverviewView::tensorChosen);
    connect(m_adapter, &AdapterPanel::writingWanted, this, &OverviewView::adapterWritingWanted);
    page.addWidget(m_adapter);
}

void OverviewView::addFindings(QBoxLayout& page)
{
    m_findings = addFindingsTable(page, tr("Findings"));
    showFindings();
}

/// A single array is not a model, so there is nothing to check.
void OverviewView::addNotChecked(QBoxLayout& page)
{
    const auto& reasons = m_overview.facts()->model->notChecked;
    if (reasons.empty() || checkpoint().tensors.size() < 2)
        return;
    QStringList sentences;
    for (const std::string& reason : reasons)
        sentences << shownSentence(reason);
    auto* const words = new SelectableLabel(tr("Not checked: %1").arg(sentences.join(QStringLiteral("; "))));
    words->setWordWrap(true);
    words->setForegroundRole(QPalette::PlaceholderText);
    page.addSpacing(8);
    page.addWidget(words);
}

/// Shows findings about the checkpoint, the model and the scales that were read. After a complete scan, which has read
/// all scales, leaves out what the scan found itself.
void OverviewView::showFindings()
{
    if (!m_findings)
        return;
    Findings findings = checkpoint().findings;
    findings.append(m_overview.facts()->model->findings);
    if (const auto& ofScales = m_overview.scaleFindings()) {
        const HealthResultsPtr results = m_scan ? m_scan->results() : nullptr;
        if (results && results->isComplete())
            findings.append(notFoundByScan(*ofScales, results->findings()));
        else
            findings.append(*ofScales);
    }
    showIn(*m_findings, std::move(findings));
}

/// Adds a heading and a table in a widget of their own.
FindingsTable* OverviewView::addFindingsTable(QBoxLayout& page, const QString& heading, const QString& meaning)
{
    auto* const section = new QWidget;
    auto* const column = new QVBoxLayout(section);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    auto* const table = new FindingsTable;
    table->setBrief(true);
    auto* const more = new LinkButton(tr("Show all"));
    const auto showLink = [table, more] {
        more->setName(table->isBrief() ? tr("Show all") : tr("Show less"));
        more->setVisible(table->hasMore());
    };
    connect(more, &QAbstractButton::clicked, table, [table] { table->setBrief(!table->isBrief()); });
    connect(table, &FindingsTable::extentChanged, more, showLink);
    connect(table, &FindingsTable::tensorChosen, this, &OverviewView::tensorChosen);
    connect(table, &FindingsTable::placeChosen, this, &OverviewView::placeChosen);
    addHeading(*column, heading, more)->setToolTip(plainToolTip(meaning));
    column->addWidget(table);
    showLink();
    section->hide();
    page.addWidget(section);
    return table;
}

/// Hides the table if there are no findings, but keeps its content: a new scan starts without any and usually ends with
/// the same ones.
void OverviewView::showIn(FindingsTable& table, Findings findings)
{
    const bool hasAny = !findings.list().empty();
    if (hasAny)
        table.setFindings(m_overview.checkpoint()->checkpoint, std::make_shared<const Findings>(std::move(findings)));
    table.parentWidget()->setVisible(hasAny);
}

void OverviewView::addHealth(QBoxLayout& page)
{
    if (!m_scan || checkpoint().tensors.empty())
        return;
    auto* const panel = new HealthPanel(*m_scan);
    connect(panel, &HealthPanel::filterWanted, this, &OverviewView::filterWanted);
    page.addSpacing(12);
    page.addWidget(panel);
    m_foundByScan = addFindingsTable(page, tr("Value checks"),
        tr("Weights compared with those of other layers and parts, and scales with what they scale. Warnings of Health "
           "and warning:yes are about each tensor by itself: what is found here does not count among them."));
    showFoundByScan();
}

/// Waits for the end of a scan, because a table that grows while it is being read would be confusing.
void OverviewView::showFoundByScan()
{
    if (!m_foundByScan)
        return;
    const HealthResultsPtr results = m_scan->results();
    if (!results || m_scan->isRunning()) {
        m_foundByScan->parentWidget()->hide();
        return;
    }
    m_overview.checkValues(results);
    Findings findings;
    if (m_overview.valueFindings())
        findings.append(*m_overview.valueFindings());
    findings.append(results->findings());
    showIn(*m_foundByScan, std::move(findings));
}

void OverviewView::addDigests(QBoxLayout& page)
{
    addHeading(page, tr("Digest"));
    m_digests = new DigestPanel;
    connect(m_digests, &DigestPanel::busyChanged, this, &OverviewView::digestRunningChanged);
    m_digests->setCheckpoint(m_overview.checkpoint()->checkpoint);
    m_digests->setTensor(m_tensor);
    page.addWidget(m_digests);
    if (!statesDigests(checkpoint()))
        return;
    addHeading(page, tr("Stated digests"));
    m_stated = new StatedDigestsPanel(m_overview.checkpoint());
    connect(m_stated, &StatedDigestsPanel::busyChanged, this, &OverviewView::digestRunningChanged);
    connect(m_stated, &StatedDigestsPanel::tensorChosen, this, &OverviewView::tensorChosen);
    page.addWidget(m_stated);
}

} // namespace loupe
