#include "app/cli/command_line.h"

#include "app/cli/completion/completion.h"
#include "app/cli/diff/diff_output.h"
#include "app/cli/help_footer.h"
#include "app/cli/info_output.h"
#include "app/cli/number_lists.h"
#include "app/cli/scan_output.h"
#include "app/cli/session.h"
#include "app/cli/stats_output.h"
#include "app/cli/writing/writing_options.h"
#include "core/remote_files.h"

#include <CLI/CLI.hpp>
#include <algorithm>
#include <cerrno>
#include <charconv>
#include <cstdio>
#include <iostream>

namespace loupe {

namespace {

std::string algorithmNames()
{
    std::string names;
    for (const DigestAlgorithm algorithm : allDigestAlgorithms)
        names += (names.empty() ? "" : ", ") + std::string(digestAlgorithmName(algorithm));
    return names;
}

/// The usage line of verbs that end with the name of what they write: the library knows only the list.
class UsageWithOut : public CLI::Formatter {
public:
    std::string make_option_usage(const CLI::Option* option) const override
    {
        return option->get_option_text().empty() ? Formatter::make_option_usage(option)
                                                 : option->get_name() + option->get_option_text();
    }
};

/// "-" would be standard input, which cannot be mapped; empty where `path` can be read.
std::string whyNotInput(std::string_view path)
{
    return path == "-"
        ? "is \"-\", and standard input is not supported, expected a path; a file of that name is \"./-\""
        : "";
}

std::string whyNotOutput(const std::string& path)
{
    return isAddress(path) ? "is an address; output goes to local files only" : "";
}

/// CLI11 takes "[a,b]" for a list, "%%" for what separates two, and nothing at all for an option's value that is still
/// to come; a zero byte, which no argument holds, keeps it from that. Undone by unshield().
std::string shielded(std::string argument)
{
    const bool list = argument.starts_with('[') && argument.ends_with(']');
    const bool noValue = argument.empty() || (argument.starts_with("--") && argument.ends_with('='));
    if (argument == "%%" || list || noValue)
        argument += '\0';
    return argument;
}

void unshield(std::string& text)
{
    if (text.ends_with('\0'))
        text.pop_back();
}

/// Takes an option's text as it was given, whatever it looks like.
CLI::Validator literal()
{
    return {[](std::string& text) {
                unshield(text);
                return std::string();
            },
        ""};
}

/// The same for a file to read; "-" is standard input.
CLI::Validator input()
{
    return {[](std::string& text) -> std::string {
                unshield(text);
                text = publicName(text);
                return whyNotInput(text);
            },
        ""};
}

/// The same for a file or folder to write.
CLI::Validator outputPath()
{
    return {[](std::string& text) -> std::string {
                unshield(text);
                return whyNotOutput(text);
            },
        ""};
}

/// The words of `texts`, separated by commas.
template <typename Texts>
std::string listed(const Texts& texts)
{
    std::string list;
    for (const auto& text : texts)
        list.append(list.empty() ? "" : ", ").append(text);
    return list;
}

/// What listed() lists.
std::vector<std::string> separated(std::string_view list)
{
    std::vector<std::string> texts;
    for (std::size_t begin = 0; begin < list.size();) {
        const std::size_t end = std::min(list.find(", ", begin), list.size());
        texts.emplace_back(list.substr(begin, end - begin));
        begin = end + 2;
    }
    return texts;
}

constexpr std::uint64_t listAll = std::numeric_limits<std::uint64_t>::max(); ///< of --top

/// A number without a sign, at most `most`.
CLI::Validator number(std::uint64_t least, std::uint64_t most)
{
    return {[least, most](std::string& text) -> std::string {
                unshield(text);
                std::uint64_t value = 0;
                const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), value);
                if (error == std::errc() && end == text.data() + text.size() && value >= least && value <= most)
                    return {};
                if (most == listAll - 1)
                    return "is \"" + text + "\", expected a positive number";
                return "is \"" + text + "\", expected a number from " + std::to_string(least) + " to "
                    + std::to_string(most);
            },
        ""};
}

