#include "app/cli/findings/finding_remarks.h"
#include "app/cli/lora/lora_writing.h"
#include "app/cli/verbs.h"
#include "app/cli/writing/cast_check.h"
#include "app/cli/writing/conversion_run.h"
#include "app/cli/writing/convert_choice.h"
#include "app/cli/writing/salvaging.h"
#include "core/checked_math.h"
#include "core/quantized_groups.h"
#include "core/remote/remote_files.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shards/shard_name.h"
#include "saving/recipe/shared_items.h"
#include "saving/recipe/stored_parts.h"

#include <algorithm>

namespace loupe {

namespace {

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

/// Remarks on empty names: the reference readers accept them, but other programs may not.
void remarkOnNames(const Recipe& recipe, const Session& session)
{
    const bool empty = std::any_of(recipe.items.begin(), recipe.items.end(),
        [](const RecipeItem& item) { return item.name.empty() && !item.original().name.empty(); });
    if (empty)
        session.remark("a tensor gets an empty name, which other programs may reject");
}

void remarkOnShared(const Recipe& recipe, const std::vector<SharedItem>& shared, const Session& session)
{
    if (shared.empty())
        return;
    const bool canDrop = std::ranges::any_of(shared, &SharedItem::isContained);
    session.remark(
        sharedItemsText(recipe, shared) + (canDrop ? "; use --drop-shared to write the first of them only" : ""));
}

/// One of the input checkpoints.
struct Input {
    std::shared_ptr<const Checkpoint> checkpoint;
    ConvertChoice choice;
};

/// Opens the inputs with quantized weights as one tensor each, so that their parts follow when they are chosen, renamed
/// or cast. With salvage they stay separate, because stored bytes are compared with the digests in the file. Fails with
/// InvalidArgument if --select or --drop is invalid.
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

/// Remarks that loaders that find the input's config next to the output would dequantize it again.
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

/// The chosen tensors of all inputs, in order. Precondition: there are inputs.
Recipe chosenRecipe(const std::vector<Input>& inputs, const ConvertOptions& options)
{
    Recipe recipe = copyOf(inputs.front().checkpoint, *options.format);
    for (std::size_t i = 1; i < inputs.size(); ++i)
        append(recipe, inputs[i].checkpoint);
    recipe.shardSize = options.shardSize;
    // Keep shards unless the output names a single file.
    recipe.keepShards = recipe.shardSize == 0 && isIndexName(options.output);
    auto input = inputs.begin(); // items are in the order of the inputs
    std::erase_if(recipe.items, [&](const RecipeItem& item) {
        while (input->checkpoint != item.source)
            ++input;
        return !input->choice.tensors.contains(item.tensor);
    });
    return recipe;
}

/// The remarks common to all inputs: a request without a match in one may be meant for another.
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
    if (options.extractRank)
        return extractLora(options, session);
    auto inputs = openInputs(options, session);
    if (!inputs) {
        const ExitStatus status = session.reportAsAnswer(inputs.error());
        return inputs.error().code == ErrorCode::InvalidArgument ? ExitStatus::Usage : status;
    }
    std::vector<Error> unread;
    std::vector<LeftOutTensor> unreadNames;
    bool isEmpty = true; // the input had no tensors before choosing
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
    auto status = runConversion(options, session, std::move(recipe), std::move(*plan),
        {.unread = std::move(unread), .left = std::move(*left), .members = {}});
    worsen(status, isWhole ? ExitStatus::Done : ExitStatus::No);
    return status;
}

} // namespace loupe
