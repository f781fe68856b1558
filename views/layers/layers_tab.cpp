#include "views/layers/layers_tab.h"

#include "items/compare/layer_map.h"
#include "items/compare/layer_text.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"
#include "views/layers/layers_legend.h"
#include "views/layers/pair_layers_canvas.h"

#include <QCheckBox>
#include <QSignalBlocker>
#include <QToolButton>
#include <QVBoxLayout>

namespace loupe {

LayersTab::LayersTab(QWidget* parent)
    : ComparisonTab(parent)
    , m_map(new LayerMap(this))
    , m_canvas(new PairLayersCanvas(*m_map))
    , m_legend(new LayersLegend)
    , m_fold(new QCheckBox(tr("Merge repeated parts, such as experts")))
    , m_compute(new QToolButton)
    , m_name(new ElidedLabel)
    , m_figures(new ElidedLabel)
    , m_more(new ElidedLabel)
{
    constexpr int unit = LayersLayout::unit;
    m_name->setAccessibleName(tr("Cell"));
    m_figures->setAccessibleName(tr("Values of the cell"));
    m_more->setAccessibleName(tr("Details of the cell"));
    m_more->setMuted(true);
    m_name->setPathElided();
    m_figures->setPartsElided();
    m_more->setPartsElided();
    m_compute->setText(tr("Compute"));
    m_compute->setToolTip(tr("Build layer view"));
    m_compute->setFocusPolicy(Qt::StrongFocus);
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    auto* const read = new QVBoxLayout;
    read->setContentsMargins(unit, unit, unit, unit);
    read->setSpacing(unit / 2);
    read->addWidget(m_fold);
    read->addWidget(m_name);
    read->addWidget(m_figures);
    read->addWidget(m_more);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addWidget(m_legend);
    layout->addWidget(m_canvas, 1);
    layout->addWidget(m_compute, 0, Qt::AlignHCenter);
    layout->addLayout(read);

    connect(m_map, &LayerMap::laidOut, this, &LayersTab::showLaidOut);
    connect(m_map, &LayerMap::changed, this, &LayersTab::showFigures);
    connect(m_map, &LayerMap::busyChanged, this, &LayersTab::busyChanged);
    connect(m_canvas, &LayersCanvas::readCellChanged, this, &LayersTab::showReadout);
    connect(m_canvas, &LayersCanvas::nodeChosen, this, &LayersTab::nodeChosen);
    connect(m_fold, &QCheckBox::toggled, m_map, &LayerMap::setFolding);
    connect(m_compute, &QAbstractButton::clicked, this, [this] {
        m_map->compute();
        showLaidOut();
    });
    showLaidOut();
}

LayersCanvas& LayersTab::canvas()
{
    return *m_canvas;
}

void LayersTab::setResults(const ComparisonResultsPtr& results)
{
    m_canvas->setNode(std::nullopt);
    m_map->setResults(results);
}

void LayersTab::setNode(std::optional<NameTree::NodeId> node)
{
    m_canvas->setNode(node);
}

void LayersTab::onResultsAdded(bool ended)
{
    m_map->onResultsAdded(ended);
}

void LayersTab::setActive(bool active)
{
    m_map->setActive(active);
}

bool LayersTab::isBusy() const
{
    return m_map->isBusy();
}

void LayersTab::stop()
{
    m_map->stop();
    showLaidOut();
}

QString LayersTab::readout() const
{
    return m_name->text() + u'\n' + m_figures->text() + u'\n' + m_more->text();
}

QString LayersTab::message() const
{
    if (!m_map->results())
        return tr("Layers of both checkpoints");
    if (const auto& error = m_map->error())
        return tr("Could not build the layer view: %1").arg(shownText(describe(*error)));
    if (m_map->isStopped())
        return tr("Stopped. Press Compute to start again.");
    return m_map->results()->paired()->pairs.empty() ? tr("Neither checkpoint has tensors.") : QString();
}

void LayersTab::showLaidOut()
{
    const bool isEmpty = m_map->grid().series().empty();
    m_canvas->setMessage(message());
    m_compute->setVisible(isEmpty && (m_map->isStopped() || m_map->error()));
    const QSignalBlocker keepsLayout(m_fold);
    m_fold->setChecked(m_map->isFolding());
    m_fold->setVisible(m_map->grid().canFold());
    m_legend->setVisible(!isEmpty);
    showFigures();
}

void LayersTab::showFigures()
{
    const bool isEmpty = m_map->grid().series().empty();
    const ChangeScale scale = m_map->results() ? m_map->results()->changeScale() : ChangeScale();
    m_canvas->setScale(scale);
    m_legend->setScale(scale);
    m_legend->setOccurring(isEmpty ? std::nullopt : std::optional(m_map->figures().occurring()));
    showReadout();
}

void LayersTab::showReadout()
{
    const auto cell = m_canvas->readCell();
    if (!cell) {
        m_name->setText(m_map->grid().series().empty() ? QString() : tr("Hover over a cell for details"));
        m_name->setMuted(true);
        m_figures->setText({});
        m_more->setText({});
        return;
    }
    m_name->setMuted(false);
    m_name->setText(cellName(*m_map, *cell));
    QStringList lines = cellText(*m_map, *cell).split(u'\n', Qt::SkipEmptyParts);
    m_canvas->setAccessibleDescription(m_name->text() + u'\n' + lines.join(u'\n'));
    if (m_more->isHidden())
        lines = {lines.join(QStringLiteral(" · "))};
    m_figures->setText(lines.value(0));
    m_more->setText(lines.value(1));
}

/// In a low tab, omits the readout's extra line in favor of rows of the grid.
void LayersTab::resizeEvent(QResizeEvent* event)
{
    constexpr int lowest = 45 * LayersLayout::unit; // minimum height with the extra line
    ComparisonTab::resizeEvent(event);
    if (m_more->isHidden() == (height() < lowest))
        return;
    m_more->setVisible(height() >= lowest);
    showReadout();
}

} // namespace loupe
