#include "app/cli/lora/lora_writing.h"

#include "adapters/extract.h"
#include "adapters/merge.h"
#include "adapters/rewrite.h"
#include "app/cli/lists/columns.h"
#include "app/cli/lora/lora_output.h"
#include "app/cli/progress_bar.h"
#include "app/cli/stats/stats_output.h"
#include "app/cli/writing/conversion_run.h"
#include "core/checked_math.h"
#include "core/text/percent.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "saving/recipe/places.h"
#include "saving/writing/atomic_file.h"

#include <algorithm>
#include <array>
#include <cerrno>
#include <filesystem>
#include <functional>
#include <span>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr const char* configName = "adapter_config.json";

/// In a folder, the name that loaders of the spelling look for.
fs::path adapterPath(const ConvertOptions& options, AdapterSpelling spelling)
{
    fs::path path = options.output;
    std::error_code ignored;
    if (path.has_filename() && !fs::is_directory(path, ignored))
        return path;
    const std::string suffix(options.format->suffixes.front());
    return path
        / (spelling == AdapterSpelling::Peft             ? "adapter_model" + suffix
                : spelling == AdapterSpelling::Diffusers ? "pytorch_lora_weights" + suffix
                                                         : "lora" + suffix);
}

/// Loaders look for the configuration of an adapter under this name alone: a folder has room for one.
Error configExists(const fs::path& path)
{
    return {ErrorCode::Exists,
        "exists already, and says the alpha of the adapter beside it; write into another folder, or use --force to "
        "overwrite it",
        path.string(), {}};
}

/// adapter_config.json beside an adapter, which says its alpha.
class ConfigBeside {
public:
    /// `of`: the adapter that the text is made of; empty where it is of none.
    ConfigBeside(std::string text, const fs::path& output, const fs::path& of, bool replaces)
        : m_text(std::move(text))
        , m_path(output.parent_path() / configName)
        , m_replaces(replaces)
    {
        std::error_code ignored;
        const fs::path folder = fs::is_directory(of, ignored) ? of : of.parent_path();
        m_isOfInput =
            !of.empty() && fs::equivalent(folder / configName, m_path, ignored) && !fs::equivalent(of, output, ignored);
    }

    Result<> check() const
    {
        std::error_code ignored;
        if (m_text.empty() || !fs::exists(m_path, ignored))
            return {};
        if (m_isOfInput) {
            return fail(ErrorCode::Exists,
                "is the configuration of the adapter that is read, and would be replaced by that of the new one; write "
                "into another folder",
                m_path.string());
        }
        return m_replaces ? Result<>() : fail(configExists(m_path));
    }

    Result<> write() const
    {
        if (m_text.empty())
            return {};
        const auto bytes = std::as_bytes(std::span(m_text));
        auto file = AtomicFile::create(m_path, bytes.size(), m_replaces ? Existing::Replace : Existing::Refuse);
        if (!file)
            return fail(std::move(file.error()));
        return (*file)->write(0, bytes).and_then([&] { return (*file)->sync(); }).and_then([&] {
            return (*file)->commit();
        });
    }

private:
    std::string m_text;
    fs::path m_path;
    bool m_replaces;
    bool m_isOfInput = false;
};

/// Edits that any conversion has, the plan, and the writing of both files.
ExitStatus writeRecipe(const ConvertOptions& options, const Session& session, Recipe recipe, const ConfigBeside& config,
    std::function<void(JsonWriter&)> members)
{
    if (auto possible = config.check(); !possible)
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
    const auto written = config.write();
    return written ? status : session.report(written.error());
}

std::uint64_t valuesOf(const Checkpoint& checkpoint)
{
    std::uint64_t bytes = 0;
    for (const Tensor& tensor : checkpoint.tensors)
        bytes = saturatingAdd(bytes, valueBytes(tensor));
    return bytes;
}

/// The result of `compute(work)`, with a bar for a step of so many bytes.
template <typename Compute>
auto withBar(std::uint64_t bytes, const Session& session, Compute&& compute)
{
    ProgressBar bar(!session.options().quiet);
    bar.expect(bytes);
    bar.beginStep(bytes);
    return compute(session.work(&bar.progress()));
}

/// Before long work, of which nothing could be written.
Result<> refuseExisting(const fs::path& path, const ConvertOptions& options)
{
    std::error_code ignored;
    if (options.force || options.dryRun || !fs::exists(path, ignored))
        return {};
    if (path.filename() == configName)
        return fail(configExists(path));
    return fail(ErrorCode::Exists, "exists already; use --force to overwrite", path.string());
}

/// Where computed factors lie until they are written: in the folder of the output, which is made if the output was
/// given as a folder. Nothing is made for a dry run.
Result<fs::path> scratchFolder(const ConvertOptions& asked, const fs::path& output)
{
    std::error_code ignored;
    const fs::path folder = output.parent_path();
    if (asked.dryRun)
        return fs::temp_directory_path(ignored);
    if (folder.empty() || fs::exists(folder, ignored))
        return folder;
    std::error_code failed;
    const bool isMade = !fs::path(asked.output).has_filename() && fs::create_directory(folder, failed);
    if (isMade)
        return folder;
    return fail(cannotWriteInto(failed ? failed.value() : ENOENT, output));
}

