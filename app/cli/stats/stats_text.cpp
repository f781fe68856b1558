#include "analysis/statistics/statistic.h"
#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "core/text/place.h"
#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cmath>
#include <cstdio>

namespace loupe {

namespace {

using enum Columns::Align;

constexpr std::size_t statsBarWidth = 50; // characters of the fullest bin
constexpr std::string_view unknown = "-";

std::string shortNumber(double number)
{
    std::string text(32, '\0');
    text.resize(static_cast<std::size_t>(std::snprintf(text.data(), text.size(), "%.6g", number)));
    return text;
}

/// The cell of a figure, whatever its type.
struct FigureCell {
    std::string operator()(const std::optional<std::uint64_t>& count) const { return countCell(count); }
    std::string operator()(const std::optional<double>& number) const { return numberCell(number); }
    std::string operator()(const std::optional<Scalar>& scalar) const { return scalarCell(scalar); }
};

std::string bins(const Histogram& histogram)
{
    const std::uint64_t fullest = *std::max_element(histogram.counts.begin(), histogram.counts.end());
    std::vector<std::vector<std::string>> rows;
    if (histogram.below > 0)
        rows.push_back({"below", "", formatCount(histogram.below), ""});
    for (std::size_t i = 0; i < histogram.counts.size(); ++i) {
        const std::uint64_t count = histogram.counts[i];
        const double share = fullest > 0 ? static_cast<double>(count) / static_cast<double>(fullest) : 0;
        rows.push_back({shortNumber(histogram.edges[i]), shortNumber(histogram.edges[i + 1]), formatCount(count),
            std::string(static_cast<std::size_t>(std::ceil(share * statsBarWidth)), '#')});
    }
    if (histogram.above > 0)
        rows.push_back({"above", "", formatCount(histogram.above), ""});
    return table({Right, Right, Right, Left}, rows);
}

} // namespace

std::string countCell(const std::optional<std::uint64_t>& count)
{
    return count ? formatCount(*count) : std::string(unknown);
}

std::string numberCell(const std::optional<double>& number)
{
    return number ? shortNumber(*number) : std::string(unknown);
}

std::string scalarCell(const std::optional<Scalar>& scalar)
{
    if (!scalar)
        return std::string(unknown);
    return scalar->kind == Scalar::Kind::Float ? shortNumber(scalar->toDouble()) : toText(*scalar);
}

std::string placeText(std::span<const std::uint64_t> shape, std::uint64_t element)
{
    const std::string number = formatCount(element);
    return shape.size() > 1 ? number + " = " + formatShape(indexOf(shape, element)) : number;
}

std::string fractionText(double fraction)
{
    std::array<char, 32> text;
    const auto end = std::to_chars(text.data(), text.data() + text.size(), fraction).ptr;
    return {text.data(), end};
}

std::vector<std::string> statisticSortKeys()
{
    std::vector<std::string> keys(tensorSortKeys().begin(), tensorSortKeys().end());
    for (const Statistic& statistic : statistics)
        keys.emplace_back(statistic.key);
    return keys;
}

SortValue statisticSortValue(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Summary& summary, std::string_view key)
{
    if (auto value = tensorSortValue(checkpoint, tensor, key))
        return std::move(*value);
    const auto found = std::ranges::find(statistics, key, &Statistic::key);
    return found == statistics.end() ? SortValue()
                                     : found->visit(summary, [](const auto& figure) { return sortValue(figure); });
}

std::vector<ListColumn> summaryColumns(const std::vector<double>& quantiles)
{
    std::vector<ListColumn> columns{
        {"name", "TENSOR", Left}, {"dtype", "DTYPE", Left}, {"shape", "SHAPE", Left}, {"elements", "ELEMENTS"}};
    for (const Statistic& statistic : statistics) {
        if (!statistic.place)
            columns.push_back({std::string(statistic.key), std::string(statistic.heading),
                statistic.real || statistic.extreme ? Decimal : Right});
    }
    for (const double fraction : quantiles)
        columns.push_back({'q' + fractionText(fraction), 'Q' + fractionText(fraction), Decimal});
    return columns;
}

std::vector<std::string> summarySortKeys(const std::vector<double>& quantiles)
{
    std::vector<std::string> keys = statisticSortKeys();
    for (const double fraction : quantiles)
        keys.push_back('q' + fractionText(fraction));
    return keys;
}

SortValue summarySortValue(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Summary& summary, std::string_view key)
{
    for (const Quantile& quantile : summary.quantiles) {
        if (key == 'q' + fractionText(quantile.fraction))
            return sortValue(quantile.value);
    }
    return statisticSortValue(checkpoint, tensor, summary, key);
}

SummaryTable::SummaryTable(const std::vector<double>& quantiles, const ColumnChoice& columns)
    : m_quantiles(quantiles.size())
    , m_table(summaryColumns(quantiles), columns)
{
}

std::vector<std::string> SummaryTable::row(
    std::string name, std::string dtype, std::string shape, std::string elements, const Summary& summary) const
{
    std::vector<std::string> cells{std::move(name), std::move(dtype), std::move(shape), std::move(elements)};
    for (const Statistic& statistic : statistics) {
        if (!statistic.place)
            cells.push_back(statistic.visit(summary, FigureCell()));
    }
    for (std::size_t i = 0; i < m_quantiles; ++i)
        cells.push_back(numberCell(i < summary.quantiles.size() ? summary.quantiles[i].value : std::nullopt));
    return cells;
}

void SummaryTable::add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary)
{
    const Tensor& described = checkpoint.tensors[tensor];
    const std::string name = formatName(described.name);
    const Summary figures = summary.value_or(Summary());
    m_hasNulls = m_hasNulls || figures.null.value_or(0) > 0;
    m_table.add(row(name, printable(checkpoint.dtypeName(tensor)), formatShape(described.shape),
        formatElements(described.shape), figures));
    for (std::size_t i = 0; i < figures.parts.size(); ++i)
        m_table.add(
            row(i == 0 ? "  real" : "  imag", "", "", formatCount(figures.parts[i].elements), figures.parts[i]));
    if (figures.firstNonfinite)
        m_notes +=
            "  " + name + ": first NaN/Inf at element " + placeText(described.shape, *figures.firstNonfinite) + '\n';
    if (!figures.note.empty())
        m_notes += "  " + name + ": " + std::string(figures.note) + '\n';
}

std::string SummaryTable::text() const
{
    ListTable table = m_table;
    if (!m_hasNulls)
        table.omit("null");
    return table.text() + (m_notes.empty() ? "" : '\n' + m_notes);
}

std::string histogramText(std::string_view name, const Summary& summary, const Style& style)
{
    std::string text;
    if (summary.histogram)
        text += '\n' + style.bold(formatName(name)) + '\n' + bins(*summary.histogram);
    for (std::size_t i = 0; i < summary.parts.size(); ++i)
        text += histogramText(std::string(name) + (i == 0 ? " (real)" : " (imag)"), summary.parts[i], style);
    return text;
}

} // namespace loupe
