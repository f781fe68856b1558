#include "app/cli/findings/finding_remarks.h"
#include "app/cli/progress_bar.h"
#include "app/cli/verbs.h"
#include "app/cli/writing/cast_check.h"
#include "app/cli/writing/convert_choice.h"
#include "app/cli/writing/convert_output.h"
#include "app/cli/writing/salvaging.h"
#include "core/checked_math.h"
#include "core/quantized_groups.h"
#include "core/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "saving/in_place/header_rewrite.h"
#include "saving/recipe/shared_items.h"
#include "saving/recipe/stored_parts.h"
#include "saving/writing/left_behind.h"
#include "saving/writing/target_check.h"

#include <algorithm>

namespace loupe {

namespace {

namespace fs = std::filesystem;

constexpr std::string_view overwriteHint = "; use --force to overwrite";

void addUnusedEdits(const ConvertOptions& options, const EditCounts& counts, std::vector<std::string>& remarks)
{
    const auto look = [&](const std::vector<std::uint64_t>& found, const std::vector<std::string>& texts,
                          const char* option, const char* what) {
        for (std::size_t i = 0; i < found.size(); ++i) {
            if (found[i] == 0)
                remarks.push_back(std::string(option) + ' ' + quote(texts[i]) + ": " + what);
        }
    };
    look(counts.renames, options.renames, "--rename", "found in no name");
    look(counts.casts, options.casts, "--dtype", "no tensor is cast");
    look(counts.dropMetadata, options.edits.dropMetadata, "--drop-metadata", "there is no such key");
}

void remarkOnIntegers(const Recipe& recipe, const Session& session)
{
    std::uint64_t count = 0;
    for (const RecipeItem& item : recipe.items) {
        const DTypeKind kind = info(item.original().dtype).kind;
        const bool wasInteger = kind != DTypeKind::Float && kind != DTypeKind::Opaque;
        count += item.isCast() && wasInteger && info(item.dtype).kind == DTypeKind::Float;
    }
    if (count > 0) {
        session.remark(counted(count, "tensor")
            + " of integers or booleans become floats; --dtype FROM=TO casts one "
              "type only");
    }
}

/// The reference readers take an empty name; whoever uses the file may not.
void remarkOnNames(const Recipe& recipe, const Session& session)
{
    const bool empty = std::any_of(recipe.items.begin(), recipe.items.end(),
        [](const RecipeItem& item) { return item.name.empty() && !item.original().name.empty(); });
    if (empty)
        session.remark("a tensor gets an empty name, which other programs may reject");
}

void remarkOnOtherIndexes(const Conversion& conversion, const Session& session)
{
    for (const fs::path& index : conversion.otherIndexes) {
        session.remark(index.string() + " lists a file that is replaced, so that model may stop loading");
    }
}

void remarkOnShared(const Recipe& recipe, const std::vector<SharedItem>& shared, const Session& session)
{
    if (shared.empty())
        return;
    const bool canDrop = std::ranges::any_of(shared, &SharedItem::isContained);
    session.remark(
        sharedItemsText(recipe, shared) + (canDrop ? "; use --drop-shared to write the first of them only" : ""));
}

/// The path to write: for a folder, "model" with the format's suffix in it.
fs::path outputPath(const ConvertOptions& options)
{
    fs::path path = options.output;
    std::error_code ignored;
    if (path.has_filename() && !fs::is_directory(path, ignored))
        return path;
    return path / ("model" + std::string(options.format->suffixes.front()));
}

class Converting {
public:
    Converting(const ConvertOptions& options, const Session& session, Recipe recipe, Plan plan,
        std::vector<Error> unread, std::optional<std::vector<LeftOutTensor>> left)
        : m_options(options)
        , m_session(session)
        , m_recipe(std::move(recipe))
        , m_plan(std::move(plan))
        , m_conversion{.recipe = m_recipe,
              .plan = m_plan,
              .target = saveTarget(outputPath(options), m_plan, *m_recipe.format),
              .replaced = {},
              .leftBehind = {},
              .otherIndexes = {},
              .hardLinked = {},
              .refused = {},
              .costs = {},
              .overflow = 0,
              .unread = std::move(unread),
              .left = std::move(left)}
    {
        m_conversion.replaced = existingFiles(m_conversion.target);
        m_conversion.leftBehind = shardsLeftBehind(m_conversion.target, session.work());
        // What is printed is about the file as it will be.
        if (m_options.inPlace && !m_conversion.target.index && m_conversion.target.files.size() == 1
            && (m_options.force || m_options.dryRun)) {
            m_rewrite = planHeaderRewrite(m_recipe, m_conversion.target.files.front());
            m_conversion.inPlace = m_rewrite.has_value();
            m_conversion.unchanged = m_rewrite && !changesHeader(m_recipe, *m_rewrite);
        }
        m_conversion.refused = check();
        m_conversion.otherIndexes = otherIndexes(m_recipe, m_conversion.target, session.work());
        if (!m_conversion.inPlace)
            m_conversion.hardLinked = hardLinked(m_conversion.target.files);
    }

