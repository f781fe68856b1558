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

/// What several verbs understand.
struct CommonOptions {
    bool json = false;
    bool quiet = false;
    bool stored = false; ///< look at the numbers that are stored, not at the values that they stand for
    /// The model's file alone says how it is quantized. git has each version of a file without those next to it.
    bool ignoresFilesBeside = false;
    std::size_t threads = 0; ///< 0: as many as the machine has
    Filter filter;
    std::string filterText; ///< as it was given
    std::string keyFile; ///< of what opens encrypted values, "-" for standard input; empty for none
    std::string passphraseFile; ///< the same, of a passphrase
    bool offline = false; ///< use no network
    bool yes = false; ///< read as much over the network as it takes
    std::optional<PartOptions> part = {}; ///< find out this much only
};

/// How to list tensors.
struct ListOptions {
    ListOrder order;
    ColumnChoice columns; ///< of text
};

struct InfoOptions {
    CommonOptions common;
    ListOptions list;
    std::string path;
    std::uint32_t depth = std::numeric_limits<std::uint32_t>::max(); ///< of the tree
    bool flat = false;
    bool families = false;
    bool diffable = false;
    bool digests = false; ///< with that, of each tensor's values
};

struct ValidateOptions {
    CommonOptions common;
    std::vector<std::string> paths;
    bool quick = false; ///< headers alone
    bool sarif = false; ///< print that in place of text
};

struct StatsOptions {
    CommonOptions common;
    ListOptions list;
    std::string path;
    std::vector<std::string> tensors; ///< names or globs; empty for all
    SummaryOptions summary;
    bool histogramAsked = false; ///< by an option about it
    bool csv = false; ///< print that in place of text
    bool codes = false; ///< of quantized tensors, in place of the values
};

struct ScanOptions {
    CommonOptions common;
    ListOptions list;
    std::string path;
    bool all = false; ///< in text, also the tensors about which there is nothing to say
    bool sarif = false; ///< print that in place of text
    bool csv = false; ///< the same
    bool byRole = false; ///< by block and role in place of tensors
};

/// `tloupe spectrum`: singular values.
struct SpectrumVerbOptions {
    CommonOptions common;
    std::string path;
    std::string against; ///< of differences from this; empty for none
    std::vector<std::string> tensors; ///< names or globs; empty for all matrices
    SpectrumOptions spectrum;
    bool flattened = false; ///< stacks of matrices as one matrix each
    SpectrumQuestions questions;
    bool csv = false; ///< print that in place of text
};

struct HistoryVerbOptions {
    CommonOptions common;
    std::string path; ///< of the run
    std::vector<std::string> names; ///< of tensors or groups, or globs; empty for all
    bool csv = false; ///< print that in place of text
};

struct HashOptions {
    CommonOptions common;
    std::vector<std::string> paths;
    std::optional<DigestAlgorithm> algorithm;
    bool tensors = false;
    bool values = false; ///< digests of tensors are of their values, not of what is stored
    bool verify = false; ///< compare what files state of their tensors
    std::string check; ///< file of digests to check, "-" for standard input; empty for none
};

struct ConvertOptions {
    CommonOptions common;
    std::vector<std::string> paths; ///< several become one checkpoint
    std::string output;
    const Format* format = nullptr; ///< to write
    std::vector<std::string> select; ///< as selectTensors() takes them
    std::vector<std::string> drop;
    std::vector<std::string> renames; ///< as they were given, like the next; parsed in `edits`
    std::vector<std::string> casts;
    RecipeEdits edits;
    std::uint64_t shardSize = 0; ///< 0: one file
    bool dryRun = false;
    bool makesFolder = false; ///< that of the output, if it does not exist
    bool force = false;
    bool verify = true;
    bool salvage = false; ///< omit what is not whole
    bool dequantize = false; ///< write quantized weights as the weights that they stand for
    bool dropShared = false; ///< write storage that tensors share once
    bool inPlace = true; ///< where only the header of a file changes that is its own output
    bool resume = false; ///< go on with what an interrupted conversion has left
    std::vector<std::string> recorded; ///< Resumption::options
    std::optional<std::uint64_t> extractRank; ///< write the adapter from the first input to the second
    AdapterSpelling extractSpelling = AdapterSpelling::Peft;
};

struct ExportOptions {
    CommonOptions common;
    std::string path;
    std::vector<std::string> tensors; ///< names or globs; empty for all
    std::string output;
    std::vector<std::string> casts; ///< as they were given; parsed in `edits`
    RecipeEdits edits;
    OutputFormat format;
    bool rawBits = false; ///< of dtypes that NumPy has no numbers of
    bool toFolder = false; ///< `output` is one
    bool force = false;
    bool salvage = false; ///< omit what is not whole
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
    std::string suggestedRules; ///< file for a recipe of what was found; "-": standard output; empty: none
    bool listRules = false; ///< print the presets and compare nothing
    bool csv = false; ///< print that in place of text
    std::string html; ///< file of the report; empty for none
    std::string difference; ///< file for B - A; empty for none
    OutputFormat differenceFormat; ///< of a checkpoint
    std::vector<std::string> casts; ///< as they were given; parsed in `edits`
    RecipeEdits edits; ///< of the differences
    bool force = false; ///< replace these files
};

/// Two versions of a file, in files that git has made of them; "/dev/null" for a version that is not there.
struct GitDifftoolOptions : DiffOptions {
    std::string name; ///< in the repository, of A; empty if git does not give it
    std::string newName; ///< the same of B
    bool isPatch = false; ///< called for `git diff` and the like, which shows many files one after the other
    bool isUnmerged = false; ///< there are no versions, only the name
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
    std::string html; ///< of a comparison: file of the report; empty for none
    bool force = false; ///< replace it
};

struct CheckOptions {
    CommonOptions common;
    std::string path;
    RunOptions run;
    bool values = false; ///< read them, too
    bool sarif = false; ///< print that in place of text
};

/// `tloupe lora`: looks at an adapter, or writes it, or the base with it.
struct LoraOptions {
    CommonOptions common;
    std::string path;
    std::string base; ///< the model that it changes; empty for none
    std::optional<double> alpha; ///< where neither the file nor a configuration says it
    bool share = false; ///< also norms of updates as shares of those of the base
    bool merges = false; ///< write the base with the changes
    double strength = 1;
    bool skipsUnfit = false; ///< merge what fits, whatever does not
    RewriteOptions rewriting;
    ConvertOptions writing; ///< where and how; without a path to write, nothing is written
};

using VerbOptions = std::variant<InfoOptions, ValidateOptions, CheckOptions, LoraOptions, StatsOptions, ScanOptions,
    SpectrumVerbOptions, HistoryVerbOptions, HashOptions, DiffOptions, GitDifftoolOptions, ConvertOptions,
    ExportOptions, ThumbnailOptions, FormatsOptions, CacheOptions, CollectOptions>;

} // namespace loupe
