#include "views/details/histogram_page.h"

#include "analysis/statistics/health.h"
#include "core/quantization.h"
#include "core/text/text.h"
#include "formats/quantized/scale_findings.h"
#include "items/jobs/qt_text.h"
#include "items/session/fetch_consent.h"
#include "items/tree/health/health_scan.h"
#include "views/details/parts_panel.h"
#include "views/details/tensor_or_group.h"
#include "views/histogram/histogram_view.h"
#include "views/histogram/ridgelines_view.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/overview/group_view.h"
#include "views/values/value_messages.h"

#include <QHBoxLayout>
#include <QStackedWidget>

#include <algorithm>
#include <iterator>

namespace loupe {

namespace {

/// The findings about a quantized weight, from opening and since.
std::vector<Finding> findingsAbout(
    const Checkpoint& checkpoint, std::uint32_t tensor, const std::vector<Finding>& since)
{
    const Findings ofOpening = quantizationFindings(checkpoint, {&tensor, 1}, {});
    const KnownFindings known(ofOpening);
    std::vector<Finding> findings = ofOpening.list();
    std::ranges::copy_if(
        since, std::back_inserter(findings), [&known](const Finding& finding) { return !known.has(finding); });
    return findings;
}

} // namespace

HistogramPage::HistogramPage(Figures& figures)
    : DetailsPage(new QStackedWidget)
    , m_figures(figures)
    , m_ridges(figures.values())
    , m_pages(static_cast<QStackedWidget&>(*view()))
    , m_histogram(*new HistogramView)
    , m_parts(*new PartsPanel)
    , m_content(*new TensorOrGroup(makeTensorPage(), figures.group(), *this))
    , m_ridgelines(*new RidgelinesView)
    , m_compare(*new LinkButton(tr("Compare histograms")))
{
    m_pages.addWidget(makeTensorOrGroupPage());
    m_pages.addWidget(&m_ridgelines);
    connectFigures(m_figures.values());
    connectFigures(m_figures.codes());
    connectView();
    connectRidgelines();
}

QWidget* HistogramPage::makeTensorPage()
{
    auto* const page = new QWidget;
    auto* const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(&m_histogram, 1);
    column->addWidget(&m_parts);
    page->installEventFilter(&m_parts);
    connect(&m_parts, &PartsPanel::placeChosen, this,
        [this](std::uint32_t file, std::uint64_t offset) { emit placeChosen(m_tensor, file, offset); });
    return page;
}

QWidget* HistogramPage::makeTensorOrGroupPage()
{
    auto* const page = new QWidget;
    auto* const column = new QVBoxLayout(page);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(&m_content, 1);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->addStretch(1);
    foot->addWidget(&m_compare);
    column->addLayout(foot);
    m_compare.setToolTip(
        tr("Show the histograms of up to %1 tensors of this group below each other").arg(Ridgelines::most));
    return page;
}

void HistogramPage::connectRidgelines()
{
    const auto compareGroups = [this](bool on) {
        m_comparesGroups = on;
        update();
    };
    connect(&m_compare, &LinkButton::clicked, this, [compareGroups] { compareGroups(true); });
    connect(&m_ridgelines, &RidgelinesView::groupDetailsWanted, this, [compareGroups] { compareGroups(false); });
    connect(&m_ridgelines, &RidgelinesView::choiceChanged, this, &HistogramPage::update);
    connect(&m_ridgelines, &RidgelinesView::computeWanted, this, [this] {
        m_ridges.agreeToFetch(m_selection);
        update();
    });
    connect(&m_ridges, &RidgelineCache::fetchWanted, &m_ridgelines, &RidgelinesView::showUnfetched);
    connect(&m_ridgelines, &RidgelinesView::saveFailed, this, &DetailsPage::saveFailed);
    connect(&m_ridges, &RidgelineCache::ready, this, [this](const RidgelinesPtr& ridgelines) {
        m_areOthers = false;
        m_ridgelines.showRidgelines(ridgelines);
    });
    connect(&m_ridges, &RidgelineCache::stopped, &m_ridgelines, &RidgelinesView::showStopped);
    connect(&m_ridges, &RidgelineCache::failed, this,
        [this](const Error& error) { m_ridgelines.showError(shownText(describe(error), longestMessage)); });
    connect(&m_ridges, &RidgelineCache::runningChanged, this, &DetailsPage::busyChanged);
}

void HistogramPage::connectView()
{
    connect(&m_histogram, &HistogramView::computeWanted, this, &HistogramPage::fetchTensor);
    connect(&m_histogram, &HistogramView::numbersChosen, this, &HistogramPage::update);
    connect(&m_histogram, &HistogramView::histogramWanted, this, [this](const HistogramOptions& options) {
        HistogramCache& histograms = shown().histograms;
        if (const HistogramPtr known = histograms.find(*m_tensor, options)) {
            histograms.drop();
            m_histogram.showHistogram(known);
        } else {
            histograms.request(*m_tensor, options);
        }
    });
    connect(&m_histogram, &HistogramView::histogramNotWanted, this, [this] { shown().histograms.drop(); });
    connect(&m_histogram, &HistogramView::saveFailed, this, &DetailsPage::saveFailed);
    connect(&m_histogram, &HistogramView::elementChosen, this,
        [this](quint64 element) { emit elementChosen(*m_tensor, element); });
}

/// update() ensures that hidden figures have no running jobs.
void HistogramPage::connectFigures(FiguresOfNumbers& figures)
{
    SummaryCache& summaries = figures.summaries;
    HistogramCache& histograms = figures.histograms;
    connect(&summaries, &SummaryCache::ready, this, [this](quint32 tensor) {
        if (m_tensor == tensor)
            update();
    });
    connect(&summaries, &SummaryCache::failed, this, [this](quint32 tensor, const Error& error) {
        if (m_tensor == tensor)
            m_histogram.showError(nameOf(tensor), shownText(describe(error), longestMessage));
        emit busyChanged();
    });
    connect(&summaries, &SummaryCache::runningChanged, this, &HistogramPage::updateComputing);
    connect(&histograms, &HistogramCache::ready, &m_histogram, &HistogramView::showHistogram);
    connect(&histograms, &HistogramCache::stopped, &m_histogram, &HistogramView::showHistogramStopped);
    connect(&histograms, &HistogramCache::failed, this,
        [this](const Error& error) { m_histogram.showHistogramError(shownText(describe(error), longestMessage)); });
    connect(&histograms, &HistogramCache::runningChanged, this, &DetailsPage::busyChanged);
}

FiguresOfNumbers& HistogramPage::shown() const
{
    return m_histogram.showsCodes() ? m_figures.codes() : m_figures.values();
}

FiguresOfNumbers& HistogramPage::hidden() const
{
    return m_histogram.showsCodes() ? m_figures.values() : m_figures.codes();
}

void HistogramPage::setCheckpoint(const OpenedCheckpointPtr& opened)
{
    m_opened = opened;
    m_isOutdated = false;
    m_tensor.reset();
    readScales();
    m_parts.setTensor(nullptr, {});
    m_content.setCheckpoint(opened);
    m_selection = {};
    update();
}

void HistogramPage::setOutdated()
{
    m_isOutdated = true;
    update();
}

/// Shows several selected rows. A single row is also reported as the tensor or group, before or after this.
void HistogramPage::setSelection(const NodeChoice& choice)
{
    const bool same = choice.opened == m_selection.opened && choice.order == m_selection.order
        && choice.shownTree == m_selection.shownTree && choice.nodes == m_selection.nodes;
    m_selection = choice;
    if (same)
        return;
    m_areOthers = true;
    m_ridgelines.forgetZoom();
    m_isOneRole = choice.nodes.size() == 1 && haveOneRole(choice);
    if (choice.nodes.size() == 1 && choice.nodes.front() != m_content.shownGroup() && choice.nodes.front() != m_tensor)
        // The row usually becomes the current one next, so wait instead of starting work for the previous one.
        QMetaObject::invokeMethod(this, &HistogramPage::update, Qt::QueuedConnection);
    else
        update();
}

bool HistogramPage::isGroupSelected() const
{
    const auto group = m_content.shownGroup();
    return group && m_selection.nodes == std::vector{*group};
}

HistogramPage::Shown HistogramPage::whatToShow() const
{
    if (m_opened && m_selection.nodes.size() > 1)
        return Shown::Ridgelines;
    if (!m_content.shownGroup())
        return Shown::Tensor;
    const bool compares = m_comparesGroups && m_selection.mostTensors() > 1;
    return isGroupSelected() && (m_isOneRole || compares) ? Shown::Ridgelines : Shown::Group;
}

void HistogramPage::setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree)
{
    if (m_content.setGroup(group, tree) && !m_tensor)
        update();
}

