#include "reports/comparison_layers.h"

#include "analysis/comparison/layer_grid.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "reports/comparison_layer_marks.h"
#include "reports/comparison_words.h"
#include "reports/html_text.h"
#include "reports/svg_text.h"

#include <algorithm>
#include <cmath>
#include <numeric>
#include <optional>
#include <span>

namespace loupe {

namespace {

// In pixels.
constexpr double layerRowHeight = 16;
constexpr double numbersHeight = 18;
constexpr double characterWidth = 6.7; // of labels, slightly rounded up
constexpr std::size_t mostLabelCharacters = 46;
constexpr std::size_t mostNumberCharacters = 8;
constexpr std::size_t mostNameBytes = 160;

double cellWidthFor(std::uint32_t columns)
{
    constexpr std::uint32_t few = 40;
    constexpr std::uint32_t many = 80;
    return columns <= few ? 16 : columns <= many ? 11 : 8;
}

/// How many columns there are per column number.
std::uint32_t numberStep(std::size_t characters, double cellWidth)
{
    const double wanted = static_cast<double>(characters) * characterWidth + 8;
    for (const std::uint32_t step : {1U, 2U, 5U, 10U, 20U, 50U}) {
        if (step * cellWidth >= wanted)
            return step;
    }
    return 100;
}

} // namespace

class ComparisonLayers::Picture {
public:
    Picture(const ComparisonLayers& layers, const Checkpoint& a, const Checkpoint& b)
        : m_pairs(layers.m_pairs)
        , m_scale(layers.m_changes.scale())
    {
        m_names.tensors.reserve(m_pairs.size());
        for (const Figures& pair : m_pairs)
            m_names.tensors.push_back(pair.a != TensorPair::none ? a.tensors[pair.a] : b.tensors[pair.b]);
    }

    Result<> layOut(const Work& work)
    {
        auto tree = NameTree::build(m_names, work);
        if (!tree)
            return fail(std::move(tree.error()));
        m_tree = std::move(*tree);
        auto grid = LayerGrid::build(m_tree, true, work);
        if (!grid)
            return fail(std::move(grid.error()));
        m_grid = std::move(*grid);
        m_cells.reserve(m_grid.cellCount());
        for (std::uint32_t number = 0; number < m_grid.cellCount(); ++number) {
            LayerCell& cell = m_cells.emplace_back(m_grid.tensors(number).front());
            for (const std::uint32_t pair : m_grid.tensors(number)) {
                const Figures& figures = m_pairs[pair];
                cell.addDType(figures.dtypeChanged);
                cell.add(pair, figures.status,
                    figures.relativeL2 < 0 ? std::nullopt : std::optional(figures.relativeL2),
                    figures.nonfinite != NonfiniteChange::None);
            }
        }
        chooseRows();
        measureLabels();
        return {};
    }

    std::string html() const
    {
        if (std::none_of(m_cells.begin(), m_cells.end(), [](const LayerCell& cell) { return cell.differs(); }))
            return {};
        std::string html = "<h2>Where it changed</h2>\n<p class=\"muted\">Blocks side by side, roles below each other, "
                           "colored by relative L2, the length of the difference in proportion to that of A; of "
                           "several tensors in one place, the largest.</p>\n<div class=\"panel padded\">";
        html += legend();
        for (const LayerGrid::Series& series : m_grid.series())
            html += seriesPicture(series);
        return html + "</div>\n" + leftOut();
    }

private:
    /// The cells of a row that are in the picture.
    std::span<const LayerCell> cellsOf(std::uint32_t row) const
    {
        const std::uint32_t end = m_grid.lowerCell(row, mostBlocks);
        return std::span(m_cells).subspan(m_grid.firstCell(row), end - m_grid.firstCell(row));
    }

    void chooseRows()
    {
        std::vector<double> weights(m_grid.rowCount());
        for (std::uint32_t row = 0; row < m_grid.rowCount(); ++row) {
            for (const LayerCell& cell : cellsOf(row))
                weights[row] = std::max(weights[row], cell.weight());
        }
        std::vector<std::uint32_t> order(m_grid.rowCount());
        std::iota(order.begin(), order.end(), 0U);
        std::stable_sort(order.begin(), order.end(),
            [&](std::uint32_t one, std::uint32_t other) { return weights[one] > weights[other]; });
        m_isShown.resize(m_grid.rowCount());
        std::size_t cells = 0;
        for (const std::uint32_t row : order) {
            cells += cellsOf(row).size();
            if (m_shownCount == mostRoles || cells > mostCells)
                break;
            m_isShown[row] = true;
            ++m_shownCount;
        }
    }

