#include "views/compare/pair_histogram_tab.h"

#include "core/text/text.h"
#include "items/compare/pair/pair_histogram_text.h"
#include "items/jobs/qt_text.h"
#include "items/language/traffic_text.h"
#include "items/session/fetch_consent.h"
#include "views/charts/chart_picture.h"
#include "views/compare/pair_histogram_charts.h"
#include "views/compare/pair_messages.h"
#include "views/histogram/histogram_notes.h"
#include "views/kit/choice_switch.h"
#include "views/kit/elided_label.h"
#include "views/kit/file_content.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/tab_order.h"
#include "views/kit/view_controls.h"
#include "views/writing/save_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QComboBox>
#include <QHBoxLayout>
#include <QToolButton>

#include <utility>

namespace loupe {

PairHistogramTab::PairHistogramTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_title(new ElidedLabel)
    , m_partBox(makePartBox(false))
    , m_compute(makeComputeButton(tr("Count the values of this pair")))
    , m_controls(new HistogramControls)
    , m_charts(new PairHistogramCharts)
    , m_note(new ElidedLabel)
    , m_rangeLink(new LinkButton({}))
{
    m_title->setPathElided();
    m_title->giveWayToOthers();
    m_note->setMuted(true);
    m_note->setPartsElided();
    m_note->setAccessibleName(tr("Summary of the chart"));
    layOut();
    connectParts();
    follow();
}

void PairHistogramTab::layOut()
{
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 0);
    bar->setSpacing(8);
    bar->addWidget(m_title, 1);
    bar->addWidget(&m_charts->oneSwitch());
    bar->addWidget(m_partBox);
    bar->addWidget(m_compute);
    QToolButton* const exportButton = m_controls->makeExportButton();
    bar->addWidget(exportButton);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->setSpacing(16);
    foot->addWidget(m_note, 1);
    foot->addWidget(m_rangeLink);
    m_rangeLink->hide();
    foot->addStrut(m_rangeLink->sizeHint().height()); // keeps the height while the link is hidden
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_controls);
    layout->addWidget(m_charts, 1);
    layout->addLayout(foot);
    std::vector<QWidget*> order(m_charts->oneSwitch().buttons().begin(), m_charts->oneSwitch().buttons().end());
    order.insert(order.end(), {m_partBox, m_compute, exportButton});
    for (QWidget* const button : m_controls->buttons())
        order.push_back(button);
    order.insert(order.end(), {&m_charts->values(), &m_charts->differences(), m_rangeLink});
    tabInOrder(order);
}

void PairHistogramTab::connectParts()
{
    connect(m_controls, &HistogramControls::logarithmicToggled, m_charts, &PairHistogramCharts::setLogarithmic);
    connect(m_controls, &HistogramControls::choiceChanged, this, &PairHistogramTab::applyControls);
    connect(m_partBox, &QComboBox::activated, this, &PairHistogramTab::applyControls);
    connect(m_controls, &HistogramControls::wholeRangeWanted, this, [this] {
        PairHistogramChoice choice = m_choice;
        choice.zoom.reset();
        choice.differenceZoom.reset();
        choose(choice);
    });
    connect(m_rangeLink, &LinkButton::clicked, this, [this] {
        m_controls->setChoice(
            {.bins = m_choice.bins, .symmetricLog = m_choice.symmetricLog, .clip = HistogramClip::Nothing});
        m_charts->values().setFocus(); // the link is about to disappear
        applyControls();
    });
    connect(m_controls, &HistogramControls::copyWanted, this, &PairHistogramTab::copyData);
    connect(m_controls, &HistogramControls::saveWanted, this, &PairHistogramTab::chooseFile);
    connect(m_compute, &QToolButton::clicked, this, [this] {
        m_stopped = false;
        if (pair())
            agreeToFetch(*m_results->paired(), m_results->paired()->pairs[*pair()]);
        follow();
    });
    connect(m_charts, &PairHistogramCharts::onChanged, this, &PairHistogramTab::updateNote);
    connect(m_charts, &PairHistogramCharts::seenChanged, this, &PairHistogramTab::updateRangeLink);
    connectZoom(m_charts->values(), &PairHistogramChoice::zoom);
    connectZoom(m_charts->differences(), &PairHistogramChoice::differenceZoom);
    connect(&m_cache, &PairHistogramCache::ready, this, &PairHistogramTab::present);
    connect(&m_cache, &PairHistogramCache::failed, this, &PairHistogramTab::showFailure);
    connect(&m_cache, &PairHistogramCache::stopped, this, &PairHistogramTab::showStopped);
    connect(&m_cache, &PairHistogramCache::progressed, this, &PairHistogramTab::showProgress);
    connect(&m_cache, &PairHistogramCache::runningChanged, this, &PairHistogramTab::busyChanged);
    connect(&m_saver, &FileSaver::saved, this,
        [this](const QString& path) { m_note->setText(tr("Saved %1").arg(shownText(path))); });
    connect(&m_saver, &FileSaver::failed, this,
        [this](const Error& error) { emit saveFailed(shownText(describe(error), 2000)); });
}

