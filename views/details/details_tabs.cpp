#include "views/details/details_tabs.h"

#include "core/quantization.h"
#include "core/text/text.h"
#include "items/histogram/histogram_cache.h"
#include "items/histogram/summary_cache.h"
#include "items/jobs/qt_text.h"
#include "items/session/edit_session.h"
#include "views/heat_map/heat_map_view.h"
#include "views/hex/hex_view.h"
#include "views/histogram/histogram_view.h"
#include "views/kit/plain_text.h"
#include "views/metadata/metadata_view.h"
#include "views/overview/overview_view.h"
#include "views/tree/changes_panel.h"
#include "views/values/values_view.h"

namespace loupe {

namespace {

} // namespace

DetailsTabs::DetailsTabs(QWidget* parent)
    : QTabWidget(parent)
    , m_overview(new OverviewView)
    , m_histogram(new HistogramView)
    , m_heatMap(new HeatMapView)
    , m_values(new ValuesView)
    , m_hex(new HexView)
    , m_metadata(new MetadataView)
    , m_changes(new ChangesPanel)
    , m_summaries(new SummaryCache(this))
    , m_histograms(new HistogramCache(this))
    , m_codeSummaries(new SummaryCache(this))
    , m_codeHistograms(new HistogramCache(this))
{
    setAccessibleName(tr("Details"));
    setDocumentMode(true);
    // In the order of DetailsTab.
    addTab(m_overview, tr("Overview"));
    addTab(m_histogram, tr("Histogram"));
    addTab(m_heatMap, tr("Heat map"));
    addTab(m_values, tr("Values"));
    addTab(m_hex, tr("Hex"));
    addTab(m_metadata, tr("Metadata"));
    addTab(m_changes, tr("Changes"));

    connect(this, &QTabWidget::currentChanged, this, &DetailsTabs::updateShown);
    connectHistogram();
    connect(m_overview, &OverviewView::tensorChosen, this, &DetailsTabs::tensorChosen);
    connect(m_overview, &OverviewView::placeChosen, this, &DetailsTabs::showPlace);
    connect(m_overview, &OverviewView::digestRunningChanged, this, &DetailsTabs::stoppableWorkChanged);
    connect(m_overview, &OverviewView::busyChanged, this, &DetailsTabs::updateBusy);
    connect(m_heatMap, &HeatMapView::busyChanged, this, &DetailsTabs::stoppableWorkChanged);
    connect(m_values, &ValuesView::busyChanged, this, &DetailsTabs::stoppableWorkChanged);
    connect(m_heatMap, &HeatMapView::busyChanged, this, &DetailsTabs::updateBusy);
    connect(m_heatMap, &HeatMapView::saveFailed, this, &DetailsTabs::saveFailed);
    connect(m_values, &ValuesView::busyChanged, this, &DetailsTabs::updateBusy);
    connect(m_hex, &HexView::busyChanged, this, &DetailsTabs::updateBusy);
    connect(m_metadata, &MetadataView::busyChanged, this, &DetailsTabs::updateBusy);
    connect(m_changes, &ChangesPanel::tensorChosen, this, &DetailsTabs::tensorChosen);
}

void DetailsTabs::connectHistogram()
{
    connectFigures(*m_summaries, *m_histograms);
    connectFigures(*m_codeSummaries, *m_codeHistograms);
    connect(m_histogram, &HistogramView::computeWanted, this, &DetailsTabs::updateHistogram);
    connect(m_histogram, &HistogramView::numbersChosen, this, &DetailsTabs::updateHistogram);
    connect(m_histogram, &HistogramView::histogramWanted, this, [this](const HistogramOptions& options) {
        HistogramCache& histograms = shownHistograms();
        if (const HistogramPtr known = histograms.find(*m_tensor, options)) {
            histograms.drop();
            m_histogram->showHistogram(known);
        } else {
            histograms.request(*m_tensor, options);
        }
    });
    connect(m_histogram, &HistogramView::histogramNotWanted, this, [this] { shownHistograms().drop(); });
    connect(m_histogram, &HistogramView::saveFailed, this, &DetailsTabs::saveFailed);
    connect(
        m_histogram, &HistogramView::elementChosen, this, [this](quint64 element) { showElement(*m_tensor, element); });
}

/// Those that are not shown have nothing running: updateHistogram() sees to it.
void DetailsTabs::connectFigures(SummaryCache& summaries, HistogramCache& histograms)
{
    connect(&summaries, &SummaryCache::ready, this, [this](quint32 tensor) {
        if (m_tensor == tensor)
            updateHistogram();
    });
    connect(&summaries, &SummaryCache::failed, this, [this](quint32 tensor, const Error& error) {
        if (m_tensor == tensor)
            m_histogram->showError(nameOf(tensor), shownText(describe(error), longestMessage));
        updateBusy();
    });
    connect(&summaries, &SummaryCache::runningChanged, this, &DetailsTabs::followSummaries);
    connect(&summaries, &SummaryCache::runningChanged, this, &DetailsTabs::stoppableWorkChanged);
    connect(&histograms, &HistogramCache::ready, m_histogram, &HistogramView::showHistogram);
    connect(&histograms, &HistogramCache::stopped, m_histogram, &HistogramView::showHistogramStopped);
    connect(&histograms, &HistogramCache::failed, this,
        [this](const Error& error) { m_histogram->showHistogramError(shownText(describe(error), longestMessage)); });
    connect(&histograms, &HistogramCache::runningChanged, this, &DetailsTabs::updateBusy);
    connect(&histograms, &HistogramCache::runningChanged, this, &DetailsTabs::stoppableWorkChanged);
}

SummaryCache& DetailsTabs::shownSummaries() const
{
    return m_histogram->showsCodes() ? *m_codeSummaries : *m_summaries;
}

HistogramCache& DetailsTabs::shownHistograms() const
{
    return m_histogram->showsCodes() ? *m_codeHistograms : *m_histograms;
}

DetailsTabs::~DetailsTabs()
{
    // Children that are still told that tabs go away must find nothing to tell further.
    disconnect(this, nullptr, this, nullptr);
}

void DetailsTabs::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_opened = std::move(opened);
    m_tensor.reset();
    const std::shared_ptr<const Checkpoint> checkpoint = m_opened ? m_opened->checkpoint : nullptr;
    m_summaries->setCheckpoint(checkpoint);
    m_histograms->setCheckpoint(checkpoint);
    m_codeSummaries->setCheckpoint(m_opened ? m_opened->codes : nullptr);
    m_codeHistograms->setCheckpoint(m_opened ? m_opened->codes : nullptr);
    m_overview->setCheckpoint(m_opened);
    m_heatMap->setCheckpoint(checkpoint);
    m_values->setCheckpoint(checkpoint);
    m_hex->setCheckpoint(checkpoint);
    m_metadata->setCheckpoint(checkpoint);
    updateHistogram();
}

