#pragma once

#include "analysis/comparison.h"
#include "analysis/digest.h"
#include "analysis/filter.h"
#include "analysis/summary.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// What several verbs understand.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    std::size_t threads = 0; ///< 0: as many as the machine has
    Filter filter;
};

struct InfoOptions {
    CommonOptions common;
    std::string path;
    std::uint32_t depth = std::numeric_limits<std::uint32_t>::max(); ///< of the tree
    bool flat = false;
};

struct ValidateOptions {
    CommonOptions common;
    std::vector<std::string> paths;
};

struct StatsOptions {
    CommonOptions common;
    std::string path;
    std::vector<std::string> tensors; ///< names or globs; empty for all
    SummaryOptions summary;
    bool histogramAsked = false; ///< by an option about it
};

struct ScanOptions {
    CommonOptions common;
    std::string path;
};

struct HashOptions {
    CommonOptions common;
    std::vector<std::string> paths;
    std::optional<DigestAlgorithm> algorithm;
    bool tensors = false;
    std::string check; ///< file of digests to check, "-" for standard input; empty for none
};

struct DiffOptions {
    CommonOptions common;
    std::string a;
    std::string b;
    ComparisonOptions comparison;
    std::vector<RenameRule> rules;
    bool detectRenames = false;
};

struct FormatsOptions {
    CommonOptions common;
};

using VerbOptions =
    std::variant<InfoOptions, ValidateOptions, StatsOptions, ScanOptions, HashOptions, DiffOptions, FormatsOptions>;

} // namespace loupe
