#include "views/histogram/ridgelines_view.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/language/traffic_text.h"
#include "views/charts/chart_picture.h"
#include "views/histogram/histogram_notes.h"
#include "views/histogram/ridgeline_chart.h"
#include "views/kit/elided_label.h"
#include "views/kit/file_content.h"
#include "views/kit/link_button.h"
#include "views/kit/plain_text.h"
#include "views/kit/tab_order.h"
#include "views/kit/view_controls.h"
#include "views/writing/save_dialog.h"

#include <QApplication>
#include <QClipboard>
#include <QHBoxLayout>
#include <QToolButton>

#include <utility>

namespace loupe {

RidgelinesView::RidgelinesView(QWidget* parent)
    : QWidget(parent)
    , m_title(new ElidedLabel)
    , m_compute(makeComputeButton(tr("Compute the histograms of these tensors")))
    , m_controls(new HistogramControls)
    , m_chart(new RidgelineChart)
    , m_readout(new ElidedLabel)
    , m_rangeLink(new LinkButton({}))
    , m_groupLink(new LinkButton(tr("Group details")))
{
    m_clearing.setSingleShot(true);
    m_clearing.setInterval(shortestWait);
    connect(&m_clearing, &QTimer::timeout, this, &RidgelinesView::clearNow);
    m_readout->setMuted(true);
    m_readout->setPartsElided();
    m_readout->setAccessibleName(tr("Summary of the chart"));
    layOut();
    connectParts();
    connectZoom();
}

void RidgelinesView::layOut()
{
    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(8, 4, 8, 0);
    bar->setSpacing(8);
    bar->addWidget(m_title, 1);
    bar->addWidget(m_compute);
    QToolButton* const exportButton = m_controls->makeExportButton();
    bar->addWidget(exportButton);
    m_chart->setMinimumSize(160, 168);
    auto* const foot = new QHBoxLayout;
    foot->setContentsMargins(8, 4, 8, 4);
    foot->setSpacing(16);
    foot->addWidget(m_readout, 1);
    foot->addWidget(m_rangeLink);
    foot->addWidget(m_groupLink);
    m_rangeLink->hide();
    m_groupLink->hide();
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_controls);
    layout->addWidget(m_chart, 1);
    layout->addLayout(foot);
    std::vector<QWidget*> order{m_compute, exportButton};
    for (QWidget* const button : m_controls->buttons())
        order.push_back(button);
    order.insert(order.end(), {m_chart, m_rangeLink, m_groupLink});
    tabInOrder(order);
}

void RidgelinesView::connectParts()
{
    connect(m_compute, &QToolButton::clicked, this, &RidgelinesView::computeWanted);
    connect(m_controls, &HistogramControls::logarithmicToggled, m_chart, &RidgelineChart::setLogarithmic);
    connect(m_controls, &HistogramControls::choiceChanged, this, &RidgelinesView::applyControls);
    connect(m_controls, &HistogramControls::wholeRangeWanted, this, [this] { setZoom({}); });
    connect(m_controls, &HistogramControls::copyWanted, this, &RidgelinesView::copyData);
    connect(m_controls, &HistogramControls::saveWanted, this, &RidgelinesView::chooseFile);
    connect(m_chart, &RidgelineChart::currentBarChanged, this, &RidgelinesView::updateReadout);
    connect(m_groupLink, &LinkButton::clicked, this, &RidgelinesView::groupDetailsWanted);
    connect(m_rangeLink, &LinkButton::clicked, this, [this] {
        HistogramChoice full = m_choice;
        full.clip = HistogramClip::Nothing;
        m_controls->setChoice(full);
        m_chart->setFocus(); // the link is about to disappear
        applyControls();
    });
    connect(&m_saver, &FileSaver::saved, this,
        [this](const QString& path) { m_readout->setText(tr("Saved %1").arg(shownText(path))); });
    connect(&m_saver, &FileSaver::failed, this,
        [this](const Error& error) { emit saveFailed(shownText(describe(error), 2000)); });
}

void RidgelinesView::connectZoom()
{
    const auto whole = [this] { return ValueRange{m_shown->whole->low, m_shown->whole->high}; };
    connect(m_chart, &RidgelineChart::wholeRangeWanted, this, [this] { setZoom({}); });
    connect(m_chart, &RidgelineChart::rangeChosen, this, [this, whole](double low, double high) {
        if (const auto range = m_shown ? chosenRange(whole(), low, high) : std::nullopt)
            setZoom(range);
    });
    connect(m_chart, &RidgelineChart::zoomWanted, this, [this, whole](double value, double factor) {
        if (m_shown)
            setZoom(zoomed(*m_shown->options, whole(), value, factor));
    });
    connect(m_chart, &RidgelineChart::moveWanted, this, [this, whole](double share) {
        if (m_shown && m_choice.zoom)
            setZoom(moved(*m_shown->options, whole(), share));
    });
}

void RidgelinesView::setOfGroup(bool isGroup)
{
    m_groupLink->setVisible(isGroup);
}

