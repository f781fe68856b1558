#pragma once

#include "history/history.h"

#include <string>

namespace loupe {

/// A line with the column names, then one line for each checkpoint.
std::string historyCsv(const RunHistory& history);

} // namespace loupe
