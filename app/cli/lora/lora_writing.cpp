#include "app/cli/lora/lora_writing.h"

#include "adapters/computed_tensors.h"
#include "adapters/config_beside.h"
#include "adapters/extract.h"
#include "adapters/merge.h"
#include "adapters/rewrite.h"
#include "app/cli/lists/columns.h"
#include "app/cli/lora/lora_output.h"
#include "app/cli/progress_bar.h"
#include "app/cli/remedies.h"
#include "app/cli/stats/stats_output.h"
#include "app/cli/writing/conversion_run.h"
#include "core/checked_math.h"
#include "core/text/percent.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "saving/recipe/places.h"
#include "saving/writing/new_folder.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <map>
#include <span>
#include <utility>

namespace loupe {

namespace {

namespace fs = std::filesystem;

/// The output path; in a folder, the file name that loaders of the spelling expect.
fs::path adapterPath(const ConvertOptions& options, AdapterSpelling spelling)
{
    fs::path path = options.output;
    std::error_code ignored;
    if (path.has_filename() && !fs::is_directory(path, ignored))
        return path;
    return path / (std::string(adapterStem(spelling)) + std::string(options.format->suffixes.front()));
}

Existing existingOf(const ConvertOptions& options)
{
    return options.force ? Existing::Replace : Existing::Refuse;
}

/// Whether adapter_config.json may be written.
Result<> checkConfig(const ConfigBeside& config, const ConvertOptions& options)
{
    auto possible = config.check(existingOf(options));
    if (!possible && config.check(Existing::Replace))
        possible.error().message += ", or use --force to overwrite it";
    return possible;
}

/// Applies the usual edits of a conversion, makes the plan, and writes both files.
ExitStatus writeRecipe(const ConvertOptions& options, const Session& session, Recipe recipe, const ConfigBeside& config,
    std::function<void(JsonWriter&)> members)
{
    if (auto possible = checkConfig(config, options); !possible)
        return session.reportAsAnswer(possible.error());
    recipe.shardSize = options.shardSize;
    recipe.keepShards = recipe.shardSize == 0 && isIndexName(options.output);
    applyEdits(options.edits, recipe);
    auto plan = makePlan(recipe, session.work());
    if (!plan)
        return session.reportAsAnswer(plan.error());
    const ExitStatus status =
        runConversion(options, session, std::move(recipe), std::move(*plan), {.members = std::move(members)});
    if (status != ExitStatus::Done || options.dryRun)
        return status;
    const auto written = config.write(existingOf(options));
    return written ? status : session.report(written.error());
}

std::uint64_t valuesOf(const Checkpoint& checkpoint)
{
    std::uint64_t bytes = 0;
    for (const Tensor& tensor : checkpoint.tensors)
        bytes = saturatingAdd(bytes, valueBytes(tensor));
    return bytes;
}

/// Returns the result of `compute(work)`, with a progress bar for a step of this many bytes.
template <typename Compute>
auto withBar(std::uint64_t bytes, const Session& session, Compute&& compute)
{
    ProgressBar bar(!session.options().quiet);
    bar.expect(bytes);
    bar.beginStep(bytes);
    return compute(session.work(&bar.progress()));
}

/// Checks for an existing output before long work whose result could not be written.
Result<> refuseExisting(const fs::path& path, const ConvertOptions& options)
{
    std::error_code ignored;
    if (options.force || options.dryRun || !fs::exists(path, ignored))
        return {};
    return fail(ErrorCode::Exists, "exists already; use --force to overwrite", path.string());
}

/// The folder for computed factors until they are written.
struct FactorFolder {
    NewFolder created; ///< kept while factors are computed, as their files have no names
    fs::path path;
};

/// The folder of the output. A dry run creates nothing.
Result<FactorFolder> folderOfFactors(const ConvertOptions& options)
{
    if (options.dryRun)
        return FactorFolder{{}, scratchFolder({})};
    const fs::path output = options.output;
    auto created = NewFolder::createFor(output);
    if (!created)
        return fail(std::move(created.error()));
    std::error_code ignored;
    fs::path folder = output.parent_path();
    if (!folder.empty() && !fs::exists(folder, ignored))
        return fail(cannotWriteInto(ENOENT, output));
    return FactorFolder{std::move(*created), std::move(folder)};
}

/// Remarks on a file name that PEFT loaders would not find.
void remarkName(const fs::path& output, AdapterSpelling spelling, const Session& session)
{
    if (spelling != AdapterSpelling::Peft || output.filename().native().starts_with(adapterStem(AdapterSpelling::Peft)))
        return;
    session.remark(output.string() + ": loaders of PEFT look for " + std::string(adapterStem(spelling))
        + output.extension().string() + "; a folder as OUT gives it this name");
}

/// The base and the target of each module; null and empty if no base was given.
struct OpenedBase {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::vector<AdapterTarget> targets;
};

Result<OpenedBase> openBase(const LoraOptions& options, const Adapter& adapter, const Session& session)
{
    OpenedBase base;
    if (options.base.empty())
        return base;
    auto opened = session.open(options.base);
    if (!opened)
        return fail(std::move(opened.error()));
    base.checkpoint = std::move(*opened);
    base.targets = fitToBase(adapter, *base.checkpoint);
    return base;
}

/// Remarks on repeated modules: loaders use only one of them. Such a file was joined from several.
void remarkRepeated(const Adapter& adapter, std::span<const AdapterTarget> targets, const Session& session)
{
    std::map<std::pair<std::uint32_t, std::uint64_t>, std::size_t> known; // keyed by weight and its first changed row
    for (std::size_t i = 0; i < targets.size(); ++i) {
        const AdapterModule& module = adapter.modules[i];
        if (targets[i].fit != Fit::Fits || !module.hasUpdate())
            continue;
        const auto [first, isNew] = known.emplace(std::pair(*targets[i].tensor, targets[i].firstRow), i);
        if (!isNew)
            session.remark(module.name + ": changes the same weight as " + adapter.modules[first->second].name
                + ", and both changes are added");
    }
}

ExitStatus mergeLora(const LoraOptions& options, const std::shared_ptr<const Adapter>& adapter, const OpenedBase& base,
    const Session& session)
{
    if (const auto plain = checkMergeBase(*base.checkpoint); !plain)
        return session.reportAsAnswer(plain.error());
    std::uint64_t unfit = 0;
    for (std::size_t i = 0; i < base.targets.size(); ++i) {
        if (base.targets[i].fit == Fit::Fits)
            continue;
        ++unfit;
        session.remark(adapter->modules[i].name + ": " + base.targets[i].why);
    }
    remarkRepeated(*adapter, base.targets, session);
    for (const std::uint32_t other : adapter->others)
        session.remark("belongs to no module: " + std::string(adapter->checkpoint->tensors[other].name));
    unfit += adapter->others.size();
    if (unfit > 0 && !options.skipsUnfit) {
        return session.reportAsAnswer({ErrorCode::Unsupported,
            counted(unfit, "part") + " of the adapter cannot be merged; use --skip-unfit to merge the others",
            adapter->checkpoint->path.string(), {}});
    }
    auto recipe = mergeRecipe(
        adapter, base.targets, base.checkpoint, options.strength, *options.writing.format, options.writing.force);
    if (!recipe)
        return session.reportAsAnswer(recipe.error());
    if (!options.writing.dryRun) {
        const std::array paths{base.checkpoint->path.string()};
        if (const auto allowed = session.allowFetching(remoteBytes(*base.checkpoint), paths); !allowed) {
            session.reportAsAnswer(allowed.error());
            return ExitStatus::Usage;
        }
    }
    const std::size_t merged = base.targets.size() - (unfit - adapter->others.size());
    const auto status = writeRecipe(options.writing, session, std::move(*recipe), {},
        [merged](JsonWriter& json) { json.member("merged_modules", merged); });
    if (status == ExitStatus::Done && !options.common.json && !options.common.quiet)
        session.print(counted(merged, "module") + (options.writing.dryRun ? " would be merged\n" : " merged\n"));
    return unfit > 0 && status == ExitStatus::Done ? ExitStatus::No : status;
}

std::string resizedText(const Adapter& adapter, const std::vector<RewrittenModule>& modules)
{
    std::vector<std::vector<std::string>> rows{{"module", "rank", "new rank", "energy kept"}};
    for (const RewrittenModule& module : modules) {
        const AdapterModule& before = adapter.modules[module.module];
        rows.push_back({formatName(before.name), formatCount(before.rank), formatCount(module.rank),
            formatPercent(module.energy)});
    }
    using enum Columns::Align;
    std::string text = table({Left, Right, Right, Decimal}, rows);
    std::string_view option;
    for (const AdapterModule& module : adapter.modules) {
        if (const std::string why = whyNotResized(module); !why.empty())
            text += "  left as it is: " + formatName(module.name) + ' ' + printable(why) + '\n';
        if (option.empty())
            option = optionFor(resizeRemedy(module));
    }
    return option.empty() ? text : text + "  to reduce the rank nevertheless: " + std::string(option) + '\n';
}

void writeResized(JsonWriter& json, const Adapter& adapter, const std::vector<RewrittenModule>& modules)
{
    json.key("modules");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const RewrittenModule& module : modules) {
        json.beginObject();
        json.member("name", std::string_view(adapter.modules[module.module].name));
        json.member("rank", adapter.modules[module.module].rank);
        json.member("new_rank", module.rank);
        json.member("energy_kept", module.energy);
        json.endObject();
    }
    json.endArray();
    json.key("left");
    json.beginArray();
    for (const AdapterModule& module : adapter.modules) {
        const std::string why = whyNotResized(module);
        if (why.empty())
            continue;
        json.beginObject();
        json.member("name", std::string_view(module.name));
        json.member("why", std::string_view(why));
        json.endObject();
    }
    json.endArray();
}

ExitStatus rewriteLora(
    const LoraOptions& options, const Adapter& adapter, const OpenedBase& base, const Session& session)
{
    ConvertOptions writing = options.writing;
    const AdapterSpelling spelling = options.rewriting.spelling.value_or(adapter.spelling);
    writing.output = adapterPath(writing, spelling).string();
    const auto folder = folderOfFactors(writing);
    if (!folder)
        return session.reportAsAnswer(folder.error());
    auto rewritten = withBar(valuesOf(*adapter.checkpoint), session, [&](const Work& work) {
        return rewriteAdapter(
            adapter, options.rewriting, base.checkpoint, base.targets, *writing.format, folder->path, work);
    });
    if (!rewritten)
        return session.reportAsAnswer(rewritten.error());
    if (options.rewriting.resizes() && !options.common.quiet && !options.common.json)
        session.print(resizedText(adapter, rewritten->modules) + '\n');
    remarkName(writing.output, spelling, session);
    const ConfigBeside config(std::move(rewritten->config), writing.output, adapter.checkpoint->path);
    return writeRecipe(writing, session, std::move(rewritten->recipe), config,
        [&adapter, modules = std::move(rewritten->modules)](
            JsonWriter& json) { writeResized(json, adapter, modules); });
}

void printExtraction(const Extraction& extraction, const Session& session)
{
    std::vector<std::vector<std::string>> rows{{"tensor", "rank", "norm", "energy kept", ""}};
    for (const ExtractedModule& module : extraction.modules) {
        rows.push_back(
            {formatName(module.tensor), module.rank > 0 ? formatCount(module.rank) : "whole", numberCell(module.norm),
                formatPercent(module.energy), module.experts > 1 ? counted(module.experts, "expert") : ""});
    }
    using enum Columns::Align;
    std::string text = table({Left, Right, Decimal, Decimal, Left}, rows);
    text += "  " + counted(extraction.unchanged, "tensor") + " unchanged\n";
    const auto near =
        static_cast<std::uint64_t>(std::ranges::count(extraction.modules, false, &ExtractedModule::isExact));
    if (near > 0) {
        text += "  " + counted(near, "change")
            + " computed approximately, with random vectors: other factors of this rank may keep a little more\n";
    }
    if (!extraction.lost.empty())
        text += "  " + counted(extraction.lost.size(), "tensor") + " not in the adapter:\n";
    for (const LostChange& lost : extraction.lost)
        text += "    " + formatName(lost.tensor) + ' ' + printable(lost.why) + '\n';
    session.print(text + '\n');
}

void writeExtraction(JsonWriter& json, const Extraction& extraction)
{
    json.key("modules");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const ExtractedModule& module : extraction.modules) {
        json.beginObject();
        json.member("tensor", std::string_view(module.tensor));
        json.member("rank", module.rank);
        json.member("norm", module.norm);
        json.member("energy_kept", module.energy);
        json.member("exact", module.isExact);
        json.member("experts", module.experts);
        json.endObject();
    }
    json.endArray();
    json.member("unchanged", extraction.unchanged);
    json.key("lost");
    json.beginArray();
    for (const LostChange& lost : extraction.lost) {
        json.beginObject();
        json.member("tensor", std::string_view(lost.tensor));
        json.member("why", std::string_view(lost.why));
        json.endObject();
    }
    json.endArray();
}

} // namespace

