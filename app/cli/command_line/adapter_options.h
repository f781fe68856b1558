#pragma once

#include "app/cli/completion/completion.h"
#include "insight/adapter_name.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

// Options about LoRA adapters, shared by several verbs.

inline constexpr std::uint64_t mostRank = 1 << 16;

/// Declares --spelling.
CLI::Option* declareSpelling(CLI::App& verb, CompletionHints& hints, std::string& spelling);
/// Empty if no spelling has this ID.
std::optional<AdapterSpelling> parseSpelling(std::string_view id);

/// Accepts a number above 0 and at most `most`, such as a strength or a fraction.
CLI::Validator positiveReal(double most);

} // namespace loupe
