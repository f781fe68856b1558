#pragma once

#include "analysis/statistics/health.h"
#include "app/cli/session.h"

#include <string>
#include <vector>

namespace loupe {

/// The health of tensors as a table, kept until all are there.
class HealthTable {
public:
    HealthTable();

    void add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health);
    std::string text() const;

private:
    std::vector<std::vector<std::string>> m_rows;
    bool m_hasNulls = false; ///< else the column of nulls is omitted
};

} // namespace loupe
