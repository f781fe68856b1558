#include "saving/recipe/output.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/shared/new_file.h"
#include "saving/in_place/header_rewrite.h"
#include "saving/recipe/places.h"
#include "saving/recipe/repeated_names.h"
#include "saving/recipe/safe_names.h"
#include "saving/writing/left_behind.h"
#include "saving/writing/new_folder.h"
#include "saving/writing/shard_index_text.h"
#include "saving/writing/target_check.h"

#include <new>
#include <span>

namespace loupe {

namespace {

namespace fs = std::filesystem;

Recipe recipeOf(const Output& output, const RecipeItem& item)
{
    return {.format = output.recipe.format, .items = {item}, .metadata = output.recipe.metadata, .shardSize = 0};
}

tl::unexpected<Error> stopped()
{
    return fail(ErrorCode::Stopped, "stopped");
}

Result<> planCheckpoint(Output& output, const Work& work)
{
    auto plan = makePlan(output.recipe, work);
    if (!plan)
        return fail(std::move(plan.error()));
    output.plan = std::move(*plan);
    output.places = saveTarget(output.target.path, output.plan, *output.recipe.format);
    std::vector<std::string> names;
    for (std::size_t i = 0; i < output.plan.files.size(); ++i) {
        if (work.stopped())
            return stopped();
        const fs::path& path = output.places.files[i];
        names.push_back(path.filename().string());
        output.files.push_back({path, output.plan.files[i].size, output.plan.files[i].items.size(), isFileThere(path)});
    }
    if (const auto& index = output.places.index) {
        const std::uint64_t size = shardIndexText(output.recipe, output.plan, names).size();
        output.files.push_back({*index, size, 0, isFileThere(*index)});
        output.leftBehind = shardsLeftBehind(output.places, work);
    } else if (OutputFile& file = output.files.front(); output.files.size() == 1 && file.exists) {
        if (const auto rewrite = planHeaderRewrite(output.recipe, file.path)) {
            file.headerBytes = rewrite->start.size();
            *file.bytes += rewrite->start.size() - output.plan.files.front().start.size(); // padded to the size of the
                                                                                           // old one
        }
    }
    return work.stopped() ? stopped() : Result<>();
}

Result<std::optional<std::uint64_t>> sizeOf(const Output& output, std::span<const RecipeItem> items, const Work& work)
{
    if (!output.target.format.isCheckpoint()) {
        for (const RecipeItem& item : items) {
            if (work.stopped())
                return stopped();
            if (auto possible = checkExport(item, output.target.format.other); !possible)
                return fail(std::move(possible.error()));
        }
        return exportSize(items, output.target.format.other);
    }
    const auto plan = makePlan(recipeOf(output, items.front()));
    return plan ? Result<std::optional<std::uint64_t>>(plan->fileBytes) : fail(plan.error());
}

Result<> addFile(Output& output, fs::path path, std::span<const RecipeItem> items, const Work& work)
{
    if (work.stopped())
        return stopped();
    const auto size = sizeOf(output, items, work);
    if (!size)
        return fail(size.error());
    const bool exists = isFileThere(path);
    std::error_code none;
    if (output.target.eachItsFile && fs::is_symlink(fs::symlink_status(path, none))) {
        return fail(ErrorCode::NotAFile,
            "is a symbolic link, expected a file or nothing: what is written stays in the folder", path.string());
    }
    output.files.push_back({std::move(path), *size, items.size(), exists});
    return {};
}

Result<> planEach(Output& output, const Work& work)
{
    std::vector<std::string_view> names;
    for (const RecipeItem& item : output.recipe.items)
        names.push_back(item.name);
    const auto safe = safeFileNames(names);
    const std::string suffix(output.target.format.suffix());
    for (std::size_t i = 0; i < safe.size(); ++i) {
        auto added = addFile(output, output.target.path / (safe[i] + suffix), {&output.recipe.items[i], 1}, work);
        if (!added)
            return added;
    }
    return {};
}

/// Looks for other affected files.
Result<> lookAround(Output& output, const Work& work)
{
    SaveTarget target = output.places;
    if (target.files.empty()) {
        for (const OutputFile& file : output.files)
            target.files.push_back(file.path);
    }
    if (auto own = checkOwnFiles(output.recipe, target); !own)
        return own;
    if (output.existing() > 0) {
        output.otherIndexes = otherIndexes(output.recipe, target, work);
        if (!output.isHeaderOnly())
            output.hardLinked = hardLinked(target.files);
    }
    return work.stopped() ? stopped() : Result<>();
}

Result<Output> plan(Recipe recipe, OutputTarget target, const Work& work)
{
    Output output{.recipe = std::move(recipe),
        .target = std::move(target),
        .files = {},
        .plan = {},
        .places = {},
        .leftBehind = {}};
    output.recipe.format = output.target.format.checkpoint;
    Result<> planned;
    if (output.target.eachItsFile) {
        planned = planEach(output, work);
    } else if (output.target.format.isCheckpoint()) {
        planned = planCheckpoint(output, work);
    } else if (output.recipe.items.empty()
        || (output.recipe.items.size() > 1 && !output.target.format.holdsSeveral())) {
        return fail(ErrorCode::InvalidArgument,
            "chosen are " + counted(output.recipe.items.size(), "tensor") + ", and such a file holds one",
            output.target.path.string());
    } else {
        output.numbered = numberRepeatedNames(output.recipe);
        planned = addFile(output, output.target.path, output.recipe.items, work);
    }
    planned = planned.and_then([&] { return lookAround(output, work); });
    return planned ? Result<Output>(std::move(output)) : fail(std::move(planned.error()));
}

class Writing {
public:
    Writing(const Output& output, const SaveOptions& options, const Work& work)
        : m_output(output)
        , m_options(options)
        , m_work(work)
    {
    }