    ExitStatus run()
    {
        if (m_conversion.refused && !m_options.dryRun)
            return m_session.reportAsAnswer(*m_conversion.refused);
        auto done = m_options.dryRun ? weigh() : write();
        if (!done)
            return m_session.reportAsAnswer(done.error());
        if (m_conversion.inPlace && m_rewrite) {
            m_plan.fileBytes = m_rewrite->size;
            m_plan.files.front() = std::move(*m_rewrite);
        }
        if (m_options.dryRun)
            remarkOnOtherIndexes(m_conversion, m_session);
        if (m_options.common.json)
            printConversionJson(m_conversion, m_session);
        else if (!m_options.common.quiet)
            printConversionText(m_conversion, m_session);
        return m_conversion.refused ? m_session.report(*m_conversion.refused) : ExitStatus::Done;
    }

private:
    /// What stands in the way of writing, also where nothing is to be written now.
    std::optional<Error> check()
    {
        const Existing existing = m_options.force ? Existing::Replace : Existing::Refuse;
        std::optional<Error> notInPlace;
        if (m_rewrite && m_options.force) {
            notInPlace = whyNotInPlace(m_recipe, *m_rewrite, m_conversion.target.files.front());
            if (!notInPlace || isForSaving(*notInPlace)) {
                const auto own = checkOwnFiles(m_recipe, m_conversion.target);
                return own ? std::nullopt : std::optional(own.error());
            }
            m_rewrite.reset();
            m_conversion.inPlace = false;
            m_conversion.unchanged = false;
        }
        const auto possible = checkTarget(m_recipe, m_plan, m_conversion.target, existing);
        if (possible)
            return std::nullopt;
        Error error = possible.error();
        if (isForSaving(error))
            return std::nullopt;
        if (error.code == ErrorCode::Exists && isOfInterrupted())
            return std::nullopt;
        if (error.code == ErrorCode::Exists)
            error.message += overwriteHint;
        return notInPlace ? neitherWay(*notInPlace, std::move(error)) : error;
    }

    /// save() looks for room once it has removed what killed processes have left.
    bool isForSaving(const Error& error) const { return error.code == ErrorCode::NoSpace && !m_options.dryRun; }

    /// The files that exist may be ones that an interrupted conversion has put in place already: save() tells.
    bool isOfInterrupted() const
    {
        return m_options.resume && !m_options.dryRun && keptBytes(m_conversion.target).has_value();
    }

