#pragma once

#include "analysis/statistics/health.h"
#include "app/cli/lists/list_columns.h"
#include "app/cli/lists/list_order.h"
#include "app/cli/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// The columns of the text output, for --columns.
std::vector<ListColumn> healthColumns();
/// The keys for --sort, and the value of a key.
std::vector<std::string> healthSortKeys();
SortValue healthSortValue(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health, std::string_view key);

/// The health of tensors as a table, kept until it is complete, and a verdict on all counted tensors. Lists tensors
/// that have warnings, nulls or no figures.
class HealthTable {
public:
    /// `listsAll`: also lists tensors without warnings, and those that could not be read.
    HealthTable(bool listsAll, const ColumnChoice& columns);

    /// Counts the tensor for the verdict.
    void count(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
    std::string text() const;

private:
    std::string verdict() const;

    bool m_listsAll;
    ListTable m_table;
    std::uint64_t m_scanned = 0;
    std::uint64_t m_unread = 0; ///< could not be read
    std::uint64_t m_undecoded = 0; ///< quantized weights that could not be decoded
    std::uint64_t m_unknown = 0; ///< others without values, such as objects
    std::uint64_t m_nonfinite = 0; ///< tensors with NaN or infinities
    std::uint64_t m_nan = 0; ///< elements
    std::uint64_t m_infinite = 0;
    std::uint64_t m_duplicates = 0; ///< tensors with the bytes of an earlier one
    std::uint64_t m_odd = 0; ///< HealthSums::odd
    bool m_hasNulls = false; ///< else the column of nulls is omitted
};

} // namespace loupe