void DetailsTabs::setTensor(std::optional<std::uint32_t> tensor)
{
    if (!m_opened || m_tensor == tensor || (tensor && *tensor >= m_opened->checkpoint->tensors.size()))
        return;
    m_tensor = tensor;
    if (tensor) {
        const Tensor& chosen = m_opened->checkpoint->tensors[*tensor];
        m_histogram->setShape({chosen.shape.begin(), chosen.shape.end()});
        m_histogram->setCodesOffered(hasCodes(chosen));
    }
    m_overview->setTensor(tensor);
    m_heatMap->setTensor(tensor);
    m_values->setTensor(tensor);
    m_hex->setTensor(tensor);
    updateHistogram();
}

void DetailsTabs::setEditSession(EditSession* session)
{
    m_metadata->setSession(session);
    m_changes->setSession(session);
    connect(session, &EditSession::changed, this, [this, session] {
        const std::uint64_t count = session->edits().totals().all();
        setTabText(int(DetailsTab::Changes),
            count == 0 ? tr("Changes") : tr("Changes (%1)").arg(toQString(formatCount(count))));
    });
}

void DetailsTabs::showTab(DetailsTab tab)
{
    setCurrentIndex(int(tab));
}

DetailsTab DetailsTabs::currentTab() const
{
    return DetailsTab(currentIndex());
}

void DetailsTabs::showOffset(std::uint32_t file, std::uint64_t offset)
{
    m_hex->showOffset(file, offset);
    showTab(DetailsTab::Hex);
}

