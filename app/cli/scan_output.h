#pragma once

#include "analysis/statistics/health.h"
#include "app/cli/session.h"

#include <cstdint>
#include <string>
#include <vector>

namespace loupe {

/// The health of tensors as a table, kept until all are there, and a verdict. Lists the tensors that could not be read
/// or have nulls or
/// remarks.
class HealthTable {
public:
    /// `listsAll`: also those without remarks.
    explicit HealthTable(bool listsAll);

    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
    std::string text() const;

private:
    std::string verdict() const;

    bool m_listsAll;
    std::vector<std::vector<std::string>> m_rows;
    std::uint64_t m_scanned = 0;
    std::uint64_t m_unread = 0; ///< could not be read
    std::uint64_t m_nonfinite = 0; ///< tensors with NaN or infinities
    std::uint64_t m_nan = 0; ///< elements
    std::uint64_t m_infinite = 0;
    bool m_hasNulls = false; ///< else the column of nulls is omitted
};

} // namespace loupe