void PairHistogramTab::connectZoom(HistogramCanvas& canvas, std::optional<ValueRange> PairHistogramChoice::*zoom)
{
    const auto zoomTo = [this, zoom](std::optional<ValueRange> range) {
        PairHistogramChoice choice = m_choice;
        choice.*zoom = range;
        choose(choice);
    };
    const auto wanted = [this, zoom] { // the range of the requested bins, which may still be counting
        PairHistogramChoice choice = m_shownChoice;
        choice.*zoom = m_choice.*zoom;
        return zoom == &PairHistogramChoice::zoom
            ? *optionsForBoth(m_shown->a.part, m_shown->b.part, choice)
            : *optionsForDifferences(*m_shown->delta, m_shown->holdIntegers(), choice, m_shown->magnitudes.get());
    };
    connect(&canvas, &HistogramCanvas::wholeRangeWanted, this, [zoomTo] { zoomTo({}); });
    connect(&canvas, &HistogramCanvas::rangeChosen, this, [this, zoom, zoomTo](double low, double high) {
        if (const auto range = chosenRange(wholeRange(zoom), low, high))
            zoomTo(range);
    });
    connect(&canvas, &HistogramCanvas::zoomWanted, this, [this, zoom, zoomTo, wanted](double value, double factor) {
        zoomTo(zoomed(wanted(), wholeRange(zoom), value, factor));
    });
    connect(&canvas, &HistogramCanvas::moveWanted, this, [this, zoom, zoomTo, wanted](double share) {
        if (m_choice.*zoom)
            zoomTo(moved(wanted(), wholeRange(zoom), share));
    });
}

ValueRange PairHistogramTab::wholeRange(std::optional<ValueRange> PairHistogramChoice::*zoom) const
{
    PairHistogramChoice whole = m_shownChoice;
    whole.*zoom = std::nullopt;
    const auto options = zoom == &PairHistogramChoice::zoom
        ? optionsForBoth(m_shown->a.part, m_shown->b.part, whole)
        : optionsForDifferences(*m_shown->delta, m_shown->holdIntegers(), whole, m_shown->magnitudes.get());
    return {options->low, options->high};
}

void PairHistogramTab::setResults(const ComparisonResultsPtr& results)
{
    m_results = results;
    m_cache.setResults(results);
    setNode(std::nullopt);
}

void PairHistogramTab::setNode(std::optional<NameTree::NodeId> node)
{
    m_node = node;
    m_stopped = false;
    m_shown.reset();
    m_choice.zoom.reset();
    m_choice.differenceZoom.reset();
    follow();
}

void PairHistogramTab::setActive(bool active)
{
    if (std::exchange(m_active, active) != active)
        follow();
}

bool PairHistogramTab::isBusy() const
{
    return m_cache.isRunning();
}

void PairHistogramTab::stop()
{
    m_cache.stop();
}

std::optional<std::uint32_t> PairHistogramTab::pair() const
{
    const bool isPair = m_results && m_node && *m_node < m_results->paired()->tree.root();
    return isPair ? m_node : std::nullopt;
}

QString PairHistogramTab::pairName() const
{
    return toQString(m_results->paired()->names->tensors[*pair()].name);
}

/// Called when the selection, choice or visibility changes. Keeps previous histograms until the requested ones are
/// ready.
void PairHistogramTab::follow()
{
    if (!m_active)
        return m_cache.drop();
    m_compute->hide();
    if (!pair()) {
        m_cache.drop();
        m_title->setText({});
        m_partBox->hide();
        return showMessage(whyNoPair(m_results, m_node));
    }
    m_title->setText(shownText(pairName().toStdString()));
    followPart();
    if (m_shown && m_shownChoice == m_choice) {
        m_cache.drop();
    } else if (const PairHistogramsPtr known = m_cache.find(*pair(), m_choice)) {
        m_cache.drop();
        present(known);
    } else if (m_stopped) {
        showStopped();
    } else if (const std::uint64_t bytes =
                   bytesToAskToShow(*m_results->paired(), m_results->paired()->pairs[*pair()])) {
        m_cache.drop();
        offerToCompute(*m_compute, bytes);
        showMessage(unfetchedText(bytes));
    } else {
        if (!m_shown)
            showMessage(tr("Counting…"), tr("Counting…"));
        m_cache.request(*pair(), m_choice);
    }
}