    Result<std::vector<OutputFile>> run() const
    {
        if (!m_output.target.eachItsFile) {
            return m_output.target.format.isCheckpoint() ? writeCheckpoint()
                                                         : writeFiles({m_output.recipe.items}, m_output.files);
        }
        std::vector<std::span<const RecipeItem>> items;
        for (const RecipeItem& item : m_output.recipe.items)
            items.emplace_back(&item, 1);
        const auto folder = NewFolder::createFor(m_output.target.path / "");
        if (!folder)
            return fail(folder.error());
        return checkRoom().and_then([&] { return writeFiles(items, m_output.files); });
    }

private:
    /// Checks the total size of all files whose size is known, before writing the first.
    Result<> checkRoom() const
    {
        const std::uint64_t free = freeBytes(m_output.target.path);
        return m_output.bytes() <= free ? Result<>() : fail(noRoom(m_output.bytes(), free, m_output.target.path));
    }

    Result<std::vector<OutputFile>> writeCheckpoint() const
    {
        auto saved = save(m_output.recipe, m_output.plan, m_output.places, m_options, m_work);
        if (!saved)
            return fail(std::move(saved.error()));
        std::vector<OutputFile> files = m_output.files;
        for (std::size_t i = 0; i < saved->files.size(); ++i) {
            files[i].path = saved->files[i];
            if (!saved->inPlace) {
                files[i].headerBytes.reset();
                files[i].bytes = m_output.plan.files[i].size;
            } else if (!files[i].headerBytes) {
                files[i].headerBytes = m_output.plan.files[i].start.size();
            }
        }
        return files;
    }

    Result<std::vector<OutputFile>> writeFiles(
        const std::vector<std::span<const RecipeItem>>& items, std::vector<OutputFile> files) const
    {
        for (std::size_t i = 0; i < files.size(); ++i) {
            auto size = writeFile(items[i], files[i].path);
            if (!size) {
                Error error = std::move(size.error());
                if (i > 0)
                    error.message += "; written before, and kept: " + counted(i, "file");
                return fail(std::move(error));
            }
            files[i].bytes = *size;
        }
        return files;
    }

    Result<std::uint64_t> writeFile(std::span<const RecipeItem> items, const fs::path& path) const
    {
        if (!m_output.target.format.isCheckpoint())
            return exportTensors(items, m_output.target.format.other, path, m_options, m_work);
        const Recipe recipe = recipeOf(m_output, items.front());
        const auto plan = makePlan(recipe);
        if (!plan)
            return fail(plan.error());
        const SaveTarget place{.files = {path}, .index = std::nullopt};
        const auto saved = save(recipe, *plan, place, m_options, m_work);
        return saved ? Result<std::uint64_t>(plan->fileBytes) : fail(saved.error());
    }

    const Output& m_output;
    const SaveOptions& m_options;
    const Work& m_work;
};

} // namespace

std::uint64_t Output::bytes() const
{
    std::uint64_t sum = 0;
    for (const OutputFile& file : files)
        sum = saturatingAdd(sum, file.headerBytes.value_or(file.bytes.value_or(0)));
    return sum;
}

std::uint64_t Output::existing() const
{
    std::uint64_t count = 0;
    for (const OutputFile& file : files)
        count += file.exists;
    return count;
}

Result<Output> planOutput(Recipe recipe, OutputTarget target, const Work& work)
{
    try {
        return plan(std::move(recipe), std::move(target), work);
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "not enough memory to plan the output");
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Io, exception.what());
    }
}

std::uint64_t workOf(const Output& output, const SaveOptions& options)
{
    std::uint64_t bytes = 0;
    for (const RecipeItem& item : output.recipe.items)
        bytes = saturatingAdd(bytes, writtenBytes(item));
    return output.target.format.canVerify() && options.verify ? saturatingAdd(bytes, bytes) : bytes;
}

Result<std::vector<OutputFile>> writeOutput(const Output& output, const SaveOptions& options, const Work& work)
{
    try {
        work.expect(workOf(output, options));
        Work files = work;
        files.totalKnown = true;
        return Writing(output, options, files).run();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "not enough memory for the output");
    } catch (const std::exception& exception) {
        return fail(ErrorCode::Io, exception.what());
    }
}

} // namespace loupe
