#include "views/compare/pair_histogram_charts.h"

#include "core/text/text.h"
#include "items/compare/comparison_text.h"
#include "items/jobs/qt_text.h"
#include "views/colors/theme.h"
#include "views/compare/pair_messages.h"
#include "views/histogram/histogram_notes.h"
#include "views/kit/choice_switch.h"

#include <utility>

namespace loupe {

namespace {

constexpr int figureDigits = 4;
constexpr int lowCharts = 320; // height in pixels below which two stacked charts would be mostly axes and legends

/// "A · BF16 · mean 0.001 · σ 0.02".
QString legendOf(const QString& letter, const Checkpoint& checkpoint, std::uint32_t tensor, const Summary* part)
{
    QStringList texts{letter, dtypeText(checkpoint, tensor)};
    if (part && part->mean)
        texts << PairHistogramCharts::tr("mean %1").arg(shownValue(*part->mean, figureDigits));
    if (part && part->standardDeviation)
        texts << PairHistogramCharts::tr("σ %1").arg(shownValue(*part->standardDeviation, figureDigits));
    return texts.join(QStringLiteral(" · "));
}

/// Short, because it follows another note.
QString differencesNote(const PairHistograms& histograms)
{
    const HistogramOptions& options = *histograms.differenceOptions;
    const double width = (options.high / 2 - options.low / 2) / options.bins * 2; // halves: the width may not be finite
    const QString text = options.scale.isLinear() ? PairHistogramCharts::tr("B − A: width %1")
                                                  : PairHistogramCharts::tr("B − A: within ±%1");
    return text.arg(shownValue(options.scale.isLinear() ? width : options.scale.threshold(), figureDigits));
}

QString whyNoValues(const PairedCheckpoints& paired, const TensorPair& pair)
{
    const QString why = whyNoValuesOf(paired, pair);
    return why.isEmpty() ? PairHistogramCharts::tr("All values are NaN or infinite.") : why;
}

QString whyNoDifferences(const PairHistograms& histograms, const PairedCheckpoints& paired, const TensorPair& pair)
{
    if (const QString why = whyNoDifference(paired, pair); !why.isEmpty())
        return why;
    if (const QString why = whyNoValuesOf(paired, pair); !why.isEmpty())
        return why;
    const Delta& delta = *histograms.delta;
    if (delta.identical)
        return identicalText();
    if (delta.differing == 0)
        return PairHistogramCharts::tr("All values are the same in A and B.");
    return PairHistogramCharts::tr("Values differ only where one is NaN or infinite.");
}

} // namespace

PairHistogramCharts::PairHistogramCharts(QWidget* parent)
    : QSplitter(Qt::Vertical, parent)
    , m_switch(new ChoiceSwitch({{tr("A and B"), tr("Show the histograms of A and B")},
          {tr("B − A"), tr("Show the histogram of the differences")}}))
    , m_values(new HistogramCanvas)
    , m_differences(new HistogramCanvas)
{
    m_values->setAccessibleName(tr("Histograms of A and B"));
    m_differences->setAccessibleName(tr("Histogram of the differences"));
    m_differences->setValueName(tr("B − A"));
    setChildrenCollapsible(false);
    for (HistogramCanvas* const canvas : {m_values, m_differences}) {
        canvas->setMinimumSize(160, 96); // so that the window fits into 900x600
        addWidget(canvas);
        setStretchFactor(indexOf(canvas), 1);
        connect(canvas, &HistogramCanvas::currentBarChanged, this, &PairHistogramCharts::onChanged);
    }
    setSizes({1000, 1000}); // equal heights
    m_switch->setAccessibleName(tr("Histogram"));
    m_switch->hide();
    connect(m_switch, &ChoiceSwitch::changed, this, &PairHistogramCharts::showSeen);
}

void PairHistogramCharts::showSeen()
{
    const bool isFirst = m_switch->current() == 0;
    m_switch->setVisible(m_isLow);
    m_values->setVisible(!m_isLow || isFirst);
    m_differences->setVisible(!m_isLow || !isFirst);
    emit seenChanged();
}

std::uint64_t PairHistogramCharts::outside() const
{
    if (!m_histograms)
        return 0;
    return (m_values->isHidden() ? 0 : m_histograms->valuesOutside())
        + (m_differences->isHidden() ? 0 : m_histograms->differencesOutside());
}

void PairHistogramCharts::resizeEvent(QResizeEvent* event)
{
    QSplitter::resizeEvent(event);
    const bool isLow = height() < lowCharts;
    if (std::exchange(m_isLow, isLow) != isLow)
        showSeen();
}

void PairHistogramCharts::setMessages(const QString& values, const QString& differences)
{
    m_histograms.reset();
    m_values->setMessage(values);
    m_differences->setMessage(differences);
}

void PairHistogramCharts::setLogarithmic(bool on)
{
    m_values->setLogarithmic(on);
    m_differences->setLogarithmic(on);
}

void PairHistogramCharts::setHistograms(
    PairHistogramsPtr histograms, const PairedCheckpoints& paired, const TensorPair& pair)
{
    m_histograms = std::move(histograms);
    showValues(paired, pair);
    showDifferences(paired, pair);
}

void PairHistogramCharts::showValues(const PairedCheckpoints& paired, const TensorPair& pair)
{
    if (!m_histograms->options)
        return m_values->setMessage(whyNoValues(paired, pair));
    std::vector<HistogramLayer> layers;
    std::vector<HistogramPtr> histograms;
    std::vector<const Summary*> parts;
    const auto add = [&](const SideHistogram& side, HistogramLayer layer, const Checkpoint& checkpoint,
                         std::uint32_t tensor) {
        if (!side.summary)
            return;
        layer.histogram = side.histogram;
        layer.elements = presentElements(*side.summary);
        layer.legend = legendOf(layer.name, checkpoint, tensor, side.part.get());
        layers.push_back(std::move(layer));
        histograms.push_back(side.histogram);
        parts.push_back(side.part.get());
    };
    add(m_histograms->a, {.color = &Theme::sideA, .name = QStringLiteral("A")}, *paired.a, pair.a);
    add(m_histograms->b, {.color = &Theme::sideB, .outlined = true, .name = QStringLiteral("B")}, *paired.b, pair.b);
    std::vector<HistogramSide> sides = beyondSides(histograms);
    for (HistogramSide& side : specialSides(parts))
        sides.push_back(std::move(side));
    m_values->setLayers(std::move(layers), std::move(sides), m_histograms->options->scale);
}

void PairHistogramCharts::showDifferences(const PairedCheckpoints& paired, const TensorPair& pair)
{
    if (!m_histograms->differences)
        return m_differences->setMessage(whyNoDifferences(*m_histograms, paired, pair));
    const auto& differences = m_histograms->differences;
    const Delta& delta = *m_histograms->delta;
    const QString legend =
        tr("B − A · %1 differ\nmean |B−A| %2 · max %3")
            .arg(differingText(delta.differing.value_or(0), delta.elements),
                shownValue(delta.mean.value_or(0), figureDigits), shownValue(delta.maximum.value_or(0), figureDigits));
    const HistogramPtr histogram(differences, &differences->histogram);
    std::vector<HistogramLayer> layers;
    layers.push_back(
        {.histogram = histogram, .elements = delta.elements, .color = &Theme::difference, .legend = legend});
    std::vector<HistogramSide> sides = beyondSides({histogram});
    sides.push_back({tr("NaN, Inf"), {differences->nonfinite}, &Theme::nanFill, &Theme::nan});
    m_differences->setLayers(std::move(layers), std::move(sides), m_histograms->differenceOptions->scale);
}

QString PairHistogramCharts::note() const
{
    for (const HistogramCanvas* const canvas : {m_differences, m_values}) {
        if (const auto bar = canvas->currentBar())
            return canvas == m_differences ? tr("B − A: %1").arg(canvas->bars().text(*bar)) : canvas->bars().text(*bar);
    }
    if (!m_histograms || !m_histograms->options)
        return {};
    const SideHistogram& side = m_histograms->a.histogram ? m_histograms->a : m_histograms->b;
    QString text = binsText(*side.histogram, *m_histograms->options);
    if (m_histograms->differences)
        text += QStringLiteral("; ") + differencesNote(*m_histograms);
    return text;
}

} // namespace loupe
