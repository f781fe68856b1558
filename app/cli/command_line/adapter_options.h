#pragma once

#include "app/cli/completion/completion.h"
#include "insight/adapter_name.h"

#include <CLI/CLI.hpp>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

// Options about LoRA adapters that several verbs have.

inline constexpr std::uint64_t mostRank = 1 << 16;

/// --spelling of names.
CLI::Option* declareSpelling(CLI::App& verb, CompletionHints& hints, std::string& spelling);
/// Nothing if no spelling has the id.
std::optional<AdapterSpelling> parseSpelling(std::string_view id);

/// A number above 0 and at most `most`, as strengths and shares are.
CLI::Validator positiveReal(double most);

} // namespace loupe