/// Declares the verbs and their options, each bound to the value it sets.
class Parser {
public:
    Parser()
    {
        m_app.require_subcommand(1);
        m_app.set_version_flag("--version", std::string("tloupe " LOUPE_VERSION));
        m_app.set_help_flag("-h,--help", "Print help and exit");
        m_app.failure_message(CLI::FailureMessage::simple);
        declareInfo();
        declareValidate();
        declareStats();
        declareScan();
        declareHash();
        declareDiff();
        declareConvert();
        declareMerge();
        declareExport();
        declareThumbnail();
        declareFormats();
        declareCache();
        m_app.footer(helpFooter({}));
        for (CLI::App* const verb : m_app.get_subcommands({}))
            verb->footer(helpFooter(verb->get_name()));
    }

    Completion complete(std::span<const std::string> typed) const { return completeCommand(m_app, m_hints, typed); }

    std::variant<VerbOptions, ExitStatus> parse(int argumentCount, const char* const* arguments)
    {
        try {
            const bool asksForHelp = argumentCount > 1 && std::string_view(arguments[1]) == "help"; // as "VERB --help"
            if (asksForHelp) {
                ++arguments;
                --argumentCount;
            }
            if (argumentCount > 1)
                checkVerb(arguments[1]);
            std::vector<std::string> words; // the last one first
            if (asksForHelp)
                words.emplace_back("--help");
            for (int i = argumentCount - 1; i > 0; --i)
                words.push_back(shielded(arguments[i]));
            m_app.parse(std::move(words));
            return options();
        } catch (const CLI::Success& success) { // help or version
            const int status = m_app.exit(success);
            if (!std::cout.flush())
                printErrorLine(describe(systemError(errno, "cannot write the output", "standard output")));
            return status == 0 && std::cout ? ExitStatus::Done : ExitStatus::Failed;
        } catch (const CLI::Error& error) {
            printErrorLine(error.what() + std::string("; --help shows the usage"));
            return ExitStatus::Usage;
        }
    }

private:
    /// Says more than the library does where the first argument should be a verb and is none.
    void checkVerb(const std::string& word) const
    {
        std::string verbs;
        for (const auto& [verb, options] : m_verbs) {
            if (verb->get_name() == word)
                return;
            verbs += (verbs.empty() ? "" : ", ") + verb->get_name();
        }
        if (!word.starts_with('-'))
            throw CLI::ExtrasError(
                "unknown verb \"" + word + "\", expected one of " + verbs, CLI::ExitCodes::ExtrasError);
    }

    static constexpr const char* pathHelp =
        "A file, a folder with the shards of one model, a *.index.json, or an address: https://, hf://, s3://, sftp://";

    static constexpr const char* outputHelp =
        "the file to write, or the index of its shards; in a folder, model with the format's suffix";

    static constexpr const char* filterHelp = "Keep tensors that match, such as 'attn dtype:bf16 size:>1MB -nan:>0'";

    void declareCommon(CLI::App* verb, CommonOptions& common, const char* filter = filterHelp)
    {
        verb->add_flag("--json", common.json, "Print JSON");
        verb->add_flag("-q,--quiet", common.quiet, "Print errors only");
        verb->add_option("--threads", common.threads, "Use at most N threads (default: 0, all cores)")
            ->type_name("N")
            ->transform(number(0, 1024));
        if (!filter)
            return;
        verb->add_flag("--offline", common.offline, "Never use the network: read what is on this machine only");
        verb->add_flag("--yes", common.yes, "Read more than 1 GiB over the network where it takes that");
        verb->add_option("--filter", m_filter, filter)->type_name("EXPR")->transform(literal());
        auto* const key =
            verb->add_option("--key-file", common.keyFile,
                    "Decrypt values with the key in FILE, 32 bytes or 64 hexadecimal digits; - for standard "
                    "input")
                ->type_name("FILE")
                ->transform(literal());
        verb->add_option("--passphrase-file", common.passphraseFile, "Read the passphrase from FILE")
            ->type_name("FILE")
            ->transform(literal())
            ->excludes(key);
    }