    Result<> write()
    {
        remarkOnOtherIndexes(m_conversion, m_session);
        ProgressBar bar(!m_options.common.quiet);
        const SaveOptions how{.existing = m_options.force ? Existing::Replace : Existing::Refuse,
            .verify = m_options.verify,
            .inPlace = m_options.inPlace,
            .resumption = Resumption{.goesOn = m_options.resume,
                .version = LOUPE_VERSION,
                .options = m_options.recorded,
                .found = [&](auto bytes) { bar.without([&] { remarkOnFound(bytes); }); }}};
        remarkOnRemoved();
        const std::uint64_t bytes = m_plan.tensorBytes * (how.verify ? 2 : 1);
        const auto checked = checkOverflow(m_recipe.items, m_options.force, bytes, bar, m_session);
        if (!checked)
            return fail(checked.error());
        m_conversion.overflow = checked->values;
        bar.beginStep(bytes);
        auto saved = save(m_recipe, m_plan, m_conversion.target, how, m_session.work(&bar.progress()));
        if (!saved)
            return fail(withKept(std::move(saved.error())));
        if (!m_options.force)
            m_conversion.replaced.clear(); // what was there was this save's own
        m_conversion.inPlace = saved->inPlace;
        m_conversion.unchanged &= saved->inPlace;
        m_conversion.target = std::move(*saved);
        m_conversion.written = true;
        m_conversion.verified = how.verify;
        return {};
    }

    /// What an interrupted conversion has left, with --resume.
    void remarkOnFound(std::optional<std::uint64_t> bytes) const
    {
        if (bytes)
            m_session.remark("going on with " + formatBytes(*bytes) + " that an interrupted conversion has written");
        else
            m_session.remark("nothing to go on with: starting from the beginning");
    }

    /// And without.
    void remarkOnRemoved() const
    {
        if (m_conversion.inPlace || m_options.resume)
            return;
        if (const auto kept = keptBytes(m_conversion.target))
            m_session.remark("starting anew; " + formatBytes(*kept)
                + " that an interrupted conversion has written are removed, --resume would go on with them");
    }

    /// What can be done where something stays.
    Error withKept(Error error) const
    {
        const auto kept = keptBytes(m_conversion.target);
        if (m_options.resume && error.code == ErrorCode::Exists && !kept
            && std::ranges::find(m_conversion.replaced, fs::path(error.path)) != m_conversion.replaced.end())
            error.message += overwriteHint;
        const bool refuses = m_options.resume && error.code != ErrorCode::Stopped
            && (error.code == ErrorCode::InvalidArgument || error.code == ErrorCode::Malformed
                || error.code == ErrorCode::Unsupported || error.code == ErrorCode::NotFound);
        if (refuses)
            error.message += "; without --resume the conversion starts anew";
        else if (kept && error.code == ErrorCode::Stopped)
            m_session.remark("interrupted; " + formatBytes(*kept)
                + " are written and stay: the same command with --resume goes on, without it starts anew");
        else if (kept)
            error.message += "; " + formatBytes(*kept)
                + " are written and stay: the same command with --resume goes on, without it starts anew";
        return error;
    }

    /// What the casts would cost.
    Result<> weigh()
    {
        ProgressBar bar(!m_options.common.quiet);
        std::uint64_t total = 0;
        for (const RecipeItem& item : m_recipe.items)
            total = saturatingAdd(total, item.isCast() ? valueBytes(item.original()) : 0);
        bar.expect(total);
        bar.beginStep(total);
        auto costs = castCosts(m_recipe.items, m_session.work(&bar.progress()));
        if (!costs)
            return fail(std::move(costs.error()));
        const OverflowReport overflow = overflowReport(m_recipe.items, *costs);
        m_conversion.overflow = overflow.values;
        if (overflow.isTooMuch())
            bar.without([&] { m_session.remark(overflow.text + "; use --force to write it"); });
        m_conversion.costs = std::move(*costs);
        return checkSources(m_recipe);
    }

