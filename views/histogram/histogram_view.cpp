#include "views/histogram/histogram_view.h"

#include "items/histogram/histogram_model.h"
#include "items/language/traffic_text.h"
#include "views/charts/chart_picture.h"
#include "views/details/statistics_view.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_notes.h"
#include "views/histogram/histogram_table.h"
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
#include <QSplitter>
#include <QStackedWidget>
#include <QToolButton>

#include <algorithm>
#include <cmath>
#include <utility>

namespace loupe {

HistogramView::HistogramView(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_partBox(makePartBox(false))
    , m_numbersBox(new QComboBox)
    , m_compute(makeComputeButton(tr("Compute the statistics of this tensor")))
    , m_controls(new HistogramControls)
    , m_pages(new QStackedWidget)
    , m_chart(new HistogramChart)
    , m_table(new HistogramTable)
    , m_readout(new ElidedLabel)
    , m_rangeLink(new LinkButton({}))
    , m_splitter(new QSplitter)
    , m_statistics(new StatisticsView)
{
    m_clearing.setSingleShot(true);
    m_clearing.setInterval(shortestWait);
    connect(&m_clearing, &QTimer::timeout, this, &HistogramView::clearNow);
    m_readout->setMuted(true);
    m_readout->setPartsElided();
    m_readout->setAccessibleName(tr("Summary of the chart"));
    layOut();
    connectParts();
    showNothing(tr("Select a tensor to see how its values are distributed."));
}

void HistogramView::layOut()
{
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 0);
    bar->setSpacing(8);
    m_title->setPathElided();
    bar->addWidget(m_title, 1);
    bar->addWidget(m_partBox);
    fillBox(*m_numbersBox, tr("Counted numbers"),
        {{tr("Values"), tr("Values after scales are applied")},
            {tr("Codes"), tr("Raw quantized codes, before scales are applied")}});
    m_numbersBox->hide();
    bar->addWidget(m_numbersBox);
    bar->addWidget(m_compute);
    QToolButton* const tableButton = m_controls->makeTableButton();
    QToolButton* const exportButton = m_controls->makeExportButton();
    bar->addWidget(tableButton);
    bar->addWidget(exportButton);
    m_pages->addWidget(m_chart);
    m_pages->addWidget(m_table);
    auto* const left = new QWidget;
    auto* const column = new QVBoxLayout(left);
    column->setContentsMargins(0, 0, 0, 0);
    column->setSpacing(0);
    column->addWidget(m_pages, 1);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->setSpacing(8);
    foot->addWidget(m_readout, 1);
    foot->addWidget(m_rangeLink);
    m_rangeLink->hide();
    foot->addStrut(m_rangeLink->sizeHint().height()); // keeps the height while the link is hidden
    m_splitter->addWidget(left);
    m_splitter->addWidget(m_statistics);
    m_splitter->setStretchFactor(0, 1);
    m_splitter->setCollapsible(0, false);
    m_chart->setMinimumSize(160, 112); // as low as in other tabs, so that no tab makes the window taller
    m_table->setMinimumSize(160, 64);
    m_statistics->setMinimumHeight(48);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_controls);
    layout->addWidget(m_splitter, 1);
    layout->addLayout(foot);
    std::vector<QWidget*> order{m_partBox, m_numbersBox, m_compute, tableButton, exportButton};
    for (QWidget* const button : m_controls->buttons())
        order.push_back(button);
    order.insert(order.end(), {m_chart, m_table, m_statistics, m_rangeLink});
    tabInOrder(order);
}

