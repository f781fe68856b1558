#pragma once

#include "adapters/rewrite.h"
#include "analysis/comparison/comparison.h"
#include "analysis/digests/digest.h"
#include "analysis/filter/filter.h"
#include "analysis/statistics/summary.h"
#include "app/cli/lists/list_columns.h"
#include "app/cli/lists/list_order.h"
#include "app/cli/parts/part_options.h"
#include "insight/memory.h"
#include "reports/spectrum_json.h"
#include "saving/recipe/output_format.h"
#include "saving/recipe/recipe_edits.h"

#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <string>
#include <variant>
#include <vector>

namespace loupe {

/// Options shared by several verbs.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    bool stored = false; ///< use the stored numbers, not the decoded values
    /// Takes the quantization scheme only from the model's file, because git provides each version without its neighbor
    /// files.
    bool ignoresFilesBeside = false;
    std::size_t threads = 0; ///< 0: as many as the machine has
    Filter filter;
    std::string filterText; ///< as given
    std::string keyFile; ///< key file for encrypted values; "-" for standard input; empty for none
    std::string passphraseFile; ///< passphrase file, likewise
    bool offline = false; ///< use no network
    bool yes = false; ///< allow reading any amount over the network
    std::optional<PartOptions> part = {}; ///< compute only this part
};

/// How to list tensors.
struct ListOptions {
    ListOrder order;
    ColumnChoice columns; ///< columns of the text output
};

struct InfoOptions {
    CommonOptions common;
    ListOptions list;
    std::string path;
    std::uint32_t depth = std::numeric_limits<std::uint32_t>::max(); ///< levels of the tree
    bool flat = false;
    bool families = false;
    bool diffable = false;
    bool digests = false; ///< with `diffable`: add a digest of each tensor's values
};

struct ValidateOptions {
    CommonOptions common;
    std::vector<std::string> paths;
    bool quick = false; ///< check only headers
    bool sarif = false; ///< print SARIF instead of text
};

struct StatsOptions {
    CommonOptions common;
    ListOptions list;
    std::string path;
    std::vector<std::string> tensors; ///< names or globs; empty for all
    SummaryOptions summary;
    bool histogramAsked = false; ///< set by any histogram option
    bool csv = false; ///< print CSV instead of text
    bool codes = false; ///< for quantized tensors, use codes instead of values
};

struct ScanOptions {
    CommonOptions common;
    ListOptions list;
    std::string path;
    bool all = false; ///< in text output, also list tensors without remarks
    bool sarif = false; ///< print SARIF instead of text
    bool csv = false; ///< print CSV instead of text
    bool byRole = false; ///< list by block and role instead of by tensor
};

/// `tloupe spectrum`: singular values.
struct SpectrumVerbOptions {
    CommonOptions common;
    std::string path;
    std::string against; ///< analyze differences from this checkpoint; empty: none
    std::vector<std::string> tensors; ///< names or globs; empty for all matrices
    SpectrumOptions spectrum;
    bool flattened = false; ///< treat a stack of matrices as one matrix
    SpectrumQuestions questions;
    bool csv = false; ///< print CSV instead of text
};

struct HistoryVerbOptions {
    CommonOptions common;
    std::string path; ///< folder of the run
    std::vector<std::string> names; ///< names of tensors or groups, or globs; empty for all
    bool csv = false; ///< print CSV instead of text
};

struct HashOptions {
    CommonOptions common;
    std::vector<std::string> paths;
    std::optional<DigestAlgorithm> algorithm;
    bool tensors = false;
    bool values = false; ///< tensor digests cover decoded values, not stored bytes
    bool verify = false; ///< verify digests that files state
    std::string check; ///< file of digests to check, "-" for standard input; empty for none
};