void HistogramPage::setScan(HealthScan* scan)
{
    m_content.group().setScan(scan);
    m_scan = scan;
    connect(scan, &HealthScan::resultsReset, this, &HistogramPage::updateFindings);
    connect(scan, &HealthScan::resultsAdded, this, &HistogramPage::updateFindings);
    connect(scan, &HealthScan::namesKnown, &m_histogram,
        [this, scan] { m_histogram.setNamePatterns(scan->namePatterns()); });
    // The scan's warnings determine which tensors are compared.
    const auto takeHealth = [this, scan] {
        m_ridges.setHealth(scan->isComplete() ? scan->results() : nullptr);
        if (whatToShow() == Shown::Ridgelines)
            update();
    };
    connect(scan, &HealthScan::finished, this, takeHealth);
    connect(scan, &HealthScan::resultsReset, this, takeHealth);
}

void HistogramPage::setEditSession(EditSession* session)
{
    m_content.group().setEditSession(session);
}

void HistogramPage::setTensor(std::optional<std::uint32_t> tensor)
{
    m_tensor = tensor;
    if (tensor) {
        const Tensor& chosen = m_opened->checkpoint->tensors[*tensor];
        m_histogram.setShape({chosen.shape.begin(), chosen.shape.end()});
        m_histogram.setCodesOffered(hasCodes(chosen));
    }
    m_parts.setTensor(m_opened ? m_opened->checkpoint : nullptr, tensor);
    m_content.setHasTensor(tensor.has_value());
    readScales();
    update();
}