    std::string labelOf(std::uint32_t row) const
    {
        return elidedMiddle(plainLine(m_grid.label(row)), mostLabelCharacters);
    }

    /// All series get the same label width, so that their cells are aligned.
    void measureLabels()
    {
        std::size_t characters = 0;
        for (std::uint32_t row = 0; row < m_grid.rowCount(); ++row) {
            if (m_isShown[row])
                characters = std::max(characters, characterCount(labelOf(row)));
        }
        m_left = std::ceil(static_cast<double>(characters) * characterWidth) + 12;
    }

    template <typename Predicate>
    bool occurs(const Predicate& predicate) const
    {
        return std::any_of(m_cells.begin(), m_cells.end(), predicate);
    }

    std::string legend() const
    {
        std::string html = "<div class=\"legend\">" + layerLegendScale(m_scale) + "<ul>";
        const auto add = [&](const LayerCell& cell, std::string_view words) { html += layerLegendEntry(cell, words); };
        const auto cellOf = [](PairStatus status, bool nonfiniteDiffer = false) {
            LayerCell cell(0);
            cell.add(0, status, std::nullopt, nonfiniteDiffer);
            return cell;
        };
        if (occurs([](const LayerCell& cell) { return cell.nonfiniteDiffer(); }))
            add(cellOf(PairStatus::Changed, true), "NaN or Inf differs");
        for (const PairStatus status : {PairStatus::OnlyA, PairStatus::OnlyB, PairStatus::ShapeChanged,
                 PairStatus::NotCompared, PairStatus::Changed}) {
            if (occurs([status](const LayerCell& cell) { return !cell.nonfiniteDiffer() && cell.sign() == status; }))
                add(cellOf(status),
                    status == PairStatus::Changed ? "changed, without a relative L2" : pairStatusWords(status));
        }
        if (occurs([](const LayerCell& cell) { return cell.dtypeChanged(); })) {
            LayerCell cell = cellOf(PairStatus::Identical);
            cell.addDType(true);
            add(cell, "other dtype");
        }
        if (occurs([](const LayerCell& cell) { return cell.isIdentical(); }))
            add(cellOf(PairStatus::Identical), "identical");
        return html + "</ul></div>\n";
    }

    std::string seriesPicture(const LayerGrid::Series& series) const
    {
        std::vector<std::uint32_t> rows;
        for (std::uint32_t row = series.firstRow; row < series.firstRow + series.rowCount; ++row) {
            if (m_isShown[row])
                rows.push_back(row);
        }
        if (rows.empty())
            return {};
        const auto columns = m_grid.columns(series).first(std::min(series.columnCount, mostBlocks));
        const double cellWidth = cellWidthFor(static_cast<std::uint32_t>(columns.size()));
        const double header = series.isOutside() ? 0 : numbersHeight;
        const double height = header + layerRowHeight * static_cast<double>(rows.size());

        std::string svg = seriesTitle(series) + "<svg class=\"layers\" role=\"img\" aria-label=\"Relative changes\""
            + viewBox(m_left + cellWidth * static_cast<double>(columns.size()) + 32, height) + ">\n<svg"
            + rectangle(0, 0, m_left, height) + '>';
        double y = header;
        for (const std::uint32_t row : rows) {
            svg += rowLabel(row, y);
            y += layerRowHeight;
        }
        svg += "</svg>\n";
        if (!series.isOutside())
            svg += numbers(columns, cellWidth);
        y = header;
        for (const std::uint32_t row : rows) {
            std::uint32_t number = m_grid.firstCell(row);
            for (const LayerCell& cell : cellsOf(row)) {
                svg += layerMark(cell, m_scale, m_left + m_grid.columnOf(number) * cellWidth, y, cellWidth,
                    layerRowHeight, cellTitle(number));
                ++number;
            }
            svg += '\n';
            y += layerRowHeight;
        }
        return svg + "</svg>\n";
    }

    static std::string viewBox(double width, double height)
    {
        return " width=\"" + wholeNumber(width) + "\" height=\"" + wholeNumber(height) + "\" viewBox=\"0 0 "
            + wholeNumber(width) + ' ' + wholeNumber(height) + '"';
    }

    std::string seriesTitle(const LayerGrid::Series& series) const
    {
        if (series.isOutside())
            return m_grid.series().size() > 1 ? "<h3>Other tensors</h3>\n" : "<h3>All tensors</h3>\n";
        return "<h3><span class=\"path\">" + htmlText(series.path) + "</span> <span class=\"muted\">"
            + counted(series.columnCount, "block") + " × " + counted(series.rowCount, "role") + "</span></h3>\n";
    }