    /// Parsed by listOptions() once the verb's other options are known.
    template <typename Keys>
    void declareList(CLI::App* verb, const Keys& keys, const std::vector<ListColumn>& columns)
    {
        std::vector<std::string> names(columns.size());
        std::ranges::transform(columns, names.begin(), &ListColumn::key);
        auto* const sort = verb->add_option("--sort", m_sort,
                                   "Sort by " + listed(keys) + "; prefix with - for the largest first, such as -size")
                               ->type_name("KEY")
                               ->transform(literal());
        m_hints.words[sort] = {keys.begin(), keys.end()};
        verb->add_option("--top", m_top, "List at most N tensors")->type_name("N")->transform(number(1, listAll - 1));
        auto* const shown =
            verb->add_option("--columns", m_columns, "Columns of the text output, such as name,dtype: " + listed(names))
                ->type_name("NAME,NAME,...")
                ->transform(literal());
        m_hints.words[shown] = std::move(names);
    }

    ListOptions listOptions(const std::vector<std::string>& sortKeys, const std::vector<ListColumn>& columns) const
    {
        ListOptions list;
        if (!m_sort.empty())
            list.order = valid("--sort", parseListOrder(m_sort, sortKeys));
        if (m_top != listAll)
            list.order.top = m_top;
        if (!m_columns.empty())
            list.columns = valid("--columns", parseColumns(m_columns, columns));
        return list;
    }

    template <typename Value>
    static Value valid(const char* option, Result<Value> value)
    {
        if (!value)
            throw CLI::ValidationError(option, value.error().message);
        return std::move(*value);
    }

    static CLI::Option* declareSarif(CLI::App* verb, bool& sarif)
    {
        return verb->add_flag("--sarif", sarif, "Print findings as SARIF 2.1.0, for services that review changes");
    }

    void declareInfo()
    {
        CLI::App* const verb = m_app.add_subcommand("info", "Show the contents of a checkpoint");
        verb->add_option("PATH", m_info.path, pathHelp)->required()->transform(input());
        auto* const depth = verb->add_option("--depth", m_info.depth, "Show N levels of the name tree")
                                ->type_name("N")
                                ->transform(number(0, 1'000'000));
        verb->add_flag("--flat", m_info.flat, "List the tensors in file order instead of as a tree")->excludes(depth);
        declareList(verb, tensorSortKeys(), infoColumns());
        verb->add_flag("--families", m_info.families, "List each role once, over like blocks such as layers or experts")
            ->excludes(depth)
            ->excludes(verb->get_option("--flat"))
            ->excludes(verb->get_option("--sort"))
            ->excludes(verb->get_option("--top"));
        auto* const diffable = verb->add_flag(
            "--diffable", m_info.diffable, "Print text for git to compare: a line for each tensor, by name");
        verb->add_flag(
                "--digests", m_info.digests, "With --diffable: digests of values, xxh3-128; reads the whole file")
            ->needs(diffable);
        declareStored(verb, m_info.common);
        declareCommon(verb, m_info.common);
        for (const char* const other :
            {"--depth", "--flat", "--families", "--sort", "--top", "--columns", "--json", "--quiet"})
            diffable->excludes(verb->get_option(other));
        m_verbs.emplace_back(verb, [this] {
            InfoOptions info = m_info;
            const auto keys = tensorSortKeys();
            info.list = listOptions({keys.begin(), keys.end()}, infoColumns());
            return VerbOptions(std::move(info));
        });
    }

    void declareValidate()
    {
        CLI::App* const verb =
            m_app.add_subcommand("validate", "Check whether the format's reference reader accepts a checkpoint");
        verb->add_option("PATH", m_validate.paths, pathHelp)->required()->transform(input());
        verb->add_flag("--quick", m_validate.quick,
            "Read headers only; skip checksums of tensor data, which the reference reader checks as it loads a tensor");
        auto* const sarif = declareSarif(verb, m_validate.sarif);
        declareCommon(verb, m_validate.common);
        sarif->excludes(verb->get_option("--json"))->excludes(verb->get_option("--quiet"));
        m_verbs.emplace_back(verb, [this] { return VerbOptions(m_validate); });
    }