ExitStatus writeLora(const LoraOptions& options, const std::shared_ptr<const Adapter>& adapter, const Session& session)
{
    const auto base = openBase(options, *adapter, session);
    if (!base)
        return session.reportAsAnswer(base.error());
    return options.merges ? mergeLora(options, adapter, *base, session)
                          : rewriteLora(options, *adapter, *base, session);
}

ExitStatus estimateLora(const LoraOptions& options, const Adapter& adapter, const Session& session)
{
    if (const auto allowed = session.allowFetching(remoteBytes(*adapter.checkpoint), adapter.checkpoint->path);
        !allowed) {
        session.reportAsAnswer(allowed.error());
        return ExitStatus::Usage;
    }
    const auto modules = resizedModules(adapter, options.rewriting, session.work());
    if (!modules)
        return session.reportAsAnswer(modules.error());
    if (options.common.json) {
        JsonWriter json = session.json();
        json.beginObject();
        writeResized(json, adapter, *modules);
        json.endObject();
        json.finish();
    } else if (!options.common.quiet) {
        session.print(resizedText(adapter, *modules));
    }
    return ExitStatus::Done;
}

ExitStatus extractLora(const ConvertOptions& options, const Session& session)
{
    std::vector<std::shared_ptr<const Checkpoint>> models;
    std::uint64_t remote = 0;
    for (const std::string& path : options.paths) {
        auto opened = session.open(path);
        if (!opened)
            return session.reportAsAnswer(opened.error());
        remote = saturatingAdd(remote, remoteBytes(**opened));
        models.push_back(std::move(*opened));
    }
    if (const auto allowed = session.allowFetching(remote, options.paths); !allowed) {
        session.reportAsAnswer(allowed.error());
        return ExitStatus::Usage;
    }
    const ExtractOptions how{*options.extractRank, options.extractSpelling};
    ConvertOptions writing = options;
    writing.output = adapterPath(options, how.spelling).string();
    writing.inPlace = false;
    auto free = refuseExisting(writing.output, options);
    if (free && how.spelling == AdapterSpelling::Peft && !options.dryRun)
        free = checkConfig(ConfigBeside("{}", writing.output, {}), options);
    if (!free)
        return session.reportAsAnswer(free.error());
    const auto folder = folderOfFactors(writing);
    if (!folder)
        return session.reportAsAnswer(folder.error());
    auto extraction = withBar(valuesOf(*models[1]), session, [&](const Work& work) {
        return extractAdapter(models[0], models[1], how, *options.format, folder->path, work);
    });
    if (!extraction)
        return session.reportAsAnswer(extraction.error());
    remarkName(writing.output, how.spelling, session);
    if (!options.common.json && !options.common.quiet)
        printExtraction(*extraction, session);
    const ConfigBeside config(std::move(extraction->config), writing.output, {});
    return writeRecipe(writing, session, std::move(extraction->recipe), config,
        [&](JsonWriter& json) { writeExtraction(json, *extraction); });
}

} // namespace loupe
