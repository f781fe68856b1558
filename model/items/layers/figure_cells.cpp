#include "items/layers/figure_cells.h"

#include "analysis/statistics/ranked_value.h"
#include "analysis/statistics/summary_sum.h"
#include "core/incomplete_tensors.h"
#include "core/quantization.h"

#include <algorithm>
#include <cmath>
#include <unordered_map>

namespace loupe {

namespace {

constexpr std::size_t stopInterval = 1 << 12; // in rows or tensors
constexpr double bitsPerByte = 8;

std::uint64_t nonfiniteOf(const Summary& summary)
{
    std::uint64_t all = 0;
    for (const auto& count : {summary.nan, summary.positiveInf, summary.negativeInf})
        all += count.value_or(0);
    return all;
}

std::optional<double> bitsFor(double bytes, double elements)
{
    return elements > 0 ? std::optional(bytes * bitsPerByte / elements) : std::nullopt;
}

std::optional<double> shareOf(const std::optional<std::uint64_t>& count, std::uint64_t all)
{
    return count && all > 0 ? std::optional(double(*count) / double(all)) : std::nullopt;
}

std::optional<double> ofHeader(CellFigure figure, const Tensor& tensor)
{
    if (!knowsFileBytes(tensor))
        return std::nullopt;
    const auto bytes = double(fileBytes(tensor));
    return figure == CellFigure::Bytes ? std::optional(bytes) : bitsFor(bytes, double(tensor.elements()));
}

std::optional<double> ofValues(CellFigure figure, const Health& health)
{
    const Summary& summary = health.summary;
    switch (figure) {
    case CellFigure::StandardDeviation:
        return summary.standardDeviation;
    case CellFigure::Largest:
        return health.largestMagnitude;
    case CellFigure::Zeros:
        return shareOf(summary.zero, summary.elements);
    case CellFigure::Nonfinite:
        return summary.nan || summary.positiveInf ? std::optional(double(nonfiniteOf(summary))) : std::nullopt;
    case CellFigure::Farthest:
        return health.sigmas;
    default:
        return std::nullopt;
    }
}

/// Collects the tensors of one cell.
class CellSum {
public:
    CellSum(CellFigure figure, std::uint32_t firstTensor)
        : m_figure(figure)
    {
        m_cell.leastTensor = m_cell.greatestTensor = firstTensor;
    }

    void addHeader(std::uint32_t tensor, const Tensor& described)
    {
        m_looked = true;
        if (knowsFileBytes(described)) {
            m_bytes += double(fileBytes(described));
            m_elements += double(described.elements());
        }
        add(tensor, ofHeader(m_figure, described));
    }
    void addValues(std::uint32_t tensor, const Result<Health>& health)
    {
        m_looked = true;
        if (!health)
            return setUnreadable();
        m_cell.isNonfinite = m_cell.isNonfinite || health->nonfinite();
        const auto value = ofValues(m_figure, *health);
        if (value)
            m_values.add(health->summary);
        add(tensor, value);
    }
    void addRank(std::uint32_t tensor, const std::optional<double>& rank)
    {
        m_looked = true;
        m_ranks += rank.value_or(0);
        add(tensor, rank);
    }
    void addNorm(std::uint32_t tensor, const std::optional<double>& norm)
    {
        m_looked = true;
        m_squares += norm.value_or(0) * norm.value_or(0);
        add(tensor, norm);
    }
    void setUnreadable() { m_cell.isUnreadable = true; }
    FigureCell cell() const
    {
        FigureCell cell = m_cell;
        cell.state = cell.known > 0 ? FigureCell::State::Known
            : m_looked              ? FigureCell::State::None
                                    : FigureCell::State::Waiting;
        cell.value = cell.known > 1 ? together().value_or(cell.greatest) : cell.greatest;
        return cell;
    }

private:
    void add(std::uint32_t tensor, const std::optional<double>& value)
    {
        if (!value || !std::isfinite(*value))
            return;
        if (m_cell.known == 0 || *value < m_cell.least) {
            m_cell.least = *value;
            m_cell.leastTensor = tensor;
        }
        if (m_cell.known == 0 || *value > m_cell.greatest) {
            m_cell.greatest = *value;
            m_cell.greatestTensor = tensor;
        }
        ++m_cell.known;
    }
    /// The figure of all tensors together. Nothing for figures of which a cell shows the greatest.
    std::optional<double> together() const
    {
        switch (m_figure) {
        case CellFigure::Bytes:
            return m_bytes;
        case CellFigure::BitsPerWeight:
            return bitsFor(m_bytes, m_elements);
        case CellFigure::StandardDeviation:
            return m_values.sum().standardDeviation;
        case CellFigure::Zeros: {
            const Summary sum = m_values.sum();
            return shareOf(sum.zero, sum.elements);
        }
        case CellFigure::Nonfinite:
            return double(nonfiniteOf(m_values.sum()));
        case CellFigure::StableRank:
            return m_ranks / double(m_cell.known);
        case CellFigure::UpdateNorm:
            return std::sqrt(m_squares);
        default:
            return std::nullopt;
        }
    }