/// Loaders of PEFT look for one name.
void remarkName(const fs::path& output, AdapterSpelling spelling, const Session& session)
{
    if (spelling != AdapterSpelling::Peft || output.filename().native().starts_with("adapter_model"))
        return;
    session.remark(output.string() + ": loaders of PEFT look for adapter_model" + output.extension().string()
        + "; a folder as OUT gives it this name");
}

/// The base, and where each module is in it; null and empty where none was given.
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

ExitStatus mergeLora(const LoraOptions& options, const std::shared_ptr<const Adapter>& adapter, const OpenedBase& base,
    const Session& session)
{
    std::uint64_t unfit = 0;
    for (std::size_t i = 0; i < base.targets.size(); ++i) {
        if (base.targets[i].fit == Fit::Fits)
            continue;
        ++unfit;
        session.remark(adapter->modules[i].name + ": " + base.targets[i].why);
    }
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
        if (const auto allowed = session.allowFetching(remoteBytesOf(*base.checkpoint), paths); !allowed) {
            session.reportAsAnswer(allowed.error());
            return ExitStatus::Usage;
        }
    }
    const std::size_t merged = base.targets.size() - (unfit - adapter->others.size());
    const auto status = writeRecipe(options.writing, session, std::move(*recipe), {{}, {}, {}, false},
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
    return table({Left, Right, Right, Decimal}, rows);
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
}

ExitStatus rewriteLora(
    const LoraOptions& options, const Adapter& adapter, const OpenedBase& base, const Session& session)
{
    ConvertOptions writing = options.writing;
    const AdapterSpelling spelling = options.rewriting.spelling.value_or(adapter.spelling);
    writing.output = adapterPath(writing, spelling).string();
    std::error_code ignored;
    const bool wasThere = fs::exists(fs::path(writing.output).parent_path(), ignored);
    const auto folder = scratchFolder(options.writing, writing.output);
    if (!folder)
        return session.reportAsAnswer(folder.error());
    auto rewritten = withBar(valuesOf(*adapter.checkpoint), session, [&](const Work& work) {
        return rewriteAdapter(
            adapter, options.rewriting, base.checkpoint, base.targets, *writing.format, *folder, work);
    });
    if (!rewritten) {
        if (!wasThere && !writing.dryRun)
            fs::remove(*folder, ignored); // the one that was made, which is empty
        return session.reportAsAnswer(rewritten.error());
    }
    if (options.rewriting.resizes() && !options.common.quiet && !options.common.json)
        session.print(resizedText(adapter, rewritten->modules) + '\n');
    remarkName(writing.output, spelling, session);
    const ConfigBeside config(std::move(rewritten->config), writing.output, adapter.checkpoint->path, writing.force);
    return writeRecipe(writing, session, std::move(rewritten->recipe), config,
        [&adapter, modules = std::move(rewritten->modules)](
            JsonWriter& json) { writeResized(json, adapter, modules); });
}

void printExtraction(const Extraction& extraction, const Session& session)
{
    std::vector<std::vector<std::string>> rows{{"tensor", "rank", "norm", "energy kept"}};
    for (const ExtractedModule& module : extraction.modules) {
        rows.push_back({formatName(module.tensor), module.rank > 0 ? formatCount(module.rank) : "whole",
            numberCell(module.norm), formatPercent(module.energy)});
    }
    using enum Columns::Align;
    std::string text = table({Left, Right, Decimal, Decimal}, rows);
    text += "  " + counted(extraction.unchanged, "tensor") + " unchanged\n";
    const auto near =
        static_cast<std::uint64_t>(std::ranges::count(extraction.modules, false, &ExtractedModule::isExact));
    if (near > 0) {
        text += "  " + counted(near, "change")
            + " too large for an exact decomposition: found with random vectors, so other factors of this rank may "
              "keep a "
              "little more\n";
    }
    for (const LostChange& lost : extraction.lost)
        text += "  not in the adapter: " + formatName(lost.tensor) + ' ' + printable(lost.why) + '\n';
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

std::uint64_t remoteBytesOf(const Checkpoint& checkpoint)
{
    std::uint64_t bytes = 0;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i)
        bytes = saturatingAdd(bytes, remoteBytes(checkpoint, i));
    return bytes;
}

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
    if (const auto allowed = session.allowFetching(remoteBytesOf(*adapter.checkpoint), adapter.checkpoint->path);
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
        remote = saturatingAdd(remote, remoteBytesOf(**opened));
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
    if (free && how.spelling == AdapterSpelling::Peft)
        free = refuseExisting(fs::path(writing.output).parent_path() / configName, options);
    if (!free)
        return session.reportAsAnswer(free.error());
    const auto folder = scratchFolder(options, writing.output);
    if (!folder)
        return session.reportAsAnswer(folder.error());
    auto extraction = withBar(valuesOf(*models[1]), session,
        [&](const Work& work) { return extractAdapter(models[0], models[1], how, *options.format, *folder, work); });
    if (!extraction)
        return session.reportAsAnswer(extraction.error());
    remarkName(writing.output, how.spelling, session);
    if (!options.common.json && !options.common.quiet)
        printExtraction(*extraction, session);
    const ConfigBeside config(std::move(extraction->config), writing.output, {}, options.force);
    return writeRecipe(writing, session, std::move(extraction->recipe), config,
        [&](JsonWriter& json) { writeExtraction(json, *extraction); });
}

} // namespace loupe