void HistogramView::connectParts()
{
    connect(m_partBox, &QComboBox::currentIndexChanged, this, &HistogramView::showPart);
    connect(m_numbersBox, &QComboBox::currentIndexChanged, this, &HistogramView::numbersChosen);
    connect(m_compute, &QToolButton::clicked, this, &HistogramView::computeWanted);
    connect(m_controls, &HistogramControls::logarithmicToggled, m_chart, &HistogramChart::setLogarithmic);
    connect(m_controls, &HistogramControls::choiceChanged, this, [this] {
        const HistogramChoice before = std::exchange(m_choice, m_controls->choice());
        if (m_choice.clip == before.clip)
            m_choice.zoom = before.zoom;
        applyChoice();
    });
    connect(m_controls, &HistogramControls::tableToggled, m_pages, [this](bool on) { m_pages->setCurrentIndex(on); });
    connect(m_controls, &HistogramControls::wholeRangeWanted, this, [this] { setZoom({}); });
    connect(m_controls, &HistogramControls::copyWanted, this, &HistogramView::copyData);
    connect(m_controls, &HistogramControls::saveWanted, this, &HistogramView::chooseFile);
    connect(m_chart, &HistogramChart::currentBarChanged, this, &HistogramView::updateReadout);
    connect(m_chart, &HistogramChart::wholeRangeWanted, this, [this] { setZoom({}); });
    connect(m_chart, &HistogramChart::rangeChosen, this, [this](double low, double high) {
        if (const auto range = m_histogram ? chosenRange(wholeRange(), low, high) : std::nullopt)
            setZoom(range);
    });
    connect(m_chart, &HistogramChart::zoomWanted, this, [this](double value, double factor) {
        if (m_histogram)
            setZoom(zoomed(wantedOptions(), wholeRange(), value, factor));
    });
    connect(m_chart, &HistogramChart::moveWanted, this, [this](double share) {
        if (m_histogram && m_choice.zoom)
            setZoom(moved(wantedOptions(), wholeRange(), share));
    });
    connect(m_rangeLink, &LinkButton::clicked, this, &HistogramView::followRangeLink);
    connect(m_statistics, &StatisticsView::elementChosen, this, [this](quint64 element) {
        if (m_summary)
            emit elementChosen(element);
    });
    connect(m_splitter, &QSplitter::splitterMoved, this, [this] { m_sizesChosen = true; });
    connect(&m_saver, &FileSaver::saved, this,
        [this](const QString& path) { m_readout->setText(tr("Saved %1").arg(shownText(path))); });
    connect(&m_saver, &FileSaver::failed, this,
        [this](const Error& error) { emit saveFailed(shownText(describe(error), 2000)); });
}

void HistogramView::setShape(std::vector<std::uint64_t> shape)
{
    m_shape = std::move(shape);
}

void HistogramView::showFigures()
{
    m_statistics->setShape(m_shape);
    m_statistics->setSummary(m_summary);
}

void HistogramView::setCodesOffered(bool offered)
{
    m_numbersBox->setVisible(offered);
}

bool HistogramView::showsCodes() const
{
    return !m_numbersBox->isHidden() && m_numbersBox->currentIndex() == 1;
}

void HistogramView::showNothing(const QString& sentence)
{
    present({}, nullptr, sentence);
}

void HistogramView::showComputing(const QString& tensor)
{
    present(tensor, nullptr, tr("Computing…"), Wait::Soon);
}

void HistogramView::showStopped(const QString& tensor)
{
    present(tensor, nullptr, tr("Stopped. Press Compute to start again."));
    offerToCompute(*m_compute);
}

void HistogramView::showUnfetched(const QString& tensor, std::uint64_t bytes)
{
    present(tensor, nullptr, unfetchedText(bytes));
    offerToCompute(*m_compute, bytes);
}

void HistogramView::showSummary(const QString& tensor, SummaryPtr summary)
{
    present(tensor, std::move(summary), {});
}

void HistogramView::showError(const QString& tensor, const QString& sentence)
{
    present(tensor, nullptr, sentence);
}

QString HistogramView::message() const
{
    return m_clearing.isActive() ? m_message : m_chart->message();
}