    void declareStats()
    {
        CLI::App* const verb = m_app.add_subcommand("stats", "Compute statistics of tensor values");
        verb->add_option("PATH", m_stats.path, pathHelp)->required()->transform(input());
        verb->add_option("TENSOR", m_stats.tensors, "Names or globs (default: all tensors)")->transform(literal());
        m_bins = verb->add_option("--bins", m_stats.summary.bins, "Bins of the histogram (default: 256); 0 for none")
                     ->type_name("N")
                     ->transform(number(0, SummaryOptions::maximumBins));
        m_rangeOption = verb->add_option("--range", m_range, "Range of the histogram (default: min,max)")
                            ->type_name("LOW,HIGH")
                            ->transform(literal());
        verb->add_option(
                "--quantiles", m_quantiles, "Quantiles, as fractions (default: " + m_quantiles + "); \"\" for none")
            ->type_name("Q,Q,...")
            ->transform(literal());
        auto* const codes =
            verb->add_flag("--codes", m_stats.codes, "Use raw quantized codes (quantized tensors only)");
        declareStored(verb, m_stats.common)->excludes(codes);
        declareList(verb, summarySortKeys(*parseQuantiles(m_quantiles)), summaryColumns(*parseQuantiles(m_quantiles)));
        declareCommon(verb, m_stats.common);
        m_verbs.emplace_back(verb, [this] { return VerbOptions(statsOptions()); });
    }

    void declareScan()
    {
        CLI::App* const verb =
            m_app.add_subcommand("scan", "Find NaN, Inf and other problems; exits 1 if there are NaN or Inf");
        verb->add_option("PATH", m_scan.path, pathHelp)->required()->transform(input());
        verb->add_flag("--all", m_scan.all, "List all tensors, not only those with warnings");
        declareStored(verb, m_scan.common);
        auto* const sarif = declareSarif(verb, m_scan.sarif);
        declareList(verb, healthSortKeys(), healthColumns());
        declareCommon(verb, m_scan.common);
        for (const char* const other : {"--json", "--quiet", "--all", "--sort", "--top", "--columns"})
            sarif->excludes(verb->get_option(other));
        m_verbs.emplace_back(verb, [this] {
            ScanOptions scan = m_scan;
            scan.list = listOptions(healthSortKeys(), healthColumns());
            return VerbOptions(std::move(scan));
        });
    }

    void declareHash()
    {
        CLI::App* const verb = m_app.add_subcommand("hash", "Compute or verify digests of files or tensors");
        auto* const paths = verb->add_option("PATH", m_hash.paths, pathHelp)->transform(input());
        auto* const algorithm = verb->add_option("--algorithm", m_algorithm, algorithmNames() + " (default: xxh3-128)")
                                    ->type_name("NAME")
                                    ->transform(literal());
        m_hints.words[algorithm] = separated(algorithmNames());
        auto* const tensors = verb->add_flag("--tensors", m_hash.tensors, "Hash each tensor");
        auto* const values = verb->add_flag("--values", m_hash.values,
            "With --tensors or --check: hash the values, little-endian in row-major order; quantized tensors as F32");
        auto* const check =
            verb->add_option("--check", m_hash.check, "Check files against the digests in FILE; - for standard input")
                ->type_name("FILE")
                ->transform(literal())
                ->excludes(paths)
                ->excludes(tensors);
        verb->add_flag("--verify", m_hash.verify,
                "Verify digests that files state of their tensors, and that a hub states of files; exits 1 on a "
                "mismatch")
            ->excludes(tensors)
            ->excludes(check)
            ->excludes(values);
        declareCommon(verb, m_hash.common);
        m_verbs.emplace_back(verb, [this] { return VerbOptions(hashOptions()); });
    }

