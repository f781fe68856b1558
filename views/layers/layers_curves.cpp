// The curves of a LayersView.

#include "items/history/run_curve.h"
#include "items/jobs/qt_text.h"
#include "views/history/history_chart.h"
#include "views/kit/elided_label.h"
#include "views/kit/plain_text.h"
#include "views/layers/figure_canvas.h"
#include "views/layers/layers_view.h"

#include <algorithm>

namespace loupe {

namespace {

double numberOf(std::string_view label, std::uint32_t column)
{
    bool ok = false;
    const double number = toQString(label).toDouble(&ok);
    return ok ? number : column;
}

/// The cells of a row that its curve goes through. If there are more cells than pixels, takes the extremes of each run
/// of neighbors.
std::vector<std::uint32_t> cellsOfCurve(const CheckpointLayers& layers, std::uint32_t row)
{
    constexpr std::uint32_t most = 4096;
    const std::vector<FigureCell>& cells = layers.cells().cells;
    const std::uint32_t first = layers.grid().firstCell(row);
    const std::uint32_t count = layers.grid().endCell(row) - first;
    const std::uint32_t together = count <= most ? 1 : (count + most / 2 - 1) / (most / 2);
    std::vector<std::uint32_t> chosen;
    for (std::uint32_t begin = first; begin < first + count; begin += together) {
        std::uint32_t least = begin;
        std::uint32_t greatest = begin;
        for (std::uint32_t cell = begin; cell < std::min(begin + together, first + count); ++cell) {
            least = cells[cell].value < cells[least].value ? cell : least;
            greatest = cells[cell].value > cells[greatest].value ? cell : greatest;
        }
        chosen.push_back(std::min(least, greatest));
        if (least != greatest)
            chosen.push_back(std::max(least, greatest));
    }
    return chosen;
}

RunCurve curveOf(const CheckpointLayers& layers, std::uint32_t row, const QString& label, double unit)
{
    const LayerGrid& grid = layers.grid();
    const auto columns = grid.columns(grid.seriesOf(row));
    RunCurve curve{.series = label, .points = {}, .hue = {}};
    for (const std::uint32_t cell : cellsOfCurve(layers, row)) {
        const FigureCell& found = layers.cells().cells[cell];
        const std::uint32_t column = grid.columnOf(cell);
        const bool isKnown = found.state == FigureCell::State::Known;
        curve.points.push_back({.row = int(column),
            .step = numberOf(columns[column].label, column),
            .value = isKnown ? std::optional(found.value / unit) : std::nullopt,
            .isNonfinite = found.isNonfinite});
    }
    return curve;
}

} // namespace

void LayersView::showCurves()
{
    const LayerGrid& grid = m_layers->grid();
    const FigureCells& cells = m_layers->cells();
    std::vector<std::uint32_t> rows = m_canvas->shownRows();
    std::erase_if(rows, [&](std::uint32_t row) { return grid.seriesOf(row).isOutside(); });
    double largest = 0;
    for (const std::uint32_t row : rows) {
        for (std::uint32_t cell = grid.firstCell(row); cell < grid.endCell(row); ++cell)
            largest = std::max(largest, cells.cells[cell].value);
    }
    const FigureUnit unit = unitOf(cells.figure, largest);
    std::vector<RunCurve> curves;
    QStringList labels;
    bool isAnyKnown = false;
    for (const std::uint32_t row : rows) {
        curves.push_back(curveOf(*m_layers, row, m_canvas->labelOf(row), unit.size));
        curves.back().hue = m_canvas->hueOf(row);
        labels << curves.back().series;
        isAnyKnown = isAnyKnown || std::ranges::any_of(curves.back().points, [](const RunCurvePoint& point) {
            return point.value.has_value();
        });
    }
    QString title;
    if (cells.figure == CellFigure::DType && !rows.empty())
        m_chart->setMessage(tr("A dtype has no curve: choose another statistic."));
    else if (rows.empty())
        m_chart->setMessage(m_canvas->currentCell()
                ? tr("This tensor is not in a numbered layer.")
                : tr("Click a cell to plot its role across layers; Ctrl+click to compare roles."));
    else if (!isAnyKnown)
        m_chart->setMessage(tr("Not computed yet."));
    else {
        const bool isOfExperts =
            std::ranges::all_of(rows, [&](std::uint32_t row) { return grid.seriesOf(row).isOfExperts(); });
        title =
            (isOfExperts ? tr("%1 of %2 by expert", "statistic, roles") : tr("%1 of %2 by block", "statistic, roles"))
                .arg(axisTitle(cells.figure, unit), labels.join(QStringLiteral(", ")));
        m_chart->setCurves(std::move(curves),
            {.along = isOfExperts ? tr("Expert") : tr("Block"),
                .title = axisTitle(cells.figure, unit),
                .isCount = cells.figure == CellFigure::Nonfinite,
                .fromZero = isCount(cells.figure) || cells.figure == CellFigure::Zeros});
        const auto current = m_canvas->currentCell();
        m_chart->setCurrentRow(current ? std::optional(int(grid.columnOf(*current))) : std::nullopt);
    }
    m_curvesTitle->setText(title);
    if (!title.isEmpty())
        m_curvesTitle->setToolTip(plainToolTip(title + u'\n' + figureHelp(cells.figure)));
    m_chart->setAccessibleDescription(title.isEmpty() ? m_chart->message() : title);
}

} // namespace loupe