void HistogramView::present(const QString& tensor, SummaryPtr summary, const QString& sentence, Wait wait)
{
    // Keeps the state if the same tensor is shown again.
    if (summary && m_summary == summary && m_tensor == tensor)
        return applyChoice();
    m_tensor = tensor;
    m_title->setText(shownText(tensor));
    m_compute->hide();
    m_summary = std::move(summary);
    if (m_summary || wait == Wait::None)
        showFigures();
    placeStatistics();
    m_partBox->setVisible(m_summary && m_summary->parts.size() == 2);
    m_part.reset();
    if (m_summary)
        showPart();
    else
        clearHistogram(printableText(sentence), HistogramUse::Nothing, wait);
}

void HistogramView::clearHistogram(const QString& sentence, HistogramUse use, Wait wait)
{
    m_histogram.reset();
    m_message = sentence;
    m_messageUse = use;
    if (wait == Wait::None)
        return clearNow();
    if (!m_clearing.isActive())
        m_clearing.start();
}

void HistogramView::clearNow()
{
    m_clearing.stop();
    if (!m_summary)
        showFigures();
    m_chart->setMessage(m_message);
    m_table->setHistogram(nullptr, nullptr);
    m_controls->setUse(m_messageUse);
    m_pages->setCurrentWidget(m_chart);
    updateRangeLink();
}

void HistogramView::showPart()
{
    m_part = m_summary;
    if (m_summary && m_summary->parts.size() == 2) // shares ownership with the whole summary
        m_part = SummaryPtr(m_summary, &m_summary->parts[std::size_t(m_partBox->currentIndex())]);
    m_choice.zoom.reset();
    m_histogram.reset();
    applyChoice();
}

HistogramOptions HistogramView::wantedOptions() const
{
    HistogramOptions options = optionsFor(*m_part, m_choice);
    if (m_summary->parts.size() == 2)
        options.part = std::uint32_t(m_partBox->currentIndex());
    return options;
}

ValueRange HistogramView::wholeRange() const
{
    return clippedRange(*m_part, m_choice.clip);
}

void HistogramView::setZoom(std::optional<ValueRange> zoom)
{
    if (!m_part || !m_histogram)
        return;
    m_choice.zoom = zoom;
    applyChoice();
}

/// Keeps the shown histogram until the requested one arrives.
void HistogramView::applyChoice()
{
    if (!m_part)
        return;
    if (const QString why = whyNoHistogram(*m_part); !why.isEmpty())
        return clearHistogram(why);
    m_controls->setZoomed(m_choice.zoom.has_value());
    const HistogramOptions options = wantedOptions();
    if (m_histogram && options == m_shownOptions) {
        m_shownChoice = m_choice;
        emit histogramNotWanted();
    } else if (const HistogramPtr own = ownHistogram(m_part, options)) {
        emit histogramNotWanted();
        showHistogram(own);
    } else {
        if (!m_histogram)
            clearHistogram(tr("Counting…"), HistogramUse::Choosing, Wait::Soon);
        emit histogramWanted(options);
    }
}

void HistogramView::showHistogram(HistogramPtr histogram)
{
    if (!m_part)
        return;
    m_clearing.stop();
    m_histogram = std::move(histogram);
    m_shownChoice = m_choice;
    m_shownOptions = wantedOptions();
    m_table->setHistogram(m_part, m_histogram);
    m_chart->setValueName(showsCodes() ? tr("Stored code") : tr("Value"));
    m_chart->setHistogram(m_part, m_histogram, m_shownOptions.scale);
    m_controls->setUse(HistogramUse::Everything);
    m_pages->setCurrentIndex(m_controls->isTable());
    updateRangeLink();
}

void HistogramView::showHistogramStopped()
{
    m_choice = m_histogram ? m_shownChoice : HistogramChoice{.clip = HistogramClip::Nothing}; // needs no counting
    m_controls->setChoice(m_choice);
    applyChoice();
}

void HistogramView::showHistogramError(const QString& sentence)
{
    m_choice.zoom.reset();
    clearHistogram(printableText(sentence));
}