    void declareDiff()
    {
        CLI::App* const verb = m_app.add_subcommand("diff", "Compare two checkpoints; exits 1 if they differ");
        m_hints.pairVerb = verb;
        verb->add_option("A", m_diff.a, pathHelp)->required()->transform(input());
        verb->add_option("B", m_diff.b, pathHelp)->required()->transform(input());
        for (const auto& [name, text, help] :
            {std::tuple("--atol", &m_atol, "Values are equal if |a - b| <= ATOL + RTOL |b| (default: 0)"),
                std::tuple("--rtol", &m_rtol, "See --atol (default: 0)")})
            verb->add_option(name, *text, help)->type_name("NUMBER")->transform(literal());
        verb->add_option("--map", m_maps, "Match A tensors to B by regex replacement")
            ->type_name("OLD=NEW")
            ->allow_extra_args(false)
            ->transform(literal());
        verb->add_flag("--detect-renames", m_diff.detectRenames,
            "Match renamed tensors by content, then by dtype, shape and position");
        declareStored(verb, m_diff.common);
        verb->add_flag("--structure", m_diff.comparison.structureOnly, "Compare names, dtypes and shapes only");
        verb->add_option("--html", m_diff.html,
                "Also write a self-contained HTML report; re-reads up to 12 tensors (4 GiB) for histograms")
            ->type_name("FILE")
            ->transform(outputPath());
        verb->add_option("--export-difference", m_diff.difference,
                "Also write B - A of each changed tensor: a checkpoint that can be added to A")
            ->type_name("OUT")
            ->transform(outputPath());
        declareTexts(verb, "--dtype", m_diff.casts,
            "Write differences as this dtype, all or those that would be FROM (default: F32 or wider)", "[FROM=]TO");
        verb->add_flag("--force", m_diff.force, "Overwrite these files");
        declareList(verb, diffSortKeys(), diffColumns());
        declareCommon(verb, m_diff.common,
            "Keep pairs that match, such as 'attn dtype:bf16 status:changed maxabs:>1e-3'; the result and the exit "
            "status count only these");
        m_verbs.emplace_back(verb, [this] { return VerbOptions(diffOptions()); });
    }

    /// A text that may be given several times.
    static void declareTexts(
        CLI::App* verb, const char* option, std::vector<std::string>& texts, const char* help, const char* type)
    {
        verb->add_option(option, texts, help)
            ->type_name(type)
            ->transform(literal())
            ->expected(1)
            ->allow_extra_args(false) // each one takes one text: what follows may be a path
            ->multi_option_policy(CLI::MultiOptionPolicy::TakeAll);
    }

    static CLI::Option* declareStored(CLI::App* verb, CommonOptions& options)
    {
        return verb->add_flag("--stored", options.stored,
            "Use the raw stored numbers, without scales, negation, conjugation or null mask");
    }

    static void declareSalvage(CLI::App* verb, bool& salvage)
    {
        verb->add_flag("--salvage", salvage,
            "Write only the intact tensors of a damaged file and list the rest; exits 1 if any are skipped");
    }

    void declareConvert()
    {
        CLI::App* const verb = m_app.add_subcommand("convert", "Convert a checkpoint: other format, names or dtypes");
        declarePlaces(verb);
        declareWriting(verb);
        m_verbs.emplace_back(verb, [this] {
            takePlaces(1);
            return convertOptions();
        });
    }

    void declareMerge()
    {
        CLI::App* const verb = m_app.add_subcommand("merge", "Merge several checkpoints into one, as convert does");
        declarePlaces(verb);
        declareWriting(verb);
        m_verbs.emplace_back(verb, [this] {
            // One input alone may be a slip: the second one would be taken for OUT.
            takePlaces(m_convert.output.empty() ? 2 : 1);
            return convertOptions();
        });
    }

    /// IN... and OUT.
    void declarePlaces(CLI::App* verb)
    {
        // One list: of two, the first one would take all.
        verb->add_option("IN", m_convertPlaces,
                "One or more inputs, each a file, a folder with the shards of one model, a *.index.json, or an "
                "address. Without -o, the last path is the output")
            ->option_text("... OUT")
            ->required()
            ->transform(literal());
        verb->add_option("-o,--output", m_convert.output, std::string("OUT: ") + outputHelp)
            ->type_name("OUT")
            ->transform(outputPath());
        verb->formatter(std::make_shared<UsageWithOut>());
    }

    void takePlaces(std::size_t leastInputs)
    {
        std::vector<std::string>& paths = m_convert.paths;
        paths = m_convertPlaces;
        if (m_convert.output.empty() && paths.size() > leastInputs) {
            m_convert.output = paths.back();
            paths.pop_back();
        }
        if (m_convert.output.empty())
            throw CLI::RequiredError("OUT");
    }