    CellFigure m_figure;
    FigureCell m_cell;
    SummarySum m_values;
    double m_bytes = 0;
    double m_elements = 0;
    double m_ranks = 0; ///< sum over the tensors
    double m_squares = 0; ///< sum of the squared norms
    bool m_looked = false;
};

/// Numbers the dtypes in order of first occurrence.
class DTypeNumbers {
public:
    DTypeNumbers(const OpenedCheckpoint& opened, std::vector<FigureCells::DTypeOfCells>& list)
        : m_opened(opened)
        , m_list(list)
    {
    }
    FigureCell cell(std::span<const std::uint32_t> tensors)
    {
        FigureCell cell;
        cell.isUnreadable = std::ranges::any_of(
            tensors, [&](std::uint32_t tensor) { return findIncomplete(m_opened.incomplete, tensor) != nullptr; });
        cell.leastTensor = cell.greatestTensor = tensors.front();
        cell.state = FigureCell::State::Known;
        cell.known = static_cast<std::uint32_t>(tensors.size());
        const std::size_t first = number(tensors.front());
        cell.value = cell.least = cell.greatest = double(first);
        cell.isMixed = std::ranges::any_of(tensors, [&](std::uint32_t tensor) { return number(tensor) != first; });
        return cell;
    }

private:
    std::size_t number(std::uint32_t tensor)
    {
        const Checkpoint& checkpoint = *m_opened.checkpoint;
        const Tensor& described = checkpoint.tensors[tensor];
        const bool quantized = isQuantized(described);
        const std::string_view name = checkpoint.dtypeName(tensor);
        const auto [found, isNew] = m_numbers[quantized ? 1 : 0].try_emplace(name, m_list.size());
        if (isNew)
            m_list.push_back({name, described.dtype,
                quantized ? std::optional(m_opened.quantizedTypes.shadeOf(name)) : std::nullopt});
        return found->second;
    }