void HistogramPage::updateFindings()
{
    const HealthResultsPtr results = m_scan ? m_scan->results() : nullptr;
    if (!m_opened || !m_tensor)
        return;
    const auto health = results ? results->find(*m_opened->checkpoint, *m_tensor) : std::nullopt;
    Findings since = m_scaleFindings;
    if (health && *health) {
        Findings ofScan;
        for (const Finding& finding : (*health)->findings)
            ofScan.add(finding);
        since = ofScan;
        since.append(notFoundByScan(m_scaleFindings, ofScan));
    }
    m_parts.setFindings(findingsAbout(*m_opened->checkpoint, *m_tensor, since.list()));
}

/// Reads only small, local scales, because it does not ask whether they may be fetched.
void HistogramPage::readScales()
{
    m_readingScales.stop();
    m_scaleFindings = {};
    updateFindings();
    const std::shared_ptr<const Checkpoint> checkpoint = m_opened ? m_opened->checkpoint : nullptr;
    if (!m_active || !m_tensor || !checkpoint->quantized || remoteBytes(*checkpoint, *m_tensor) > 0)
        return;
    m_readingScales.start(
        [checkpoint, tensor = *m_tensor](const Work& work) {
            return quantized::scaleFindings(*checkpoint, {&tensor, 1}, work);
        },
        [this](const Result<Findings>& found) {
            m_scaleFindings = quantized::findingsOrNote(found);
            updateFindings();
            emit busyChanged();
        });
}

void HistogramPage::setActive(bool active)
{
    m_active = active;
    readScales();
    update();
}

