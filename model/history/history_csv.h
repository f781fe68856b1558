#pragma once

#include "history/history.h"

#include <string>

namespace loupe {

/// One line for each checkpoint, behind one with the names of the columns.
std::string historyCsv(const RunHistory& history);

} // namespace loupe
