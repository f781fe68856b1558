#pragma once

#include "app/cli/session.h"
#include "history/history.h"

#include <span>
#include <string>

namespace loupe {

void writeHistoryJson(JsonWriter& json, const RunHistory& history, std::span<const std::string> names);
/// One line for each checkpoint, behind one with the names of the columns.
std::string historyCsv(const RunHistory& history);
/// A table, and since when there are NaN or infinities.
std::string historyText(const RunHistory& history, const Style& style);

} // namespace loupe
