#pragma once

#include "analysis/statistics/summary.h"
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

/// Writes one element of "tensors": the tensor's figures, all null and with "error" where it could not be read.
void writeTensorSummary(JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor,
    const Result<Summary>& summary, const SummaryOptions& options);

/// Cells for people: a count, a number shortened to six digits, a value with all its digits; "-" where there is none.
std::string countCell(const std::optional<std::uint64_t>& count);
std::string numberCell(const std::optional<double>& number);
std::string scalarCell(const std::optional<Scalar>& scalar);

/// Removes the column if none of its cells has a value.
void leaveOutColumn(std::vector<std::vector<std::string>>& rows, std::size_t column);

/// Where an element is: its number, and with several axes its index, "3,761 = [4, 657]".
std::string placeText(std::span<const std::uint64_t> shape, std::uint64_t element);

/// Summaries as a table, kept until all are there.
class SummaryTable {
public:
    /// With a column for each of `quantiles`.
    explicit SummaryTable(const std::vector<double>& quantiles);

    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary);
    std::string text() const;

private:
    std::vector<std::string> row(
        std::string name, std::string dtype, std::string shape, std::string elements, const Summary& summary) const;

    std::size_t m_quantiles;
    std::vector<std::vector<std::string>> m_rows;
    std::size_t m_nullColumn = 0; ///< omitted where no tensor has nulls
    bool m_hasNulls = false;
    std::string m_notes;
};

/// A fraction as people write it, "0.25".
std::string fractionText(double fraction);

/// The histogram, or those of the parts of complex numbers, drawn with characters under a heading.
std::string histogramText(std::string_view name, const Summary& summary, const Style& style);

} // namespace loupe
