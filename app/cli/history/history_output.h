#pragma once

#include "app/cli/session.h"
#include "history/history.h"

#include <span>
#include <string>

namespace loupe {

void writeHistoryJson(JsonWriter& json, const RunHistory& history, std::span<const std::string> names);
/// A table, and the first step with NaN or infinities.
std::string historyText(const RunHistory& history, const Style& style);

} // namespace loupe
