#include "app/cli/scan/role_cells.h"

#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "core/checked_math.h"
#include "core/text/percent.h"
#include "core/text/text.h"
#include "reports/csv_row.h"

#include <algorithm>
#include <utility>

namespace loupe {

namespace {

/// Raises `greatest` to `value` if that is larger; either may be empty.
void raise(std::optional<double>& greatest, const std::optional<double>& value)
{
    if (value && (!greatest || *value > *greatest))
        greatest = value;
}

/// The fraction of zeros as a table cell.
std::string shareCell(const std::optional<double>& share)
{
    return share ? formatPercent(*share) : "-";
}

} // namespace

Result<RoleCells> RoleCells::create(std::shared_ptr<const Checkpoint> checkpoint, const Work& work)
{
    auto tree = NameTree::build(*checkpoint, work);
    if (!tree)
        return fail(std::move(tree.error()));
    auto kept = std::make_shared<const NameTree>(std::move(*tree));
    auto grid = LayerGrid::build(*kept, true, work);
    if (!grid)
        return fail(std::move(grid.error()));
    return RoleCells(std::move(checkpoint), std::move(*grid), std::move(kept));
}

RoleCells::RoleCells(std::shared_ptr<const Checkpoint> checkpoint, LayerGrid grid, std::shared_ptr<const NameTree> tree)
    : m_checkpoint(std::move(checkpoint))
    , m_tree(std::move(tree))
    , m_grid(std::move(grid))
    , m_cells(m_grid.cellCount())
{
}

void RoleCells::add(std::uint32_t tensor, const Result<Health>& health)
{
    const std::uint32_t number = m_grid.cellOf(tensor);
    if (number >= m_cells.size())
        return;
    Cell& cell = m_cells[number];
    const Tensor& described = m_checkpoint->tensors[tensor];
    if (cell.tensors == 0)
        cell.first = tensor;
    ++cell.tensors;
    cell.isMixed = cell.isMixed || m_checkpoint->dtypeName(tensor) != m_checkpoint->dtypeName(cell.first);
    if (knowsFileBytes(described)) {
        cell.bytes = saturatingAdd(cell.bytes, fileBytes(described));
        cell.elements = saturatingAdd(cell.elements, described.elements());
    }
    if (!health)
        return;
    cell.isKnown = true;
    cell.values.add(health->summary);
    raise(cell.largest, health->largestMagnitude);
    raise(cell.sigmas, health->sigmas);
}

RoleCells::Figures RoleCells::figuresOf(const Cell& cell)
{
    Figures figures;
    if (cell.elements > 0) {
        figures.bytes = cell.bytes;
        figures.bitsPerWeight = static_cast<double>(cell.bytes) * 8 / static_cast<double>(cell.elements);
    }
    if (!cell.isKnown)
        return figures;
    const Summary sum = cell.values.sum();
    figures.deviation = sum.standardDeviation;
    if (sum.zero && sum.elements > 0)
        figures.zeroShare = static_cast<double>(*sum.zero) / static_cast<double>(sum.elements);
    if (sum.nan || sum.positiveInf)
        figures.nonfinite = sum.nan.value_or(0) + sum.positiveInf.value_or(0) + sum.negativeInf.value_or(0);
    return figures;
}

std::string_view RoleCells::dtypeOf(const Cell& cell) const
{
    return cell.isMixed ? "mixed" : m_checkpoint->dtypeName(cell.first);
}

std::string_view RoleCells::blockOf(std::uint32_t row, std::uint32_t cell) const
{
    return m_grid.columns(m_grid.seriesOf(row))[m_grid.columnOf(cell)].label;
}

std::string RoleCells::csv() const
{
    std::string text = "series,block,role,tensors,first_tensor,bytes,bits_per_weight,dtype,std,largest_magnitude,"
                       "zero_share,nonfinite,farthest_sigmas\n";
    for (std::uint32_t row = 0; row < m_grid.rowCount(); ++row) {
        for (std::uint32_t number = m_grid.firstCell(row); number < m_grid.endCell(row); ++number) {
            const Cell& cell = m_cells[number];
            if (cell.tensors == 0)
                continue;
            const Figures figures = figuresOf(cell);
            CsvRow line;
            line.text(m_grid.seriesOf(row).path).text(blockOf(row, number)).text(m_grid.label(row));
            line.number(std::optional<std::uint64_t>(cell.tensors)).text(m_checkpoint->tensors[cell.first].name);
            line.number(figures.bytes).number(figures.bitsPerWeight).text(dtypeOf(cell)).number(figures.deviation);
            line.number(cell.largest).number(figures.zeroShare).number(figures.nonfinite).number(cell.sigmas);
            text += line.take();
        }
    }
    return text;
}

void RoleCells::write(JsonWriter& json) const
{
    json.beginArray(JsonWriter::Layout::Lines);
    for (std::uint32_t row = 0; row < m_grid.rowCount(); ++row) {
        const LayerGrid::Series& series = m_grid.seriesOf(row);
        for (std::uint32_t number = m_grid.firstCell(row); number < m_grid.endCell(row); ++number) {
            const Cell& cell = m_cells[number];
            if (cell.tensors == 0)
                continue;
            const Figures figures = figuresOf(cell);
            const std::optional<std::string_view> none;
            json.beginObject();
            json.member("series", series.isOutside() ? none : std::optional<std::string_view>(series.path));
            json.member("block", series.isOutside() ? none : std::optional(blockOf(row, number)));
            json.member("role", m_grid.label(row));
            json.member("tensors", std::uint64_t{cell.tensors});
            json.member("first_tensor", m_checkpoint->tensors[cell.first].name);
            json.member("bytes", figures.bytes);
            json.member("bits_per_weight", figures.bitsPerWeight);
            json.member("dtype", dtypeOf(cell));
            json.member("std", figures.deviation);
            json.member("largest_magnitude", cell.largest);
            json.member("zero_share", figures.zeroShare);
            json.member("nonfinite", figures.nonfinite);
            json.member("farthest_sigmas", cell.sigmas);
            json.endObject();
        }
    }
    json.endArray();
}

std::string RoleCells::text() const
{
    std::vector<std::vector<std::string>> rows{
        {"ROLE", "BLOCKS", "TENSORS", "STD FROM", "TO", "LARGEST", "ZERO", "NAN OR INF"}};
    for (std::uint32_t row = 0; row < m_grid.rowCount(); ++row) {
        std::uint64_t blocks = 0;
        std::uint64_t tensors = 0;
        std::uint64_t nonfinite = 0;
        std::optional<double> least;
        std::optional<double> greatest;
        std::optional<double> largest;
        SummarySum all;
        for (std::uint32_t number = m_grid.firstCell(row); number < m_grid.endCell(row); ++number) {
            const Cell& cell = m_cells[number];
            if (cell.tensors == 0)
                continue;
            const Figures figures = figuresOf(cell);
            ++blocks;
            tensors += cell.tensors;
            nonfinite += figures.nonfinite.value_or(0);
            raise(greatest, figures.deviation);
            if (figures.deviation && (!least || *figures.deviation < *least))
                least = figures.deviation;
            raise(largest, cell.largest);
            if (cell.isKnown)
                all.add(cell.values.sum());
        }
        if (blocks == 0)
            continue;
        const Summary sum = all.sum();
        const LayerGrid::Series& series = m_grid.seriesOf(row);
        const std::string name =
            series.isOutside() ? std::string(m_grid.label(row)) : series.path + '.' + std::string(m_grid.label(row));
        const bool hasZeros = sum.zero && sum.elements > 0;
        rows.push_back({formatName(name), series.isOutside() ? "" : formatCount(blocks), formatCount(tensors),
            numberCell(least), numberCell(greatest), numberCell(largest),
            shareCell(hasZeros ? std::optional(static_cast<double>(*sum.zero) / static_cast<double>(sum.elements))
                               : std::nullopt),
            formatCount(nonfinite)});
    }
    using enum Columns::Align;
    return table({Left, Right, Right, Decimal, Decimal, Decimal, Decimal, Right}, rows);
}

} // namespace loupe
