#pragma once

#include "history/history.h"

#include <cstdint>
#include <string>

namespace loupe {

/// One line for each checkpoint, behind one with the names of the columns.
std::string historyCsv(const RunHistory& history);

/// Nanoseconds since 1970 in UTC, as ISO 8601 has it.
std::string isoTime(std::int64_t nanoseconds);

} // namespace loupe
