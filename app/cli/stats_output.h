#pragma once

#include "analysis/summary.h"
#include "app/cli/session.h"
#include "core/checkpoint.h"
#include "core/result.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// Writes one element of "tensors": the tensor's figures, all null and with "error" where it could not be read.
void writeTensorSummary(
    JsonWriter& json, const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary);

/// Summaries as a table, kept until all are there.
class SummaryTable {
public:
    SummaryTable();

    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Summary>& summary);
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
    std::string m_notes;
};

/// The histogram, or those of the parts of complex numbers, drawn with characters under a heading.
std::string histogramText(std::string_view name, const Summary& summary, const Style& style);

} // namespace loupe