    VerbOptions convertOptions()
    {
        std::ranges::transform(m_convert.paths, m_convert.paths.begin(), publicName);
        if (const std::string why = whyNotOutput(m_convert.output); !why.empty())
            throw CLI::ValidationError("OUT", why);
        for (const std::string& path : m_convert.paths) {
            if (const std::string why = whyNotInput(path); !why.empty())
                throw CLI::ValidationError("IN", why);
        }
        return checked(parseConvert(m_convert, m_writing));
    }

    /// How convert and merge write.
    void declareWriting(CLI::App* verb)
    {
        auto* const format =
            verb->add_option("--to", m_writing.format, "Format; overrides OUT's suffix: " + writableFormats())
                ->type_name("FORMAT")
                ->transform(literal());
        m_hints.words[format] = separated(writableFormats());
        declareTexts(verb, "--select", m_convert.select, "Copy only tensors whose names match", "GLOB");
        declareTexts(verb, "--drop", m_convert.drop, "Do not copy tensors whose names match", "GLOB");
        declareTexts(verb, "--rename", m_convert.renames,
            "Replace all matches of REGEX in names; \\1 is the first group", "REGEX=REPLACEMENT");
        declareTexts(verb, "--dtype", m_convert.casts, "Cast all tensors, or those of one dtype", "[FROM=]TO");
        declareTexts(verb, "--set-metadata", m_writing.setMetadata, "Add or replace metadata", "KEY=VALUE");
        declareTexts(verb, "--drop-metadata", m_convert.edits.dropMetadata, "Drop metadata", "KEY");
        verb->add_option("--max-shard-size", m_writing.shardSize,
                "Split into shards of at most SIZE, such as 5GB; writes an index")
            ->type_name("SIZE")
            ->transform(literal());
        verb->add_flag(
            "--dry-run", m_convert.dryRun, "Show what would be written and what casts would lose; write nothing");
        declareStored(verb, m_convert.common);
        declareNumbering(verb, m_convert.edits.numberRepeated);
        verb->add_flag("--dequantize", m_convert.dequantize,
            "Write quantized weights as plain F32, or as --dtype says, without their scales");
        verb->add_flag("--force", m_convert.force, "Overwrite OUT, and write values that casts make infinite");
        verb->add_flag("--drop-shared", m_convert.dropShared,
            "Write shared storage once, for the first tensor; the metadata names the others");
        declareSalvage(verb, m_convert.salvage);
        verb->add_flag_callback(
            "--no-verify", [this] { m_convert.verify = false; }, "Do not verify what was written");
        verb->add_flag_callback(
            "--no-in-place", [this] { m_convert.inPlace = false; },
            "Rewrite the whole file instead of patching the header");
        declareCommon(verb, m_convert.common);
    }

    static void declareNumbering(CLI::App* verb, bool& numberRepeated)
    {
        verb->add_flag("--number-repeated", numberRepeated,
            "Number tensors with duplicate names: all but the first get -2, -3 and so on");
    }

    void declareExport()
    {
        CLI::App* const verb = m_app.add_subcommand("export", "Export tensors for other programs");
        verb->add_option("PATH", m_export.path, pathHelp)->required()->transform(input());
        verb->add_option("TENSOR", m_export.tensors, "Names or globs (default: all tensors)")->transform(literal());
        verb->add_option("-o,--output", m_export.output, "A file, whose suffix gives the format, or a folder")
            ->type_name("OUT")
            ->required()
            ->transform(outputPath());
        auto* const format =
            verb->add_option("--to", m_exportTo,
                    "Format if OUT is a folder (default: npy) or has another suffix: " + exportFormats())
                ->type_name("FORMAT")
                ->transform(literal());
        m_hints.words[format] = separated(exportFormats());
        declareTexts(verb, "--dtype", m_export.casts, "Cast all tensors, or those of one dtype", "[FROM=]TO");
        declareStored(verb, m_export.common);
        verb->add_flag("--raw-bits", m_export.rawBits,
            "In .npy and .npz, keep BF16 and 8-bit floats as void elements (V2, V1) for ml_dtypes, not as F32");
        declareNumbering(verb, m_export.edits.numberRepeated);
        verb->add_flag("--force", m_export.force, "Overwrite files, and write values that casts make infinite");
        declareSalvage(verb, m_export.salvage);
        verb->add_flag_callback(
            "--no-verify", [this] { m_export.verify = false; }, "Do not verify what was written");
        declareCommon(verb, m_export.common);
        m_verbs.emplace_back(verb, [this] { return VerbOptions(checked(parseExport(m_export, m_exportTo))); });
    }

