#include "views/overview/group_values.h"

#include "items/jobs/qt_text.h"
#include "views/histogram/histogram_chart.h"
#include "views/histogram/histogram_notes.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"
#include "views/overview/layer_chart.h"
#include "views/overview/page_parts.h"

#include <QComboBox>
#include <QLabel>
#include <QVBoxLayout>

namespace loupe {

namespace {

constexpr int histogramHeight = 168;
constexpr int lowHistogramHeight = 120;
constexpr int groupDigits = 4;

ElidedLabel* makeReadout(const QString& name)
{
    auto* const label = new ElidedLabel;
    label->setMuted(true);
    label->setPartsElided();
    label->setAccessibleName(name);
    return label;
}

QString shortValue(double value)
{
    return shownValue(value, groupDigits);
}

/// Empty if no value is finite.
QString valuesNote(const GroupFigures& figures, std::uint64_t tensors)
{
    const Summary& values = figures.values;
    if (!figures.histogram || !values.minimum || !values.maximum || !values.mean || !values.standardDeviation)
        return {};
    const QString text = GroupValues::tr("From %1 to %2 · mean %3 · σ %4")
                             .arg(shortValue(values.minimum->toDouble()), shortValue(values.maximum->toDouble()),
                                 shortValue(*values.mean), shortValue(*values.standardDeviation));
    if (figures.health.tensors == tensors)
        return text;
    return GroupValues::tr("%1 of %2 tensors: %3")
        .arg(groupedCount(figures.health.tensors), groupedCount(tensors), text);
}

} // namespace

GroupValues::GroupValues(GroupBlocks::Kind kind, std::uint64_t tensors, QWidget* parent)
    : QWidget(parent)
    , m_tensors(tensors)
    , m_histogram(new HistogramChart)
    , m_approximate(mutedLabel(tr("Counts are approximate")))
    , m_readout(makeReadout(tr("Summary of the chart")))
{
    auto* const page = new QVBoxLayout(this);
    page->setContentsMargins(0, 0, 0, 0);
    page->setSpacing(0);
    addHeading(*page, tr("Values"), m_approximate)
        ->setToolTip(plainToolTip(tr("How many of the finite values of all tensors below lie in each range. Mean and "
                                     "standard deviation (σ) are those of all of them together.")));
    keepPlace(*m_approximate);
    setLow(false);
    m_histogram->setZoomable(false);
    page->addWidget(m_histogram);
    page->addWidget(m_readout);
    connect(m_histogram, &HistogramCanvas::currentBarChanged, this, &GroupValues::updateReadout);
    if (kind != GroupBlocks::Kind::None)
        addLayers(kind);
    setFigures({});
}

void GroupValues::setLow(bool isLow)
{
    m_histogram->setFixedHeight(isLow ? lowHistogramHeight : histogramHeight);
}

void GroupValues::addLayers(GroupBlocks::Kind kind)
{
    auto* const figure = new QComboBox;
    fillBox(*figure, tr("Figure"),
        {{tr("Root mean square"), tr("Root of the mean of the squared values: their magnitude, whatever their sign")},
            {tr("Mean"), tr("Sum of the values, divided by their number")},
            {tr("Standard deviation"), tr("Root of the mean squared distance of the values from their mean")},
            {tr("Largest magnitude"), tr("Largest |x| of the finite values")}});
    m_layers = new LayerChart(kind);
    m_layersReadout = makeReadout(tr("Summary of the chart"));
    auto& page = static_cast<QBoxLayout&>(*layout());
    const bool isOfLayers = kind == GroupBlocks::Kind::Layers;
    addHeading(page, isOfLayers ? tr("By layer") : tr("By block"), figure)
        ->setToolTip(plainToolTip(isOfLayers ? tr("A bar for each layer: the figure of all its values together")
                                             : tr("A bar for each block: the figure of all its values together")));
    page.addWidget(m_layers);
    page.addSpacing(4);
    page.addWidget(m_layersReadout);
    connect(figure, &QComboBox::currentIndexChanged, this,
        [this](int index) { m_layers->setFigure(LayerChart::Figure(index)); });
    connect(m_layers, &LayerChart::readoutChanged, this, [this] { m_layersReadout->setText(m_layers->readout()); });
}

void GroupValues::setFigures(const GroupFigures& figures)
{
    const bool isKnown = figures.health.tensors > 0;
    m_note = valuesNote(figures, m_tensors);
    m_approximate->setVisible(figures.histogram != nullptr);
    if (figures.histogram)
        m_histogram->setHistogram(
            std::make_shared<const Summary>(figures.values), figures.histogram, ValueScale::linear());
    else
        m_histogram->setMessage(
            isKnown ? tr("No finite values") : tr("Scan the values to see how they are distributed."));
    if (m_layers) {
        m_layers->setMessage(isKnown ? tr("No finite values") : tr("Scan the values to see their figures."));
        m_layers->setLayers(figures.layers);
    }
    updateReadout();
}

void GroupValues::updateReadout()
{
    const auto bar = m_histogram->currentBar();
    m_readout->setText(bar && !m_histogram->bars().empty() ? m_histogram->bars().text(*bar) : m_note);
}

QString GroupValues::readout() const
{
    return m_readout->text();
}

} // namespace loupe