    std::string rowLabel(std::uint32_t row, double y) const
    {
        const auto cells = cellsOf(row);
        const bool differs =
            std::any_of(cells.begin(), cells.end(), [](const LayerCell& cell) { return cell.differs(); });
        return "<text class=\"" + std::string(differs ? "name" : "name quiet") + "\" x=\"0\" y=\""
            + wholeNumber(y + layerRowHeight - 4) + "\"><title>" + htmlText(m_grid.label(row), mostNameBytes)
            + "</title>" + htmlEscaped(labelOf(row)) + "</text>";
    }

    std::string numbers(std::span<const LayerGrid::Column> columns, double cellWidth) const
    {
        std::size_t characters = 0;
        for (const LayerGrid::Column& column : columns)
            characters = std::max(characters, std::min(column.label.size(), mostNumberCharacters));
        const std::uint32_t step = numberStep(characters, cellWidth);
        std::string svg;
        for (std::size_t column = 0; column < columns.size(); column += step) {
            const double middle = m_left + static_cast<double>(column) * cellWidth + (cellWidth - layerCellGap) / 2;
            svg += "<text class=\"tick\" text-anchor=\"middle\" x=\"" + svgNumber(middle) + "\" y=\"12\">"
                + htmlEscaped(elidedMiddle(plainLine(columns[column].label), mostNumberCharacters)) + "</text>";
        }
        return svg + '\n';
    }

    std::string cellTitle(std::uint32_t number) const
    {
        const LayerCell& cell = m_cells[number];
        const std::size_t tensors = m_grid.tensors(number).size();
        const Figures& pair = m_pairs[cell.pair()];
        std::string text =
            tensors == 1 ? "" : counted(tensors, "tensor") + (cell.differs() ? ", differing most: " : ", as ");
        text += htmlText(m_names.tensors[cell.pair()].name, mostNameBytes) + ": ";
        text += pairStatusWords(pair.status);
        if (pair.status == PairStatus::Changed && pair.relativeL2 >= 0)
            text += ", relative L2 " + htmlNumber(pair.relativeL2);
        if (pair.status == PairStatus::Changed && pair.maximum >= 0)
            text += ", max |a − b| " + htmlNumber(pair.maximum);
        if (pair.nonfinite != NonfiniteChange::None)
            text += ", " + std::string(nonfiniteWords(pair.nonfinite));
        if (pair.dtypeChanged)
            text += ", other dtype";
        return text;
    }

    std::string leftOut() const
    {
        std::string text;
        const std::size_t rows = m_grid.rowCount() - m_shownCount;
        if (rows > 0)
            text = counted(rows, "role") + (rows == 1 ? ", which changed less, is" : ", which changed less, are")
                + " omitted here.";
        const auto series = m_grid.series();
        if (std::any_of(series.begin(), series.end(),
                [](const LayerGrid::Series& one) { return one.columnCount > mostBlocks; }))
            text += (text.empty() ? "" : " ") + std::string("Of more than ") + std::to_string(mostBlocks)
                + " blocks, the first ones are shown.";
        return text.empty() ? "" : "<p class=\"muted\">" + text + "</p>\n";
    }

    const std::vector<Figures>& m_pairs;
    Checkpoint m_names; ///< a tensor for each pair
    NameTree m_tree;
    LayerGrid m_grid;
    ChangeScale m_scale;
    std::vector<LayerCell> m_cells; ///< indexed by the grid's cell numbers
    std::vector<bool> m_isShown; ///< indexed by row
    std::size_t m_shownCount = 0;
    double m_left = 0; ///< the left edge of the cells: the width of the labels
};

void ComparisonLayers::add(const TensorPair& pair, const PairOutcome& outcome)
{
    Figures figures{.a = pair.a,
        .b = pair.b,
        .status = statusOf(pair, outcome),
        .dtypeChanged = pair.dtypeChanged,
        .nonfinite = NonfiniteChange::None};
    if (const auto& delta = outcome.delta) {
        m_changes.add(*delta);
        figures.nonfinite = nonfiniteChange(*delta);
        figures.relativeL2 = delta->relativeL2.value_or(-1);
        figures.maximum = delta->maximum.value_or(-1);
    }
    m_pairs.push_back(figures);
}

Result<std::string> ComparisonLayers::html(const Checkpoint& a, const Checkpoint& b, const Work& work) const
{
    Picture picture(*this, a, b);
    if (auto laidOut = picture.layOut({.stop = work.stop}); !laidOut)
        return fail(std::move(laidOut.error()));
    return picture.html();
}

} // namespace loupe
