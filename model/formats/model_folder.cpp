#include "formats/model_folder.h"

#include "formats/registry.h"
#include "formats/shard_name.h"

#include <algorithm>
#include <map>
#include <set>
#include <system_error>

namespace loupe {

namespace {

namespace fs = std::filesystem;

struct Listing {
    std::vector<fs::path> indexes; ///< "model.safetensors.index.json"
    std::vector<fs::path> otherIndexes; ///< "weights.index.json"
    std::vector<fs::path> checkpoints;
};

Result<Listing> list(const fs::path& folder)
{
    Listing listing;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
        const fs::path& path = entry->path();
        std::error_code ignored;
        if (entry->is_directory(ignored))
            continue;
        if (isIndexName(path)) {
            const fs::path model = path.stem().stem(); // without ".index.json"
            (formatForName(model) ? listing.indexes : listing.otherIndexes).push_back(path);
        } else if (formatForName(path)) {
            listing.checkpoints.push_back(path);
        }
    }
    if (error)
        return fail(systemError(error.value(), "cannot list the folder", folder.string()));
    for (auto* const paths : {&listing.indexes, &listing.otherIndexes, &listing.checkpoints})
        std::sort(paths->begin(), paths->end());
    return listing;
}

/// The sets of shards that are all there, each in the order of its numbers.
std::vector<std::vector<fs::path>> completeSets(const std::vector<fs::path>& checkpoints)
{
    std::map<std::string, std::map<std::uint64_t, fs::path>> sets; // by the name of shard 1, which need not exist
    std::map<std::string, std::uint64_t> counts;
    for (const fs::path& path : checkpoints) {
        if (const auto name = parseShardName(path.filename())) {
            sets[name->sibling(1)].emplace(name->number, path);
            counts[name->sibling(1)] = name->count;
        }
    }
    std::vector<std::vector<fs::path>> complete;
    for (const auto& [key, shards] : sets) {
        if (shards.size() != counts[key])
            continue;
        auto& paths = complete.emplace_back();
        for (const auto& [number, path] : shards)
            paths.push_back(path);
    }
    return complete;
}

tl::unexpected<Error> ambiguous(const fs::path& folder, const std::vector<fs::path>& candidates)
{
    constexpr std::size_t mostListed = 10;
    std::string names;
    for (std::size_t i = 0; i < std::min(candidates.size(), mostListed); ++i)
        names += (i == 0 ? "" : ", ") + candidates[i].filename().string();
    if (candidates.size() > mostListed)
        names += " and " + std::to_string(candidates.size() - mostListed) + " more";
    return fail(
        ErrorCode::InvalidArgument, "the folder holds several checkpoints, expected one: " + names, folder.string());
}

bool isFile(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

} // namespace

Result<ModelFiles> findModel(const fs::path& folder)
{
    const auto listing = list(folder);
    if (!listing)
        return fail(listing.error());
    if (listing->indexes.size() > 1)
        return ambiguous(folder, listing->indexes);
    if (listing->indexes.size() == 1)
        return ModelFiles{.index = listing->indexes.front(), .files = {}};
    auto sets = completeSets(listing->checkpoints);
    if (sets.size() == 1)
        return ModelFiles{.index = std::nullopt, .files = std::move(sets.front())};
    if (listing->checkpoints.size() == 1)
        return ModelFiles{.index = std::nullopt, .files = listing->checkpoints};
    if (!listing->checkpoints.empty() && listing->otherIndexes.size() != 1)
        return ambiguous(folder, listing->checkpoints);
    if (listing->otherIndexes.size() == 1)
        return ModelFiles{.index = listing->otherIndexes.front(), .files = {}};
    return fail(ErrorCode::NotFound, "the folder holds no checkpoint", folder.string());
}

std::optional<fs::path> wholeModelOf(const fs::path& file)
{
    const fs::path folder = file.parent_path();
    const auto name = parseShardName(file.filename());
    const std::string stem = name ? name->stem : file.stem().string();
    const std::string suffix = file.extension().string();
    for (const std::string& index : {stem + suffix + std::string(indexSuffix), stem + std::string(indexSuffix)}) {
        if (isFile(folder / index))
            return folder / index;
    }
    if (!name || name->count < 2)
        return std::nullopt;
    const auto model = findModel(folder.empty() ? fs::path(".") : folder);
    const bool ours = model && std::any_of(model->files.begin(), model->files.end(), [&](const fs::path& path) {
        return path.filename() == file.filename();
    });
    return ours ? std::optional(folder.empty() ? fs::path(".") : folder) : std::nullopt;
}

} // namespace loupe