/// Places the figures next to the chart if that leaves the chart most of the view, else below it in columns. Sizes set
/// by the user are kept until the figures move.
void HistogramView::placeStatistics()
{
    constexpr double chartShare = 0.6; // minimum fraction of the view
    const int wanted = m_statistics->sizeHint().width(); // more for complex values
    const int handle = m_splitter->handleWidth();
    const int besideChart = m_splitter->width() - wanted - handle;
    const bool beside = double(besideChart) * m_splitter->height() >= chartShare * double(width()) * double(height());
    const Qt::Orientation orientation = beside ? Qt::Horizontal : Qt::Vertical;
    if (m_splitter->orientation() != orientation)
        m_sizesChosen = false;
    m_splitter->setOrientation(orientation);
    if (m_sizesChosen)
        return;
    if (beside)
        return m_splitter->setSizes({besideChart, wanted});
    const int all = m_splitter->height() - handle;
    const int most = all - int(std::ceil(chartShare * height()));
    const int figures =
        std::max(std::min(m_statistics->heightFor(m_splitter->width()), most), m_statistics->minimumHeight());
    m_splitter->setSizes({all - figures, figures});
}

void HistogramView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    placeStatistics();
}

void HistogramView::updateReadout()
{
    if (m_clearing.isActive())
        return;
    const auto bar = m_chart->currentBar();
    m_readout->setText(bar && m_histogram ? m_chart->bars().text(*bar) : note());
}

QString HistogramView::note() const
{
    if (!m_histogram)
        return {};
    return binsNote(*m_histogram, m_shownOptions, m_part->null.value_or(0));
}

std::optional<HistogramClip> HistogramView::otherClip() const
{
    if (!m_histogram || m_shownChoice.zoom)
        return std::nullopt;
    if (m_shownChoice.clip != HistogramClip::Nothing)
        return m_histogram->below + m_histogram->above > 0 ? std::optional(HistogramClip::Nothing) : std::nullopt;
    // Only for a linear view of all values: users who chose something else know about it.
    const auto hint = m_shownOptions.scale.isLinear() ? clipHint(*m_part) : std::nullopt;
    return hint ? std::optional(hint->clip) : std::nullopt;
}

void HistogramView::updateRangeLink()
{
    const auto clip = otherClip();
    m_rangeLink->setVisible(clip.has_value());
    if (clip == HistogramClip::Nothing)
        m_rangeLink->setName(fullRangeText(*m_histogram, *m_part));
    else if (clip)
        m_rangeLink->setName(clipHintText(*clipHint(*m_part)));
}

void HistogramView::followRangeLink()
{
    if (const auto clip = otherClip()) {
        m_choice.clip = *clip;
        m_controls->setChoice(m_choice);
        m_chart->setFocus(); // the link may disappear
        applyChoice();
    }
}

/// The menu may have been open when the histogram was removed.
void HistogramView::copyData()
{
    if (m_histogram)
        QApplication::clipboard()->setText(histogramText(*m_part, *m_histogram, u'\t'));
}

void HistogramView::chooseFile(HistogramFile kind)
{
    askWhereToSave(
        *this, tr("Save histogram"), m_tensor, suffixOf(kind), [this, kind](const QString& path) { save(kind, path); });
}

void HistogramView::save(HistogramFile kind, const QString& path)
{
    if (!m_histogram)
        return;
    QString title = m_title->text();
    if (m_summary->parts.size() == 2)
        title += QStringLiteral(" · ") + m_partBox->currentText();
    if (showsCodes())
        title += QStringLiteral(" · ") + m_numbersBox->currentText();
    switch (kind) {
    case HistogramFile::Png:
        return m_saver.save(path, pngContent(chartImage({m_chart}, title, note())));
    case HistogramFile::Svg:
        // Widgets paint only on the UI thread. The number of bars is small enough for that.
        return m_saver.save(path, chartSvg({m_chart}, title, note()));
    case HistogramFile::Csv:
        return m_saver.save(path, textContent([part = m_part, histogram = m_histogram](const Work&) {
            return histogramText(*part, *histogram, u',').toUtf8();
        }));
    }
}

void HistogramView::setNamePatterns(std::shared_ptr<const NamePatterns> patterns)
{
    m_title->setNames({}, std::move(patterns));
}

} // namespace loupe