    void declareThumbnail()
    {
        CLI::App* const verb = m_app.add_subcommand(
            "thumbnail", "Draw a checkpoint as a small picture, for file managers; reads headers only");
        verb->add_option("IN", m_thumbnail.path, "A file, a folder or a *.index.json on this machine")
            ->required()
            ->transform(input());
        verb->add_option("OUT", m_thumbnail.output, "The PNG file to write; one that is there must be empty or a PNG")
            ->required()
            ->transform(literal());
        verb->add_option("--size", m_thumbnail.size, "Pixels of each side (default: 256)")
            ->type_name("N")
            ->transform(number(16, 1024));
        m_thumbnail.common.offline = true; // what is shown in a folder makes no connections
        m_verbs.emplace_back(verb, [this] { return VerbOptions(m_thumbnail); });
    }

    void declareFormats()
    {
        CLI::App* const verb = m_app.add_subcommand("formats", "List the formats that can be read and written");
        declareCommon(verb, m_formats.common, nullptr);
        m_verbs.emplace_back(verb, [this] { return VerbOptions(m_formats); });
    }

    void declareCache()
    {
        CLI::App* const verb =
            m_app.add_subcommand("cache", "Show or clear what is kept on disk of files on other machines");
        verb->add_option("ADDRESS", m_cache.address, "Only what is kept of this file or below it")
            ->transform(literal());
        verb->add_flag("--clear", m_cache.clear, "Remove it, or all without ADDRESS");
        declareCommon(verb, m_cache.common, nullptr);
        m_verbs.emplace_back(verb, [this] { return VerbOptions(m_cache); });
    }

    template <typename Options>
    static Options checked(Result<Options> options)
    {
        if (!options)
            throw CLI::ValidationError(options.error().path, options.error().message);
        return std::move(*options);
    }

    /// The options of the one verb that was given.
    VerbOptions options() const
    {
        const auto given =
            std::find_if(m_verbs.begin(), m_verbs.end(), [](const auto& verb) { return verb.first->parsed(); });
        VerbOptions chosen = given->second();
        const auto* const diff = std::get_if<DiffOptions>(&chosen);
        auto filter = Filter::parse(m_filter, diff ? FilterSubject::PairsWithValues : FilterSubject::Tensors);
        if (!filter)
            throw CLI::ValidationError("--filter", filter.error().message);
        if (diff && diff->comparison.structureOnly && filter->asks(Filter::Asks::Figures))
            throw CLI::ValidationError("--filter", "asks about differences of values, expected no --structure with it");
        if (diff && diff->comparison.structureOnly && diff->comparison.tolerance)
            throw CLI::ValidationError("--structure", "looks at no values, expected no --atol or --rtol with it");
        const auto keep = [&](CommonOptions& common) {
            common.filter = std::move(*filter);
            common.filterText = m_filter;
        };
        std::visit([&](auto& verb) { keep(verb.common); }, chosen);
        return chosen;
    }

    StatsOptions statsOptions() const
    {
        StatsOptions stats = m_stats;
        stats.histogramAsked = m_bins->count() > 0 || m_rangeOption->count() > 0;
        if (m_rangeOption->count() > 0) {
            stats.summary.range = parseRange(m_range);
            if (!stats.summary.range) {
                throw CLI::ValidationError(
                    "--range", "is \"" + m_range + "\", expected LOW,HIGH, two numbers, the lower one first");
            }
        }
        auto quantiles = parseQuantiles(m_quantiles);
        if (!quantiles) {
            throw CLI::ValidationError("--quantiles",
                "is \"" + m_quantiles + "\", expected Q,Q,..., at most "
                    + std::to_string(SummaryOptions::maximumQuantiles) + " fractions from 0 to 1");
        }
        stats.summary.quantiles = std::move(*quantiles);
        stats.list = listOptions(summarySortKeys(stats.summary.quantiles), summaryColumns(stats.summary.quantiles));
        return stats;
    }