struct ConvertOptions {
    CommonOptions common;
    std::vector<std::string> paths; ///< several are merged into one checkpoint
    std::string output;
    const Format* format = nullptr; ///< output format
    std::vector<std::string> select; ///< as selectTensors() takes them
    std::vector<std::string> drop;
    std::vector<std::string> renames; ///< as given, like `casts`; parsed into `edits`
    std::vector<std::string> casts;
    RecipeEdits edits;
    std::uint64_t shardSize = 0; ///< 0: one file
    bool dryRun = false;
    bool force = false;
    bool verify = true;
    bool salvage = false; ///< omit incomplete tensors
    bool dequantize = false; ///< write quantized weights as decoded weights
    bool dropShared = false; ///< write shared storage only once
    bool inPlace = true; ///< rewrite in place if input and output are the same and only the header changes
    bool resume = false; ///< continue an interrupted conversion
    std::vector<std::string> recorded; ///< Resumption::options
    std::optional<std::uint64_t> extractRank; ///< write the adapter that leads from the first input to the second
    AdapterSpelling extractSpelling = AdapterSpelling::Peft;
};

struct ExportOptions {
    CommonOptions common;
    std::string path;
    std::vector<std::string> tensors; ///< names or globs; empty for all
    std::string output;
    std::vector<std::string> casts; ///< as given; parsed into `edits`
    RecipeEdits edits;
    OutputFormat format;
    bool rawBits = false; ///< export dtypes unknown to NumPy as raw bits
    bool toFolder = false; ///< `output` is a folder
    bool force = false;
    bool salvage = false; ///< omit incomplete tensors
    bool verify = true;
};

struct DiffOptions {
    CommonOptions common;
    ListOptions list;
    std::string a;
    std::string b;
    ComparisonOptions comparison;
    std::vector<RenameRule> rules;
    bool detectRenames = false;
    std::string rearrangement; ///< the name of a preset or the path of a recipe; empty: none
    std::string suggestedRules; ///< file for the recipe that was found; "-": standard output; empty: none
    bool listRules = false; ///< print the presets and compare nothing
    bool csv = false; ///< print CSV instead of text
    std::string html; ///< file of the report; empty for none
    std::string difference; ///< file for B - A; empty for none
    OutputFormat differenceFormat; ///< must be a checkpoint format
    std::vector<std::string> casts; ///< as given; parsed into `edits`
    RecipeEdits edits; ///< edits of the differences
    bool force = false; ///< replace existing files
};

/// Two versions of a file, as temporary files created by git; "/dev/null" if a version does not exist.
struct GitDifftoolOptions : DiffOptions {
    std::string name; ///< A's path in the repository; empty if git does not provide it
    std::string newName; ///< B's path, likewise
    bool isPatch = false; ///< called by `git diff` and similar commands, which show many files in sequence
    bool isUnmerged = false; ///< an unmerged path: there is a name but no versions
};

struct ThumbnailOptions {
    CommonOptions common;
    std::string path;
    std::string output;
    int size = 256; ///< pixels of each side
};

struct FormatsOptions {
    CommonOptions common;
};

struct CacheOptions {
    CommonOptions common;
    std::string address; ///< empty: all
    bool clear = false;
};

/// `tloupe collect`: combines the part files that --part wrote.
struct CollectOptions {
    CommonOptions common;
    std::vector<std::string> paths; ///< part files, and folders of them
    bool csv = false;
    std::string html; ///< for a comparison: file for the report; empty: none
    bool force = false; ///< replace an existing report
};

struct CheckOptions {
    CommonOptions common;
    std::string path;
    RunOptions run;
    bool values = false; ///< also check values
    bool sarif = false; ///< print SARIF instead of text
};

/// `tloupe lora`: inspects an adapter, rewrites it, or merges it into the base.
struct LoraOptions {
    CommonOptions common;
    std::string path;
    std::string base; ///< the base model; empty: none
    std::optional<double> alpha; ///< used if neither the file nor a configuration has it
    bool share = false; ///< also report update norms relative to the base
    bool merges = false; ///< write the base with the adapter merged
    double strength = 1;
    bool skipsUnfit = false; ///< merge what fits and skip the rest
    RewriteOptions rewriting;
    ConvertOptions writing; ///< output options; without an output path, nothing is written
};

using VerbOptions = std::variant<InfoOptions, ValidateOptions, CheckOptions, LoraOptions, StatsOptions, ScanOptions,
    SpectrumVerbOptions, HistoryVerbOptions, HashOptions, DiffOptions, GitDifftoolOptions, ConvertOptions,
    ExportOptions, ThumbnailOptions, FormatsOptions, CacheOptions, CollectOptions>;

} // namespace loupe