void DetailsTabs::showTensorBytes(std::uint32_t tensor)
{
    setTensor(tensor);
    if (m_tensor != tensor)
        return;
    m_hex->setScope(HexView::Scope::Tensor);
    showTab(DetailsTab::Hex);
}

void DetailsTabs::showElement(std::uint32_t tensor, std::uint64_t element)
{
    setTensor(tensor);
    if (m_tensor != tensor)
        return;
    showTab(DetailsTab::Values);
    m_values->goTo(element);
}

void DetailsTabs::computeDigest(std::uint32_t tensor)
{
    setTensor(tensor);
    if (m_tensor != tensor)
        return;
    showTab(DetailsTab::Overview);
    m_overview->computeDigest(tensor);
}

/// The tensor is known here before the window hears of it: its choice, which shows its own bytes, has then passed, also
/// where it comes back late.
void DetailsTabs::showPlace(std::optional<std::uint32_t> tensor, std::uint32_t file, std::uint64_t offset)
{
    if (tensor) {
        setTensor(tensor);
        emit tensorChosen(*tensor);
    }
    showOffset(file, offset);
}

bool DetailsTabs::isBusy() const
{
    switch (currentTab()) {
    case DetailsTab::Overview:
        return m_overview->isBusy();
    case DetailsTab::Histogram:
        return shownSummaries().isRunning() || shownHistograms().isRunning();
    case DetailsTab::HeatMap:
        return m_heatMap->isBusy();
    case DetailsTab::Values:
        return m_values->isBusy();
    case DetailsTab::Hex:
        return m_hex->isBusy();
    case DetailsTab::Metadata:
        return m_metadata->isBusy();
    case DetailsTab::Changes:
        return false;
    }
    return false;
}

bool DetailsTabs::hasStoppableWork() const
{
    return shownSummaries().isRunning() || shownHistograms().isRunning() || m_overview->isComputingDigest()
        || m_heatMap->isBusy() || m_values->isSearching();
}

void DetailsTabs::stopWork()
{
    shownSummaries().stop();
    shownHistograms().stop();
    m_overview->stopDigest();
    m_heatMap->stop();
    m_values->stop();
}

void DetailsTabs::updateShown()
{
    m_heatMap->setActive(currentTab() == DetailsTab::HeatMap);
    m_values->setActive(currentTab() == DetailsTab::Values);
    updateHistogram();
}

void DetailsTabs::updateHistogram()
{
    m_histograms->drop(); // the view asks again for what it still wants
    m_codeHistograms->drop();
    SummaryCache& summaries = shownSummaries();
    (&summaries == m_summaries ? m_codeSummaries : m_summaries)->stop();
    if (!m_opened || !m_tensor) {
        summaries.stop();
        m_histogram->showNothing(m_opened ? tr("Select a tensor to see how its values are distributed.")
                                          : tr("The values of a tensor stand here once a file is open."));
    } else if (currentTab() != DetailsTab::Histogram) {
        summaries.stop(); // nobody looks
    } else {
        const QString name = nameOf(*m_tensor);
        if (const SummaryPtr summary = summaries.find(*m_tensor)) {
            summaries.stop();
            m_histogram->showSummary(name, summary);
        } else {
            m_histogram->showComputing(name);
            summaries.request(*m_tensor);
        }
    }
    updateBusy();
}

/// What runs may be stopped from outside; otherwise ready() or failed() follows at once.
void DetailsTabs::followSummaries(bool running)
{
    if (m_opened && m_tensor && currentTab() == DetailsTab::Histogram) {
        if (running)
            m_histogram->showComputing(nameOf(*m_tensor));
        else
            m_histogram->showStopped(nameOf(*m_tensor));
    }
    updateBusy();
}

QString DetailsTabs::nameOf(std::uint32_t tensor) const
{
    return shownText(m_opened->checkpoint->tensors[tensor].name);
}

void DetailsTabs::updateBusy()
{
    if (isBusy() == m_wasBusy)
        return;
    m_wasBusy = !m_wasBusy;
    emit busyChanged(m_wasBusy);
}

} // namespace loupe