    const ConvertOptions& m_options;
    const Session& m_session;
    Recipe m_recipe;
    Plan m_plan;
    std::optional<PlannedFile> m_rewrite; ///< of the header alone, where that is enough
    Conversion m_conversion;
};

/// One of the checkpoints that become one.
struct Input {
    std::shared_ptr<const Checkpoint> checkpoint;
    ConvertChoice choice;
};

/// Quantized weights are one tensor each: what is chosen, renamed or cast takes their parts along. Not for salvage,
/// which compares stored bytes with the digests in the file. InvalidArgument where --select or --drop makes no sense.
Result<std::vector<Input>> openInputs(const ConvertOptions& options, const Session& session)
{
    std::vector<Input> inputs;
    for (const std::string& path : options.paths) {
        auto checkpoint = options.salvage && !options.dequantize ? session.openAsListed(path) : session.open(path);
        if (!checkpoint)
            return fail(std::move(checkpoint.error()));
        auto choice = chooseToConvert(*checkpoint, options, session);
        if (!choice)
            return fail(std::move(choice.error()));
        inputs.push_back({std::move(*checkpoint), std::move(*choice)});
    }
    return inputs;
}

/// Loaders that find the config of the input beside the output would dequantize it once more.
void remarkOnDequantized(const std::vector<Input>& inputs, const Recipe& recipe, bool all, const RemovedExtras& removed,
    const Session& session)
{
    if (removed.tensors > 0)
        session.remark(counted(removed.tensors, "scale") + " of activations and caches left out");
    if (removed.description == RemovedExtras::Description::Whole)
        session.remark("the metadata key _quantization_metadata left out");
    if (removed.description == RemovedExtras::Description::Cut)
        session.remark("the metadata key _quantization_metadata lists only the weights that stay quantized");
    for (const Input& input : inputs) {
        const auto& quantized = input.checkpoint->quantized;
        if (!quantized)
            continue;
        std::uint64_t weights = 0;
        std::uint64_t parts = 0;
        std::uint64_t undecoded = 0;
        for (const RecipeItem& item : recipe.items) {
            const auto* const group = item.source == input.checkpoint ? quantized->of(item.tensor) : nullptr;
            weights += group != nullptr;
            parts += group ? group->parts.size() - 1 : 0;
        }
        for (const QuantizedGroups::Group& group : quantized->list)
            undecoded += all && input.checkpoint->tensors[group.tensor].dtype == DType::Opaque;
        if (undecoded > 0)
            session.remark(counted(undecoded, "quantized weight") + " cannot be decoded and "
                + (undecoded == 1 ? "is" : "are") + " copied as stored");
        if (weights == 0)
            continue;
        std::string text = counted(weights, "quantized weight") + " written as plain values, without "
            + counted(parts, "companion tensor");
        if (!quantized->evidence.empty())
            text += "; remove the quantization settings from a copy of " + quantized->evidence;
        session.remark(text);
    }
}

/// The chosen tensors of all inputs, one after the other. Precondition: there are inputs.
Recipe chosenRecipe(const std::vector<Input>& inputs, const ConvertOptions& options)
{
    Recipe recipe = copyOf(inputs.front().checkpoint, *options.format);
    for (std::size_t i = 1; i < inputs.size(); ++i)
        append(recipe, inputs[i].checkpoint);
    recipe.shardSize = options.shardSize;
    // Shards stay shards, unless one file is asked for by name.
    recipe.keepShards = recipe.shardSize == 0 && isIndexName(options.output);
    auto input = inputs.begin(); // items are in the order of the inputs
    std::erase_if(recipe.items, [&](const RecipeItem& item) {
        while (input->checkpoint != item.source)
            ++input;
        return !input->choice.tensors.contains(item.tensor);
    });
    return recipe;
}

/// The remarks that are true of every input: what matches nothing in one may be meant for another.
std::vector<std::string> sharedRemarks(const std::vector<Input>& inputs)
{
    std::vector<std::string> remarks = inputs.front().choice.remarks;
    std::erase_if(remarks, [&](const std::string& remark) {
        return !std::ranges::all_of(inputs, [&](const Input& input) {
            return std::ranges::find(input.choice.remarks, remark) != input.choice.remarks.end();
        });
    });
    return remarks;
}

} // namespace

ExitStatus run(const ConvertOptions& options, const Session& session)
{
    auto inputs = openInputs(options, session);
    if (!inputs) {
        const ExitStatus status = session.reportAsAnswer(inputs.error());
        return inputs.error().code == ErrorCode::InvalidArgument ? ExitStatus::Usage : status;
    }
    std::vector<Error> unread;
    std::vector<LeftOutTensor> unreadNames;
    bool isEmpty = true; // before anything is chosen
    for (const Input& input : *inputs) {
        auto parts = checkUnread(*input.checkpoint, options.salvage, session);
        if (!parts)
            return session.reportAsAnswer(parts.error());
        isEmpty &= input.checkpoint->tensors.empty() && parts->empty();
        unread.insert(unread.end(), parts->begin(), parts->end());
        const auto names = unreadTensors(*input.checkpoint);
        unreadNames.insert(unreadNames.end(), names.begin(), names.end());
    }
    const std::string path = inputs->size() == 1 ? inputs->front().checkpoint->path.string() : "";
    const auto nothingLeft = [&](const std::string& why) {
        return session.reportAsAnswer({ErrorCode::InvalidArgument, "no tensors left to write" + why, path, {}});
    };

    Recipe recipe = chosenRecipe(*inputs, options);
    std::vector<std::string> remarks = sharedRemarks(*inputs);
    if (recipe.items.empty() && !isEmpty) {
        std::string why;
        for (const std::string& remark : remarks)
            why += (why.empty() ? ": " : "; ") + remark;
        return nothingLeft(why);
    }
    const RemovedExtras removed = options.dequantize ? removeExtras(recipe) : RemovedExtras();
    RecipeEdits edits = options.edits;
    edits.dequantizes = options.dequantize;
    const EditCounts counts = applyEdits(edits, recipe);
    auto withParts =
        withStoredParts(std::move(recipe), options.dequantize ? PartsOf::UndecodedWeights : PartsOf::CopiedWeights);
    if (!withParts)
        return session.reportAsAnswer(withParts.error());
    recipe = std::move(*withParts);
    addUnusedEdits(options, counts, remarks);
    for (const std::string& remark : remarks)
        session.remark(remark);
    remarkOnNumbered(counts.numbered, session);
    remarkOnIntegers(recipe, session);
    remarkOnNames(recipe, session);
    addUnread(recipe, unread, unreadNames);
    auto left = checkIncomplete(recipe, unreadNames, options.salvage, session);
    if (!left)
        return session.reportAsAnswer(left.error());
    if (recipe.items.empty() && !isEmpty)
        return nothingLeft("");
    if (options.dropShared)
        dropShared(recipe);
    remarkOnShared(recipe, sharedItems(recipe), session);
    auto plan = makePlan(recipe);
    if (!plan) {
        Error error = plan.error();
        if (error.code == ErrorCode::InvalidArgument && !repeatedNames(recipe).empty())
            error.message += "; --number-repeated numbers the duplicates";
        return session.reportAsAnswer(error);
    }
    remarkOnDequantized(*inputs, recipe, options.dequantize, removed, session);
    for (const Input& input : *inputs) {
        remarkOnWritten(*input.checkpoint, recipe, session);
        if (input.checkpoint->findings.hasErrors() && !options.salvage)
            session.remark(describe(
                {ErrorCode::Malformed, "has errors; the tensors that it lists are copied (see tloupe validate)",
                    input.checkpoint->path.string(), {}}));
    }
    std::uint64_t remote = 0;
    for (const RecipeItem& item : recipe.items)
        remote = saturatingAdd(remote, remoteBytes(*item.source, item.tensor));
    std::vector<std::string> addresses;
    for (const Input& input : *inputs) {
        if (isAddress(input.checkpoint->path))
            addresses.push_back(input.checkpoint->path.string());
    }
    if (const auto allowed = session.allowFetching(options.dryRun ? 0 : remote, addresses); !allowed) {
        session.reportAsAnswer(allowed.error());
        return ExitStatus::Usage;
    }
    const bool isWhole = unread.empty() && (!*left || (*left)->empty());
    auto status =
        Converting(options, session, std::move(recipe), std::move(*plan), std::move(unread), std::move(*left)).run();
    worsen(status, isWhole ? ExitStatus::Done : ExitStatus::No);
    return status;
}

} // namespace loupe
