#include "saving/recipe/plan.h"

#include "analysis/digests/undecoded_weight.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/name_hash.h"
#include "core/text/quote.h"
#include "formats/shared/new_file.h"
#include "saving/casting/cast.h"
#include "saving/difference/difference_recipe.h"
#include "saving/recipe/nulls.h"

#include <new>

namespace loupe {

namespace {

Result<> checkItem(const RecipeItem& item, const Format& format)
{
    const std::string_view from = item.source->dtypeName(item.tensor);
    const std::string what = "tensor " + quote(item.name) + " is " + std::string(from);
    if (item.isDifference()) {
        if (auto possible = checkDifference(item); !possible)
            return possible;
    } else if (!canCast(item.original().dtype, item.dtype)) {
        const Finding* const why = whyUndecoded(*item.source, item.tensor);
        return fail(ErrorCode::Unsupported,
            what + ", which cannot be cast to " + std::string(dtypeName(item.dtype))
                + (why ? " (" + why->message + ")" : std::string()),
            item.source->path.string());
    }
    if (!format.writer->holds(item.dtype)) {
        std::string message = item.isDifference()
            ? "the difference of tensor " + quote(item.name) + " would be " + std::string(dtypeName(item.dtype))
            : item.isCast() ? "tensor " + quote(item.name) + " would be cast to " + std::string(dtypeName(item.dtype))
                            : what;
        message += ", which no " + std::string(format.id) + " file can hold";
        if (const auto wider = losslessCast(item.dtype, format.writer->holds))
            message += ": a cast to " + std::string(dtypeName(*wider)) + " would keep every value";
        else if (canCast(item.dtype, DType::F32))
            message += ": cast it to another type, or drop it";
        else
            message += ": leave it out";
        return fail(ErrorCode::Unsupported, std::move(message), item.source->path.string());
    }
    if (auto possible = checkNulls(item); !possible)
        return possible;
    auto elements = Elements::open(item.source, item.tensor);
    return elements ? Result<>() : fail(std::move(elements.error()));
}

/// Checks names across shards. Within a file, the format does this itself.
Result<> checkNames(const Recipe& recipe, const Work& work)
{
    NameMap<std::string_view, std::size_t> seen;
    seen.reserve(recipe.items.size());
    for (std::size_t i = 0; i < recipe.items.size(); ++i) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const auto [known, isNew] = seen.emplace(recipe.items[i].name, i);
        if (isNew)
            continue;
        const std::string_view one = recipe.items[known->second].original().name;
        const std::string_view other = recipe.items[i].original().name;
        return fail(ErrorCode::InvalidArgument,
            one == other ? "two tensors are named " + quote(recipe.items[i].name)
                         : "two tensors would be named " + quote(recipe.items[i].name) + ": " + quote(one) + " and "
                    + quote(other),
            recipe.items[i].source->path.string());
    }
    return {};
}

/// A quantized weight and its stored parts are in the same file but belong to two checkpoints.
bool shareFile(const RecipeItem& one, const RecipeItem& other)
{
    const auto& file = one.source->files[one.original().file];
    const auto& otherFile = other.source->files[other.original().file];
    return file.source ? file.source == otherFile.source : &file == &otherFile;
}

/// The first item of each shard, divided as on model hubs: a new shard starts when the next tensor would exceed the
/// size.
std::vector<std::uint32_t> shardBegins(const Recipe& recipe)
{
    std::vector<std::uint32_t> begins{0};
    std::uint64_t filled = 0;
    for (std::uint32_t i = 0; i < recipe.items.size(); ++i) {
        const std::uint64_t bytes = writtenBytes(recipe.items[i]);
        const bool isFull = recipe.shardSize > 0 && saturatingAdd(filled, bytes) > recipe.shardSize;
        if (i > begins.back() && (isFull || (recipe.keepShards && !shareFile(recipe.items[i - 1], recipe.items[i])))) {
            begins.push_back(i);
            filled = 0;
        }
        filled = saturatingAdd(filled, bytes);
    }
    return begins;
}

Result<PlannedFile> planFile(const Recipe& recipe, std::uint32_t begin, std::uint32_t end)
{
    std::vector<NewTensor> tensors;
    tensors.reserve(end - begin);
    for (std::uint32_t i = begin; i < end; ++i)
        tensors.push_back({recipe.items[i].name, recipe.items[i].original().shape, recipe.items[i].dtype});
    auto layout = recipe.format->writer->layOut(tensors, recipe.metadata);
    if (!layout)
        return fail(std::move(layout.error()));
    PlannedFile file;
    file.start = std::move(layout->start);
    file.size = layout->size;
    file.ranges.reserve(tensors.size());
    file.items = std::move(layout->order);
    for (std::uint32_t& item : file.items) {
        file.ranges.push_back(layout->ranges[item]);
        item += begin;
    }
    return file;
}

Result<Plan> plan(const Recipe& recipe, const Work& work)
{
    if (auto unique = checkNames(recipe, work); !unique)
        return fail(std::move(unique.error()));
    for (const RecipeItem& item : recipe.items) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (auto possible = checkItem(item, *recipe.format); !possible)
            return fail(std::move(possible.error()));
    }
    Plan plan;
    const auto begins = shardBegins(recipe);
    for (std::size_t shard = 0; shard < begins.size(); ++shard) {
        const auto end =
            shard + 1 < begins.size() ? begins[shard + 1] : static_cast<std::uint32_t>(recipe.items.size());
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        auto file = planFile(recipe, begins[shard], end);
        if (!file)
            return fail(std::move(file.error()));
        const auto bytes = checkedAdd(plan.fileBytes, file->size);
        if (!bytes)
            return fail(ErrorCode::TooLarge, "the files' sizes do not fit in 64 bits");
        plan.fileBytes = *bytes;
        plan.tensorBytes += file->size - file->start.size();
        plan.files.push_back(std::move(*file));
    }
    return plan;
}

} // namespace

Result<Plan> makePlan(const Recipe& recipe, const Work& work)
{
    try {
        return plan(recipe, work);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "not enough memory to plan the output");
    }
}

} // namespace loupe
