#include "views/layers/layers_view.h"

#include "items/jobs/qt_text.h"
#include "items/layers/cell_text.h"
#include "items/tree/health/health_scan.h"
#include "views/history/history_chart.h"
#include "views/kit/choice_switch.h"
#include "views/kit/elided_label.h"
#include "views/kit/icons.h"
#include "views/kit/plain_text.h"
#include "views/kit/view_controls.h"
#include "views/layers/figure_canvas.h"
#include "views/layers/figure_legend.h"

#include <QComboBox>
#include <QEvent>
#include <QHBoxLayout>
#include <QPushButton>
#include <QSignalBlocker>
#include <QSplitter>
#include <QToolButton>
#include <QVBoxLayout>

#include <algorithm>

namespace loupe {

namespace {

constexpr int layersSpace = LayersLayout::unit;
constexpr std::size_t mostListedBlocks = 1000;
constexpr qsizetype longestBlock = 60;
constexpr int lowestWithMore = 45 * layersSpace; // minimum height with an extra line for details of a cell

std::vector<std::pair<QString, QString>> figureChoices()
{
    std::vector<std::pair<QString, QString>> choices;
    for (const CellFigure figure : allCellFigures) {
        if (figure != CellFigure::UpdateNorm)
            choices.emplace_back(figureName(figure), figureHelp(figure));
    }
    return choices;
}

} // namespace

LayersView::LayersView(QWidget* parent)
    : QWidget(parent)
    , m_layers(new CheckpointLayers(this))
    , m_figures(new QComboBox)
    , m_scales(new ChoiceSwitch({{tr("One scale"), tr("The same value has the same color in all roles")},
          {tr("By role"), tr("Each role has a scale of its own: it shows which blocks differ from the others")}}))
    , m_parts(new QComboBox)
    , m_scanButton(new QPushButton)
    , m_export(makeBarButton(tr("Export"), tr("Copy or save the grid")))
    , m_legend(new FigureLegend)
    , m_canvas(new FigureCanvas(*m_layers))
    , m_curves(new QWidget)
    , m_curvesTitle(new ElidedLabel)
    , m_chart(new HistoryChart)
    , m_splitter(new QSplitter(Qt::Vertical))
    , m_name(new ElidedLabel)
    , m_values(new ElidedLabel)
    , m_more(new ElidedLabel)
{
    layOut();
    makeExportMenu();
    connectParts();
    updateIcons();
    onLaidOut();
}

void LayersView::layOut()
{
    fillBox(*m_figures, tr("Statistic"), figureChoices());
    m_scales->setAccessibleName(tr("Scale of colors"));
    m_parts->setAccessibleName(tr("Repeated parts"));
    m_parts->setToolTip(tr("How to show experts and other repeated parts of a block"));
    m_parts->setSizeAdjustPolicy(QComboBox::AdjustToMinimumContentsLengthWithIcon);
    m_parts->setMinimumContentsLength(14);
    m_scanButton->setAutoDefault(false);
    m_name->setAccessibleName(tr("Cell"));
    m_values->setAccessibleName(tr("Values of the cell"));
    m_more->setAccessibleName(tr("Details of the cell"));
    m_curvesTitle->setAccessibleName(tr("Curve of"));
    m_name->setPathElided();
    m_values->setElideMode(Qt::ElideRight);
    m_more->setElideMode(Qt::ElideRight);
    m_more->setMuted(true);
    m_chart->setAccessibleName(tr("Values by block"));
    setBackgroundRole(QPalette::Base);
    setAutoFillBackground(true);

    auto* const bar = new QHBoxLayout;
    bar->setContentsMargins(layersSpace, layersSpace / 2, layersSpace / 2, 0);
    bar->setSpacing(layersSpace);
    bar->addWidget(m_figures);
    bar->addWidget(m_scales);
    bar->addWidget(m_parts);
    bar->addStretch(1);
    bar->addWidget(m_export);
    auto* const curves = new QVBoxLayout(m_curves);
    curves->setContentsMargins(0, layersSpace / 2, 0, 0);
    curves->setSpacing(0);
    m_curvesTitle->setContentsMargins(layersSpace, 0, layersSpace, 0);
    curves->addWidget(m_curvesTitle);
    curves->addWidget(m_chart, 1);
    m_chart->setMinimumSize(240, 96);
    m_splitter->addWidget(m_canvas);
    m_splitter->addWidget(m_curves);
    m_splitter->setStretchFactor(0, 3);
    m_splitter->setStretchFactor(1, 1);
    m_splitter->setSizes({420, 176});
    m_splitter->setCollapsible(0, false);
    auto* const lines = new QVBoxLayout;
    lines->setSpacing(layersSpace / 2);
    lines->addWidget(m_name);
    lines->addWidget(m_values);
    lines->addWidget(m_more);
    auto* const read = new QHBoxLayout;
    read->setContentsMargins(layersSpace, layersSpace / 2, layersSpace / 2, layersSpace);
    read->setSpacing(layersSpace);
    read->addLayout(lines, 1);
    read->addWidget(m_scanButton, 0, Qt::AlignTop);
    auto* const layout = new QVBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    layout->addLayout(bar);
    layout->addWidget(m_legend);
    layout->addWidget(m_splitter, 1);
    layout->addLayout(read);
}

void LayersView::connectParts()
{
    connect(m_figures, &QComboBox::activated, this, [this](int choice) {
        m_figureChosen = true;
        m_layers->setFigure(allCellFigures[std::size_t(choice)]);
        showScan();
    });
    connect(m_scales, &ChoiceSwitch::changed, this, [this] {
        m_canvas->setByRow(m_scales->current() == 1);
        showLegend();
    });
    connect(m_parts, &QComboBox::activated, this, [this](int choice) {
        const int first = m_parts->count() - int(std::min(m_layers->blocksWithExperts().size(), mostListedBlocks));
        if (choice >= first)
            m_layers->setParts({LayerParts::Kind::Block, m_layers->blocksWithExperts()[std::size_t(choice - first)]});
        else
            m_layers->setParts({choice == 0 ? LayerParts::Kind::Merged : LayerParts::Kind::Each});
    });
    connect(m_layers, &CheckpointLayers::laidOut, this, &LayersView::onLaidOut);
    connect(m_layers, &CheckpointLayers::changed, this, &LayersView::showFigures);
    connect(m_layers, &CheckpointLayers::busyChanged, this, &LayersView::busyChanged);
    connect(m_canvas, &LayersCanvas::readCellChanged, this, [this] {
        showReadout();
        if (m_canvas->isByRow())
            showLegend();
    });
    connect(m_canvas, &LayersCanvas::nodeChosen, this, [this](NameTree::NodeId node) {
        if (m_layers->opened()->tree.isGroup(node))
            emit groupChosen(node);
        else
            emit tensorChosen(node);
    });
    connect(m_canvas, &FigureCanvas::shownRowsChanged, this, &LayersView::showCurves);
    connect(m_chart, &HistoryChart::rowChosen, this, [this](int column) {
        m_chartColumn = column < 0 ? std::nullopt : std::optional(std::uint32_t(column));
        showReadout();
    });
    connect(m_chart, &HistoryChart::rowSelected, this,
        [this](int column) { m_canvas->chooseColumn(std::uint32_t(column)); });
    connect(&m_layers->ranks(), &StableRankSearch::progressed, this, &LayersView::showScan);
    connect(&m_layers->ranks(), &StableRankSearch::runningChanged, this, &LayersView::showScan);
    connect(&m_layers->ranks(), &StableRankSearch::runningChanged, this, &LayersView::busyChanged);
    connect(m_scanButton, &QPushButton::clicked, this, [this] {
        if (m_layers->figure() == CellFigure::StableRank)
            return findRanks();
        HealthScan& scan = *m_layers->scan();
        if (scan.isRunning())
            return scan.stop();
        scan.start();
        chooseFirstFigure();
    });
    connect(&m_copying, &JobRunner::runningChanged, this, &LayersView::busyChanged);
    connect(&m_saver, &FileSaver::saved, this, [this](const QString& path) {
        m_name->setText(tr("Saved %1").arg(shownText(path)));
        m_name->setMuted(false);
    });
    connect(&m_saver, &FileSaver::failed, this,
        [this](const Error& error) { emit saveFailed(shownText(describe(error), longestMessage)); });
}

void LayersView::setScan(HealthScan* scan)
{
    m_layers->setScan(scan);
    connect(scan, &HealthScan::runningChanged, this, &LayersView::showScan);
    connect(scan, &HealthScan::resultsReset, this, [this] {
        showScan();
        chooseFirstFigure();
    });
    showScan();
}

void LayersView::setCheckpoint(OpenedCheckpointPtr opened)
{
    m_figureChosen = false;
    m_canvas->setNode(std::nullopt);
    m_layers->setCheckpoint(std::move(opened));
    chooseFirstFigure();
    showScan();
}

/// Offers the figure of adapters only for adapters.
void LayersView::offerFigures()
{
    constexpr int place = int(CellFigure::UpdateNorm);
    const bool isOffered = m_figures->count() > place;
    if (isOffered == m_layers->isAdapter())
        return;
    const QSignalBlocker quiet(m_figures);
    if (isOffered) {
        m_figures->removeItem(place);
        return;
    }
    m_figures->addItem(figureName(CellFigure::UpdateNorm));
    m_figures->setItemData(place, plainToolTip(figureHelp(CellFigure::UpdateNorm)), Qt::ToolTipRole);
}

/// Chooses a figure until the user does: for an adapter, the norms of its updates; after a scan, a figure of the
/// values; otherwise, a figure from the header.
void LayersView::chooseFirstFigure()
{
    if (m_figureChosen)
        return;
    const bool isScanned = m_layers->scan() && m_layers->scan()->results();
    m_layers->setFigure(m_layers->isAdapter() ? CellFigure::UpdateNorm
            : isScanned                       ? CellFigure::StandardDeviation
                                              : CellFigure::Bytes);
    m_figures->setCurrentIndex(int(m_layers->figure()));
    showScan();
}

void LayersView::setTensor(std::optional<std::uint32_t> tensor)
{
    if (!m_layers->opened())
        return;
    m_canvas->setNode(tensor);
    showCurves();
}

void LayersView::setGroup(std::optional<NameTree::NodeId> group)
{
    if (m_layers->opened() && group)
        m_canvas->setNode(group);
}

void LayersView::setActive(bool active)
{
    m_layers->setActive(active);
}

void LayersView::setFigure(CellFigure figure)
{
    m_figureChosen = true;
    m_figures->setCurrentIndex(int(figure));
    m_layers->setFigure(figure);
    showScan();
}

void LayersView::setParts(const LayerParts& parts)
{
    m_layers->setParts(parts);
}

QString LayersView::readout() const
{
    return m_name->text() + u'\n' + m_values->text() + u'\n' + m_more->text();
}

QString LayersView::message() const
{
    if (!m_layers->opened())
        return tr("Open a file to see its layers.");
    if (const auto& error = m_layers->error())
        return tr("Could not build the layer view: %1").arg(shownText(describe(*error)));
    const Checkpoint& checkpoint = *m_layers->opened()->checkpoint;
    return !checkpoint.tensors.empty()    ? QString()
        : checkpoint.findings.hasErrors() ? tr("The tensors could not be read.")
                                          : tr("The file has no tensors.");
}

void LayersView::onLaidOut()
{
    const bool isEmpty = m_layers->grid().series().empty();
    m_chartColumn.reset();
    m_canvas->setMessage(message());
    m_legend->setVisible(!isEmpty);
    m_export->setEnabled(!isEmpty);
    fillParts();
    offerFigures();
    chooseFirstFigure();
    m_curves->setVisible(hasBlocks());
    showFigures();
}

void LayersView::fillParts()
{
    const auto& blocks = m_layers->blocksWithExperts();
    const LayerParts& parts = m_layers->parts();
    const QSignalBlocker quiet(m_parts);
    m_parts->clear();
    m_parts->addItems({tr("Experts merged"), tr("Each expert")});
    m_parts->setItemData(0, tr("A cell stands for all repeated parts of a block"), Qt::ToolTipRole);
    m_parts->setItemData(1, tr("Each repeated part has rows of its own"), Qt::ToolTipRole);
    const int first = m_parts->count();
    for (std::size_t i = 0; i < std::min(blocks.size(), mostListedBlocks); ++i) {
        const std::string_view path = m_layers->opened()->tree.path(blocks[i]);
        m_parts->addItem(tr("%1 only", "a block").arg(shownText(path, longestBlock)));
        m_parts->setItemData(
            m_parts->count() - 1, tr("The repeated parts of this block side by side"), Qt::ToolTipRole);
    }
    m_parts->setVisible(!blocks.empty());
    if (parts.kind == LayerParts::Kind::Block)
        m_parts->setCurrentIndex(first + int(std::ranges::find(blocks, parts.block) - blocks.begin()));
    else
        m_parts->setCurrentIndex(parts.kind == LayerParts::Kind::Each ? 1 : 0);
}

bool LayersView::hasBlocks() const
{
    return std::ranges::any_of(
        m_layers->grid().series(), [](const LayerGrid::Series& series) { return !series.isOutside(); });
}

void LayersView::showFigures()
{
    showLegend();
    showCurves();
    showReadout();
}

void LayersView::showLegend()
{
    const FigureCells& cells = m_layers->cells();
    const auto cell = readCell();
    const auto range = !m_canvas->isByRow() ? cells.whole
        : cell                              ? cells.rows[m_layers->grid().rowOf(*cell)]
                                            : std::nullopt;
    m_legend->setContent(cells, range, m_canvas->isByRow());
}

std::optional<std::uint32_t> LayersView::readCell() const
{
    const auto current = m_canvas->currentCell();
    if (m_chartColumn && current)
        return m_layers->grid().find(m_layers->grid().rowOf(*current), *m_chartColumn);
    return m_canvas->readCell();
}

void LayersView::showReadout()
{
    const auto cell = readCell();
    if (!cell) {
        const bool isEmpty = m_layers->grid().series().empty();
        const CellFigure figure = m_layers->figure();
        const bool isUnknown = !isOfHeader(figure) && m_layers->cells().known == 0;
        m_name->setMuted(true);
        m_name->setText(isEmpty ? QString()
                : isUnknown     ? unknownText(figure)
                : !hasBlocks()  ? tr("No numbered layers: hover over a tensor for details")
                                : tr("Hover over a cell for details"));
        m_values->setText({});
        m_more->setText({});
        return;
    }
    const QStringList lines = cellText(*m_layers, *cell).split(u'\n');
    m_name->setMuted(false);
    m_name->setText(cellName(m_layers->opened()->tree, m_layers->grid(), *cell));
    m_canvas->setAccessibleDescription(m_name->text() + u'\n' + lines.join(u'\n'));
    m_values->setText(m_more->isHidden() ? lines.join(QStringLiteral(" · ")) : lines.value(0));
    m_more->setText(lines.value(1));
}

QString LayersView::unknownText(CellFigure figure)
{
    return needsScan(figure)               ? tr("The values have not been scanned yet.")
        : figure == CellFigure::StableRank ? tr("Stable ranks are computed on request.")
                                           : tr("No update could be computed.");
}

bool LayersView::isSearching() const
{
    return m_layers->ranks().isRunning();
}

void LayersView::stopSearch()
{
    m_layers->ranks().stop();
}

void LayersView::findRanks()
{
    if (m_layers->ranks().isRunning())
        m_layers->ranks().stop();
    else
        m_layers->findRanks(m_canvas->shownRows());
}

void LayersView::showScan()
{
    m_figures->setToolTip(plainToolTip(figureHelp(m_layers->figure())));
    if (m_layers->figure() == CellFigure::StableRank)
        return showSearch();
    const HealthScan* const scan = m_layers->scan();
    const bool isRunning = scan && scan->isRunning();
    m_scanButton->setVisible(scan && m_layers->opened() && !scan->isComplete());
    m_scanButton->setText(isRunning ? tr("Stop") : tr("Scan values"));
    m_scanButton->setToolTip(
        plainToolTip(isRunning ? tr("Stop the scan (Esc)") : tr("Read all values to compute their statistics")));
    m_scanButton->setIcon(icon(isRunning ? Icon::Stop : Icon::Scan));
    showReadout();
}

/// Uses the button of the scan for the search for stable ranks.
void LayersView::showSearch()
{
    constexpr int hundred = 100;
    const StableRankSearch& ranks = m_layers->ranks();
    const OpenedCheckpointPtr& opened = m_layers->opened();
    const bool isRunning = ranks.isRunning();
    m_scanButton->setVisible(opened && (isRunning || ranks.results()->size() < opened->checkpoint->tensors.size()));
    m_scanButton->setText(isRunning ? tr("Stop (%1 %)").arg(int(ranks.share() * hundred)) : tr("Compute stable ranks"));
    m_scanButton->setToolTip(plainToolTip(isRunning
            ? tr("Stop (Esc). Results so far are kept.")
            : tr("Compute the largest singular value of each matrix, selected roles first. Reads each matrix up to 50 "
                 "times.")));
    m_scanButton->setIcon(icon(isRunning ? Icon::Stop : Icon::Scan));
    showReadout();
}

void LayersView::changeEvent(QEvent* event)
{
    if (event->type() == QEvent::PaletteChange)
        updateIcons();
    QWidget::changeEvent(event);
}

void LayersView::updateIcons()
{
    m_export->setIcon(icon(Icon::Export));
    showScan();
}

/// In a low view, hides the extra line in favor of rows of the grid.
void LayersView::resizeEvent(QResizeEvent* event)
{
    QWidget::resizeEvent(event);
    m_more->setVisible(height() >= lowestWithMore);
    showReadout();
}

} // namespace loupe
