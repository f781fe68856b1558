#include "views/details/histogram_page.h"

#include "core/quantization.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "views/histogram/histogram_view.h"
#include "views/kit/plain_text.h"
#include "views/overview/group_view.h"

#include <QStackedWidget>

namespace loupe {

HistogramPage::HistogramPage(Figures& figures)
    : DetailsPage(new QStackedWidget)
    , m_figures(figures)
    , m_pages(static_cast<QStackedWidget&>(*view()))
    , m_histogram(*new HistogramView)
    , m_groupView(*new GroupView)
{
    m_pages.addWidget(&m_histogram);
    m_pages.addWidget(&m_groupView);
    connect(&m_groupView, &GroupView::busyChanged, this, &DetailsPage::busyChanged);
    connect(&m_groupView, &GroupView::tensorChosen, this, &DetailsPage::tensorChosen);
    connectFigures(m_figures.values());
    connectFigures(m_figures.codes());
    connectView();
}

void HistogramPage::connectView()
{
    connect(&m_histogram, &HistogramView::computeWanted, this, &HistogramPage::update);
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

/// The figures that are not shown have nothing running: update() ensures that.
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
    m_tensor.reset();
    m_group.reset();
    m_tree.reset();
    update();
}

void HistogramPage::setGroup(std::optional<NameTree::NodeId> group, const std::shared_ptr<const NameTree>& tree)
{
    if (m_group == group && m_tree == tree)
        return;
    m_group = group;
    m_tree = tree;
    if (!m_tensor)
        update();
}

void HistogramPage::setTensor(std::optional<std::uint32_t> tensor)
{
    m_tensor = tensor;
    if (tensor) {
        const Tensor& chosen = m_opened->checkpoint->tensors[*tensor];
        m_histogram.setShape({chosen.shape.begin(), chosen.shape.end()});
        m_histogram.setCodesOffered(hasCodes(chosen));
    }
    update();
}

void HistogramPage::setActive(bool active)
{
    m_active = active;
    update();
}

bool HistogramPage::isBusy() const
{
    return canStop() || m_groupView.isBusy();
}

bool HistogramPage::canStop() const
{
    return shown().summaries.isRunning() || shown().histograms.isRunning();
}

void HistogramPage::stop()
{
    shown().summaries.stop();
    shown().histograms.stop();
}

void HistogramPage::update()
{
    shown().histograms.drop(); // the view asks again for what it still wants
    hidden().histograms.drop();
    hidden().summaries.stop();
    SummaryCache& summaries = shown().summaries;
    const bool isGroup = m_opened && !m_tensor && m_group;
    if (!isGroup)
        m_groupView.clear();
    else if (m_active)
        m_groupView.setGroup(m_opened, m_tree, *m_group);
    m_pages.setCurrentIndex(isGroup ? 1 : 0);
    if (!m_opened || !m_tensor) {
        summaries.stop();
        m_histogram.showNothing(
            m_opened ? tr("Select a tensor to see how its values are distributed.") : tr("Select a tensor"));
    } else if (!m_active) {
        summaries.stop(); // nobody looks
    } else {
        const QString name = nameOf(*m_tensor);
        if (const SummaryPtr summary = summaries.find(*m_tensor)) {
            summaries.stop();
            m_histogram.showSummary(name, summary);
        } else {
            m_histogram.showComputing(name);
            summaries.request(*m_tensor);
        }
    }
    emit busyChanged();
}

/// What runs may be stopped from outside; otherwise ready() or failed() follows at once.
void HistogramPage::updateComputing(bool running)
{
    if (m_opened && m_tensor && m_active) {
        if (running)
            m_histogram.showComputing(nameOf(*m_tensor));
        else
            m_histogram.showStopped(nameOf(*m_tensor));
    }
    emit busyChanged();
}

QString HistogramPage::nameOf(std::uint32_t tensor) const
{
    return shownText(m_opened->checkpoint->tensors[tensor].name);
}

} // namespace loupe