    const OpenedCheckpoint& m_opened;
    std::vector<FigureCells::DTypeOfCells>& m_list;
    std::unordered_map<std::string_view, std::size_t> m_numbers[2]; ///< [0]: plain dtypes, [1]: quantized types
};

/// Switches to a logarithmic scale if half of the cells would otherwise have nearly the same color. Figures of roles
/// differ by orders of magnitude, such as weights of 0.02 and a norm of 60. Takes the logarithm of the value itself, or
/// of its distance from a value far below all others.
void followLogarithm(ColorRange& range, std::vector<double> values)
{
    constexpr double narrow = 1.0 / 16; // as a fraction of the range
    constexpr double bottom = 0.05; // fraction of the cells that may look the same
    constexpr double leastLinear = 1e-9; // as a fraction of the range
    const double reach = range.high - range.low;
    const double half = valueAtShare(values, 0.5) - range.low;
    if (!std::isfinite(reach) || !(half > 0) || (half > reach * narrow && range.linear == 0))
        return;
    const double near = valueAtShare(values, bottom) - range.low;
    // The part next to the lower end that stays linear. It reaches as far as that end is from zero, so that colors
    // follow the logarithm of the value itself, or to the bottom cells if they are farther, but never to half of them.
    const double unscaled = std::max(range.low, near);
    range.linear = std::max(std::min(unscaled, half), reach * leastLinear);
}

/// Precondition: `values` is not empty, and no value is negative, as for all figures.
ColorRange rangeOf(std::vector<double> values)
{
    constexpr std::size_t few = 32; // with fewer values, the automatic range excludes none
    const auto [least, greatest] = std::ranges::minmax(values);
    ColorRange range{.low = least, .high = greatest};
    if (values.size() >= few) {
        const SliceValues all{.least = least, .greatest = greatest, .count = double(values.size()), .elements = values};
        range = rangesOf(all)[std::size_t(RangeChoice::Automatic)];
    }
    followLogarithm(range, std::move(values));
    return range;
}

/// A cell without NaN has no color.
bool isColored(CellFigure figure, const FigureCell& cell)
{
    return cell.state == FigureCell::State::Known && (figure != CellFigure::Nonfinite || cell.value > 0);
}

void findRanges(FigureCells& found, const LayerGrid& grid, const Work& work)
{
    std::vector<double> all;
    std::vector<double> ofRow;
    found.rows.resize(grid.rowCount());
    for (std::uint32_t row = 0; row < grid.rowCount(); ++row) {
        if (row % stopInterval == 0 && work.stopped())
            return;
        ofRow.clear();
        for (std::uint32_t cell = grid.firstCell(row); cell < grid.endCell(row); ++cell) {
            if (isColored(found.figure, found.cells[cell]))
                ofRow.push_back(found.cells[cell].value);
        }
        all.insert(all.end(), ofRow.begin(), ofRow.end());
        if (!ofRow.empty())
            found.rows[row] = rangeOf(ofRow);
    }
    if (!all.empty())
        found.whole = rangeOf(std::move(all));
}

void tally(FigureCells& found)
{
    FigureCells::Occurring& occurring = found.occurring;
    for (const FigureCell& cell : found.cells) {
        found.known += cell.known;
        occurring.waiting = occurring.waiting || cell.state == FigureCell::State::Waiting;
        occurring.none = occurring.none || cell.state == FigureCell::State::None;
        occurring.mixed = occurring.mixed || cell.isMixed;
        occurring.nonfinite = occurring.nonfinite || cell.isNonfinite;
        occurring.unreadable = occurring.unreadable || cell.isUnreadable;
        occurring.zero = occurring.zero
            || (found.figure == CellFigure::Nonfinite && cell.state == FigureCell::State::Known && cell.value == 0);
    }
}

} // namespace

FigureCells findFigureCells(const OpenedCheckpoint& opened, const LayerGrid& grid, CellFigure figure,
    const HealthResults* results, const Work& work, const StableRanks* ranks, const UpdateNorms* norms)
{
    FigureCells found;
    found.figure = figure;
    const Checkpoint& checkpoint = *opened.checkpoint;
    DTypeNumbers dtypes(opened, found.dtypes);
    found.cells.reserve(grid.cellCount());
    std::size_t looked = 0;
    for (std::uint32_t number = 0; number < grid.cellCount(); ++number) {
        const auto tensors = grid.tensors(number);
        if (looked++ % stopInterval == 0 && work.stopped())
            return found;
        if (figure == CellFigure::DType) {
            found.cells.push_back(dtypes.cell(tensors));
            continue;
        }
        CellSum sum(figure, tensors.front());
        for (const std::uint32_t tensor : tensors) {
            if (looked++ % stopInterval == 0 && work.stopped())
                return found;
            if (findIncomplete(opened.incomplete, tensor))
                sum.setUnreadable();
            if (isOfHeader(figure)) {
                sum.addHeader(tensor, checkpoint.tensors[tensor]);
            } else if (figure == CellFigure::StableRank) {
                if (const auto rank = ranks ? ranks->find(tensor) : std::nullopt)
                    sum.addRank(tensor, *rank);
            } else if (figure == CellFigure::UpdateNorm) {
                if (norms)
                    sum.addNorm(tensor, norms->of(tensor));
            } else if (const auto health = results ? results->find(checkpoint, tensor) : std::nullopt) {
                sum.addValues(tensor, *health);
            }
        }
        found.cells.push_back(sum.cell());
    }
    if (figure != CellFigure::DType)
        findRanges(found, grid, work);
    tally(found);
    return found;
}

} // namespace loupe