bool HistogramPage::isBusy() const
{
    return canStop() || m_content.isBusy() || m_readingScales.isRunning();
}

bool HistogramPage::canStop() const
{
    return shown().summaries.isRunning() || shown().histograms.isRunning() || m_ridges.isRunning();
}

void HistogramPage::stop()
{
    shown().summaries.stop();
    shown().histograms.stop();
    m_ridges.stop();
}

void HistogramPage::update()
{
    const Shown shown = whatToShow();
    endUnshown(shown);
    m_content.setActive(m_active && shown != Shown::Ridgelines);
    m_compare.setVisible(shown == Shown::Group && isGroupSelected() && m_selection.mostTensors() > 1);
    m_pages.setCurrentIndex(shown == Shown::Ridgelines ? 1 : 0);
    switch (shown) {
    case Shown::Tensor:
        updateTensor();
        break;
    case Shown::Group:
        break;
    case Shown::Ridgelines:
        updateRidgelines();
        break;
    }
    emit busyChanged();
}

void HistogramPage::endUnshown(Shown shown)
{
    this->shown().histograms.drop(); // the view requests again what it still needs
    hidden().histograms.drop();
    hidden().summaries.stop();
    if (shown != Shown::Tensor)
        this->shown().summaries.stop();
    m_ridges.drop();
}

void HistogramPage::updateTensor()
{
    SummaryCache& summaries = shown().summaries;
    if (!m_opened || !m_tensor) {
        summaries.stop();
        m_histogram.showNothing(
            m_opened ? tr("Select a tensor to see how its values are distributed.") : tr("Select a tensor"));
    } else if (!m_active) {
        summaries.stop(); // hidden
    } else {
        const QString name = nameOf(*m_tensor);
        if (const QString why = whyNotDecoded(*m_opened->checkpoint, *m_tensor); !why.isEmpty()) {
            summaries.stop();
            m_histogram.showError(name, why);
        } else if (const SummaryPtr summary = summaries.find(*m_tensor)) {
            summaries.stop();
            m_histogram.showSummary(name, summary);
        } else if (const std::uint64_t bytes = bytesToAskToShow(unagreedBytes(*shownCheckpoint(), *m_tensor))) {
            summaries.stop();
            m_histogram.showUnfetched(name, bytes);
        } else {
            m_histogram.showComputing(name);
            summaries.request(*m_tensor);
        }
    }
}

std::shared_ptr<const Checkpoint> HistogramPage::shownCheckpoint() const
{
    return m_histogram.showsCodes() && m_opened->codes ? m_opened->codes : m_opened->checkpoint;
}

void HistogramPage::fetchTensor()
{
    if (m_opened && m_tensor)
        agreeToFetch(*shownCheckpoint(), *m_tensor);
    update();
}

/// Keeps what is shown while other bins of the same tensors are counted.
void HistogramPage::updateRidgelines()
{
    if (!m_active)
        return;
    m_ridgelines.setOfGroup(isGroupSelected());
    if (const RidgelinesPtr known = m_ridges.find(m_selection, m_ridgelines.choice())) {
        m_areOthers = false;
        m_ridgelines.showRidgelines(known);
        return;
    }
    if (m_areOthers)
        m_ridgelines.showComputing();
    m_ridges.request(m_selection, m_ridgelines.choice());
}

/// A running job may be stopped from outside; otherwise ready() or failed() follows immediately.
void HistogramPage::updateComputing(bool running)
{
    if (whatToShow() == Shown::Tensor && m_opened && m_tensor && m_active) {
        if (running)
            m_histogram.showComputing(nameOf(*m_tensor));
        else
            m_histogram.showStopped(nameOf(*m_tensor));
    }
    emit busyChanged();
}

QString HistogramPage::nameOf(std::uint32_t tensor) const
{
    const QString name = shownText(m_opened->checkpoint->tensors[tensor].name);
    return m_isOutdated ? tr("%1 (previous version)", "tensor").arg(name) : name;
}

} // namespace loupe