    HashOptions hashOptions() const
    {
        HashOptions hash = m_hash;
        if (!m_algorithm.empty()) {
            hash.algorithm = digestAlgorithmFromName(m_algorithm);
            if (!hash.algorithm)
                throw CLI::ValidationError(
                    "--algorithm", "is \"" + m_algorithm + "\", expected one of " + algorithmNames());
        }
        if (hash.paths.empty() && hash.check.empty())
            throw CLI::RequiredError("PATH");
        if (!m_filter.empty() && !hash.tensors && !hash.verify)
            throw CLI::ValidationError("--filter", "is about tensors, expected --tensors or --verify with it");
        if (hash.values && !hash.tensors && hash.check.empty())
            throw CLI::ValidationError("--values", "is about tensors, expected --tensors or --check with it");
        if (hash.check == "-" && (hash.common.keyFile == "-" || hash.common.passphraseFile == "-"))
            throw CLI::ValidationError("--check", "reads standard input, expected a file for the secret");
        if (hash.verify && hash.algorithm)
            throw CLI::ValidationError("--algorithm", "is given by the file, expected no --algorithm with --verify");
        return hash;
    }

    /// A tolerance: finite, not negative.
    static double parseTolerance(const char* option, const std::string& text)
    {
        const auto numbers = parseNumbers(text);
        if (!numbers || numbers->size() != 1 || numbers->front() < 0)
            throw CLI::ValidationError(option, "is \"" + text + "\", expected a number, 0 or more");
        return numbers->front();
    }

    DiffOptions diffOptions() const
    {
        DiffOptions diff = m_diff;
        diff.list = listOptions(diffSortKeys(), diffColumns());
        if (!m_atol.empty() || !m_rtol.empty()) {
            diff.comparison.tolerance = Tolerance{.absolute = m_atol.empty() ? 0 : parseTolerance("--atol", m_atol),
                .relative = m_rtol.empty() ? 0 : parseTolerance("--rtol", m_rtol)};
        }
        for (const std::string& text : m_maps) {
            auto rule = RenameRule::parse(text);
            if (!rule)
                throw CLI::ValidationError("--map", rule.error().message);
            diff.rules.push_back(std::move(*rule));
        }
        auto parsed = parseDiff(std::move(diff));
        if (!parsed)
            throw CLI::ValidationError(parsed.error().path, parsed.error().message);
        return std::move(*parsed);
    }

    CLI::App m_app{"Look inside model files: tensors, values, health, differences.", "tloupe"};
    CompletionHints m_hints;
    std::vector<std::pair<const CLI::App*, std::function<VerbOptions()>>> m_verbs;
    InfoOptions m_info;
    ValidateOptions m_validate;
    StatsOptions m_stats;
    ScanOptions m_scan;
    HashOptions m_hash;
    DiffOptions m_diff;
    ConvertOptions m_convert; ///< also of merge
    std::vector<std::string> m_convertPlaces;
    WritingTexts m_writing;
    ExportOptions m_export;
    ThumbnailOptions m_thumbnail;
    std::string m_exportTo;
    FormatsOptions m_formats;
    CacheOptions m_cache;
    std::string m_sort;
    std::string m_columns;
    std::uint64_t m_top = listAll;
    std::string m_filter;
    std::string m_range;
    std::string m_quantiles = "0.01,0.25,0.5,0.75,0.99";
    std::string m_algorithm;
    std::string m_atol;
    std::string m_rtol;
    std::vector<std::string> m_maps;
    CLI::Option* m_bins = nullptr;
    CLI::Option* m_rangeOption = nullptr;
};

} // namespace

std::variant<VerbOptions, ExitStatus> readCommandLine(int argumentCount, const char* const* arguments)
{
    // For the completion scripts of shells, which press on with words that need not make sense: no verb of people.
    if (argumentCount > 1 && std::string_view(arguments[1]) == "__complete") {
        const std::vector<std::string> typed(arguments + 2, arguments + argumentCount);
        std::cout << completionLines(Parser().complete(typed)) << std::flush;
        return std::cout ? ExitStatus::Done : ExitStatus::Failed;
    }
    return Parser().parse(argumentCount, arguments);
}

} // namespace loupe