/// Waits before clearing, so that nothing flickers if the figures arrive soon.
void RidgelinesView::showComputing()
{
    clear(tr("Computing…"));
    if (!m_clearing.isActive())
        m_clearing.start();
}

void RidgelinesView::showStopped()
{
    if (m_shown) { // with its choice
        m_choice = m_shownChoice;
        m_controls->setChoice(m_choice);
        m_controls->setZoomed(m_choice.zoom.has_value());
        return;
    }
    clear(tr("Stopped. Press Compute to start again."));
    clearNow();
    offerToCompute(*m_compute);
}

void RidgelinesView::showUnfetched(std::uint64_t bytes)
{
    clear(unfetchedText(bytes));
    clearNow();
    offerToCompute(*m_compute, bytes);
}

void RidgelinesView::showError(const QString& sentence)
{
    clear(printableText(sentence));
    clearNow();
    offerToCompute(*m_compute);
}

void RidgelinesView::clear(const QString& sentence)
{
    m_shown.reset();
    m_message = sentence;
    m_compute->hide();
}

void RidgelinesView::clearNow()
{
    m_clearing.stop();
    m_title->setText({});
    m_chart->setMessage(m_message);
    m_controls->setUse(HistogramUse::Choosing);
    m_rangeLink->hide();
}

QString RidgelinesView::message() const
{
    return m_clearing.isActive() ? m_message : m_chart->message();
}

QString RidgelinesView::title() const
{
    return m_title->text();
}

void RidgelinesView::showRidgelines(RidgelinesPtr ridgelines)
{
    m_compute->hide();
    if (!ridgelines->options) {
        clear(tr("None of these tensors has finite values."));
        return clearNow();
    }
    m_clearing.stop();
    m_shown = std::move(ridgelines);
    m_shownChoice = m_choice;
    m_title->setText(m_shown->chosen > m_shown->ridges.size()
            ? tr("%1, %2 of %3")
                  .arg(m_shown->title, QString::number(m_shown->ridges.size()), groupedCount(m_shown->chosen))
            : m_shown->title);
    m_chart->setRidgelines(m_shown);
    m_controls->setUse(HistogramUse::Everything);
    m_controls->setZoomed(m_choice.zoom.has_value());
    const std::uint64_t outside = m_choice.zoom || m_choice.clip == HistogramClip::Nothing ? 0 : m_shown->outside();
    m_rangeLink->setVisible(outside > 0);
    m_rangeLink->setName(fullRangeText(outside));
    updateReadout();
}

void RidgelinesView::applyControls()
{
    const HistogramChoice before = std::exchange(m_choice, m_controls->choice());
    if (m_choice.clip == before.clip)
        m_choice.zoom = before.zoom;
    emit choiceChanged();
}

void RidgelinesView::setZoom(std::optional<ValueRange> zoom)
{
    if (!m_shown || m_choice.zoom == zoom)
        return;
    m_choice.zoom = zoom;
    emit choiceChanged();
}

void RidgelinesView::updateReadout()
{
    if (m_clearing.isActive())
        return;
    const auto bar = m_chart->currentBar();
    m_readout->setText(bar && m_shown ? m_chart->describe(*bar) : note());
}

QString RidgelinesView::note() const
{
    if (!m_shown)
        return {};
    const QString count = toQString(formatCount(m_shown->chosen));
    QStringList notes;
    if (m_shown->chosen > m_shown->ridges.size())
        notes << tr("%1 of %2 tensor(s), evenly spaced", nullptr, pluralOf(m_shown->chosen))
                     .arg(m_shown->ridges.size())
                     .arg(count);
    else
        notes << tr("%1 tensor(s)", nullptr, pluralOf(m_shown->chosen)).arg(count);
    for (const Ridge& ridge : m_shown->ridges) {
        if (!ridge.histogram)
            continue;
        notes << binsText(*ridge.histogram, *m_shown->options);
        break;
    }
    for (const Ridge& ridge : m_shown->ridges) {
        if (ridge.summary == ridge.part)
            continue;
        notes << tr("real parts of complex values");
        break;
    }
    return notes.join(QStringLiteral(" · "));
}

/// The menu may have been open when the histograms were removed.
void RidgelinesView::copyData()
{
    if (m_shown)
        QApplication::clipboard()->setText(ridgelinesText(*m_shown, u'\t'));
}

void RidgelinesView::chooseFile(HistogramFile kind)
{
    if (!m_shown)
        return;
    askWhereToSave(*this, tr("Save histograms"), m_shown->title, suffixOf(kind),
        [this, kind](const QString& path) { save(kind, path); });
}

void RidgelinesView::save(HistogramFile kind, const QString& path)
{
    if (!m_shown)
        return;
    switch (kind) {
    case HistogramFile::Png:
        return m_saver.save(path, pngContent(chartImage({m_chart}, m_title->text(), note())));
    case HistogramFile::Svg:
        return m_saver.save(path, chartSvg({m_chart}, m_title->text(), note()));
    case HistogramFile::Csv:
        return m_saver.save(
            path, textContent([shown = m_shown](const Work&) { return ridgelinesText(*shown, u',').toUtf8(); }));
    }
}

} // namespace loupe