void PairHistogramTab::followPart()
{
    const PairedCheckpoints& paired = *m_results->paired();
    const auto isComplex = [](const Checkpoint& side, std::uint32_t tensor) {
        return tensor != TensorPair::none && side.tensors[tensor].dtype == DType::C64;
    };
    const TensorPair& both = paired.pairs[*pair()];
    const bool complex = isComplex(*paired.a, both.a) || isComplex(*paired.b, both.b);
    m_partBox->setVisible(complex);
    const auto part = complex ? std::uint32_t(m_partBox->currentIndex()) : 0;
    if (std::exchange(m_choice.part, part) != part) {
        m_choice.zoom.reset();
        m_choice.differenceZoom.reset();
    }
}

void PairHistogramTab::present(const PairHistogramsPtr& histograms)
{
    m_shown = histograms;
    m_shownChoice = m_choice;
    const PairedCheckpoints& paired = *m_results->paired();
    m_charts->setHistograms(histograms, paired, paired.pairs[*pair()]);
    m_controls->setUse(histograms->options ? HistogramUse::Everything : HistogramUse::Nothing);
    m_controls->setZoomed(m_choice.zoom || m_choice.differenceZoom);
    updateNote();
    updateRangeLink();
}

void PairHistogramTab::showMessage(const QString& values, const QString& differences)
{
    m_shown.reset();
    m_charts->setMessages(values, differences);
    m_controls->setUse(HistogramUse::Nothing);
    updateNote();
    updateRangeLink();
}

/// Keeps shown histograms and their choice.
void PairHistogramTab::showStopped()
{
    if (m_shown) {
        m_choice = m_shownChoice;
        m_controls->setChoice({.bins = m_choice.bins, .symmetricLog = m_choice.symmetricLog, .clip = m_choice.clip});
        m_controls->setZoomed(m_choice.zoom || m_choice.differenceZoom);
        m_partBox->setCurrentIndex(int(m_choice.part));
        return;
    }
    m_stopped = true;
    offerToCompute(*m_compute);
    showMessage(stoppedText());
}

void PairHistogramTab::showFailure(const Error& error)
{
    offerToCompute(*m_compute);
    showMessage(failedText(error));
}

void PairHistogramTab::showProgress(const JobProgress& progress)
{
    if (m_shown || progress.total == 0)
        return;
    const QString text = tr("Counting… %1").arg(toQString(formatBytes(progress.done)));
    m_charts->setMessages(text, text);
}

void PairHistogramTab::choose(PairHistogramChoice choice)
{
    if (!m_shown)
        return;
    m_choice = std::move(choice);
    follow();
}

/// Also applies while nothing is selected, so that the choice is ready for the next tensor.
void PairHistogramTab::applyControls()
{
    const HistogramChoice chosen = m_controls->choice();
    m_choice.bins = chosen.bins;
    m_choice.symmetricLog = chosen.symmetricLog;
    if (std::exchange(m_choice.clip, chosen.clip) != chosen.clip) {
        m_choice.zoom.reset();
        m_choice.differenceZoom.reset();
    }
    m_stopped = false;
    follow();
}

QString PairHistogramTab::note() const
{
    return m_note->text();
}

void PairHistogramTab::updateNote()
{
    m_note->setText(m_charts->note());
}

/// Values outside a zoom are hidden on purpose.
void PairHistogramTab::updateRangeLink()
{
    const bool isClipped =
        m_shown && m_shownChoice.clip != HistogramClip::Nothing && !m_shownChoice.zoom && !m_shownChoice.differenceZoom;
    const std::uint64_t outside = isClipped ? m_charts->outside() : 0;
    m_rangeLink->setVisible(outside > 0);
    m_rangeLink->setName(fullRangeText(outside));
}

/// The menu may have been open when the histograms were removed.
void PairHistogramTab::copyData() const
{
    if (m_shown)
        QApplication::clipboard()->setText(pairHistogramText(*m_shown, u'\t'));
}

void PairHistogramTab::chooseFile(HistogramFile kind)
{
    if (!m_shown)
        return;
    askWhereToSave(*this, tr("Save histogram"), pairName(), suffixOf(kind),
        [this, kind](const QString& path) { save(kind, path); });
}

void PairHistogramTab::save(HistogramFile kind, const QString& path)
{
    if (!m_shown)
        return;
    std::vector<QChartView*> charts{&m_charts->values(), &m_charts->differences()};
    std::erase_if(charts, [](const QChartView* chart) { return chart->isHidden(); });
    switch (kind) {
    case HistogramFile::Png:
        return m_saver.save(path, pngContent(chartImage(charts, m_title->text(), note())));
    case HistogramFile::Svg:
        return m_saver.save(path, chartSvg(charts, m_title->text(), note()));
    case HistogramFile::Csv:
        return m_saver.save(
            path, textContent([shown = m_shown](const Work&) { return pairHistogramText(*shown, u',').toUtf8(); }));
    }
}

} // namespace loupe
