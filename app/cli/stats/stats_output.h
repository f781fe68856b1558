#pragma once

#include "analysis/statistics/summary.h"
#include "app/cli/lists/list_columns.h"
#include "app/cli/lists/list_order.h"
#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/result.h"
#include "reports/summary_json.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// Writes one element of "tensors": the tensor's figures, or nulls and "error" if it could not be read.
void writeTensorSummary(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor,
    const Result<Summary>& summary, const SummaryOptions& options);

/// Cells of the text output: a count, a number with six digits, an integer with all of its digits; "-" for empty.
std::string countCell(const std::optional<std::uint64_t>& count);
std::string numberCell(const std::optional<double>& number);
std::string scalarCell(const std::optional<Scalar>& scalar);

/// The position of an element: its number, and its index if there are several axes, "3,761 = [4, 657]".
std::string placeText(std::span<const std::uint64_t> shape, std::uint64_t element);

/// The keys for --sort about a tensor and its statistics, without quantiles, and the value of a key.
std::vector<std::string> statisticSortKeys();
SortValue statisticSortValue(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Summary& summary, std::string_view key);

/// The columns of the text output, for --columns, and the keys for --sort, including one per quantile: "q0.5".
std::vector<ListColumn> summaryColumns(const std::vector<double>& quantiles);
std::vector<std::string> summarySortKeys(const std::vector<double>& quantiles);
SortValue summarySortValue(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Summary& summary, std::string_view key);

/// Summaries as a table, kept until it is complete.
class SummaryTable {
public:
    SummaryTable(const std::vector<double>& quantiles, const ColumnChoice& columns);

    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary);
    std::string text() const;

private:
    std::vector<std::string> row(
        std::string name, std::string dtype, std::string shape, std::string elements, const Summary& summary) const;

    std::size_t m_quantiles;
    ListTable m_table;
    bool m_hasNulls = false; ///< else the column of nulls is omitted
    std::string m_notes;
};

/// A fraction as text, "0.25".
std::string fractionText(double fraction);

/// The histogram, or one for each part of complex numbers, drawn with characters under a heading.
std::string histogramText(std::string_view name, const Summary& summary, const Style& style);

} // namespace loupe
