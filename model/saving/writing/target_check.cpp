#include "saving/writing/target_check.h"

#include "core/checked_math.h"
#include "core/text/text.h"
#include "formats/shards/shard_index.h"
#include "formats/shards/shard_name.h"
#include "saving/recipe/places.h"
#include "saving/writing/new_folder.h"
#include "saving/writing/unfinished_files.h"

#include <algorithm>
#include <cerrno>
#include <map>
#include <set>
#include <string>

#include <fcntl.h>
#include <sys/stat.h>
#include <unistd.h>

namespace loupe {

namespace {

namespace fs = std::filesystem;

using FileKey = std::pair<std::uint64_t, std::uint64_t>; ///< device and inode

std::optional<FileKey> keyOf(const fs::path& path)
{
    struct stat status { };
    if (::stat(path.c_str(), &status) != 0)
        return std::nullopt;
    return FileKey{status.st_dev, status.st_ino};
}

FileKey keyOf(const Source& source)
{
    return {source.identity().device, source.identity().inode};
}

fs::path targetFolder(const fs::path& file)
{
    return file.has_parent_path() ? file.parent_path() : fs::path(".");
}

struct RecipeSources {
    std::set<const Checkpoint*> all;
    std::set<const Checkpoint*> compared; ///< both sides of differences
};

RecipeSources sourcesOf(const Recipe& recipe)
{
    RecipeSources sources;
    for (const RecipeItem& item : recipe.items) {
        sources.all.insert(item.source.get());
        if (item.isDifference()) {
            sources.all.insert(item.base.get());
            sources.compared.insert({item.source.get(), item.base.get()});
        }
    }
    return sources;
}

using FilesThere = std::multimap<FileKey, fs::path>; ///< each hard link of a file has its own entry

FilesThere filesThere(const std::vector<fs::path>& files)
{
    FilesThere there;
    for (const fs::path& file : files) {
        if (const auto key = keyOf(file))
            there.emplace(*key, file);
    }
    return there;
}

FilesThere filesThere(const SaveTarget& target)
{
    return filesThere(existingFiles(target));
}

/// Whether replacing one path also replaces the other. Precondition: both paths refer to the same file. Hard links are
/// different names.
bool isSameName(const fs::path& one, const fs::path& other)
{
    std::error_code error;
    if (fs::hard_link_count(one, error) == 1)
        return true;
    const fs::path first = fs::canonical(one, error);
    const fs::path second = error ? fs::path() : fs::canonical(other, error);
    return error || first == second;
}

/// The entry with the same name as `file`; null if there is none.
const fs::path* findName(const FilesThere& there, const fs::path& file)
{
    const auto key = keyOf(file);
    const auto [begin, end] = key ? there.equal_range(*key) : std::pair(there.end(), there.end());
    const auto found = std::find_if(begin, end, [&](const auto& one) { return isSameName(file, one.second); });
    return found == end ? nullptr : &found->second;
}

/// The entry that would replace a file of the checkpoint.
const fs::path* findOwnFile(const FilesThere& there, const Checkpoint& checkpoint)
{
    for (const CheckpointFile& file : checkpoint.files) {
        if (const fs::path* const found = findName(there, file.path))
            return found;
    }
    return checkpoint.index ? findName(there, checkpoint.index->path()) : nullptr;
}

tl::unexpected<Error> isCompared(const fs::path& file)
{
    return fail(
        ErrorCode::InvalidArgument, "is one of the files that are compared, expected another path", file.string());
}

Result<> checkSource(const Checkpoint& source, const FilesThere& there, const std::optional<fs::path>& index)
{
    std::size_t replaced = 0;
    const fs::path* own = nullptr;
    for (const CheckpointFile& file : source.files) {
        if (const fs::path* const found = file.source ? findName(there, file.path) : nullptr) {
            ++replaced;
            own = found;
        }
    }
    const fs::path* const ownIndex = source.index ? findName(there, source.index->path()) : nullptr;
    if (ownIndex)
        own = ownIndex;
    const bool whole = source.index ? ownIndex && index && *ownIndex == *index : replaced == source.files.size();
    if (!own || whole)
        return {};
    return fail(ErrorCode::InvalidArgument,
        "is a part of " + source.path.string() + ", which would not be whole without it, expected another path"
            + (source.index ? " or that of the index, which replaces all" : ""),
        own->string());
}

tl::unexpected<Error> isSalvaged(const fs::path& file)
{
    return fail(ErrorCode::InvalidArgument,
        "is the damaged source, whose incomplete tensors would be lost, expected another path", file.string());
}

/// Whether the recipe consists of a file's tensors with unchanged names, and is written to the same file.
bool keepsNames(const Recipe& recipe, const SaveTarget& target)
{
    if (target.index || target.files.size() != 1 || recipe.items.empty())
        return false;
    const Checkpoint& source = *recipe.items.front().source;
    return source.files.size() == 1 && source.files.front().source && source.tensors.size() == recipe.items.size()
        && keyOf(target.files.front()) == keyOf(*source.files.front().source)
        && std::all_of(recipe.items.begin(), recipe.items.end(),
            [&](const RecipeItem& item) { return item.source.get() == &source && item.name == item.original().name; });
}

bool namesOne(const fs::path& index, const std::set<std::string>& files, const Work& work)
{
    const auto source = Source::open(index);
    const auto read = source ? readShardIndex(**source, Work{work.stop, nullptr}) : fail(source.error());
    return read && std::any_of(read->shards.begin(), read->shards.end(), [&](const std::string& shard) {
        return files.contains(shard);
    });
}

struct Room {
    fs::path file; ///< the first file
    std::uint64_t needed = 0;
    std::uint64_t free = 0;
};

} // namespace

Result<> checkOwnFiles(const Recipe& recipe, const SaveTarget& target)
{
    auto [sources, compared] = sourcesOf(recipe);
    if (!recipe.damagedFiles.empty()) {
        const auto there = filesThere(target);
        for (const fs::path& file : recipe.damagedFiles) {
            const auto key = keyOf(file);
            if (const auto own = key ? there.find(*key) : there.end(); own != there.end())
                return isSalvaged(own->second);
        }
    }
    std::erase_if(sources, [](const Checkpoint* source) { return !source->index && source->files.size() < 2; });
    if (sources.empty() && compared.empty())
        return {};
    const auto there = filesThere(target);
    for (const Checkpoint* const side : compared) {
        if (const fs::path* const own = findOwnFile(there, *side))
            return isCompared(*own);
    }
    for (const Checkpoint* const source : sources) {
        if (auto whole = checkSource(*source, there, target.index); !whole)
            return whole;
    }
    return {};
}

Result<> checkCompared(const fs::path& path, const Checkpoint& side)
{
    return findOwnFile(filesThere({path}), side) ? isCompared(path) : Result<>();
}

Result<> checkPlaces(const std::vector<fs::path>& files, const std::vector<std::uint64_t>& sizes, Existing existing)
{
    std::map<dev_t, Room> rooms;
    for (std::size_t i = 0; i < files.size(); ++i) {
        const auto path = writablePath(files[i]);
        if (!path)
            return fail(path.error());
        if (existing == Existing::Refuse && isFileThere(*path))
            return fail(fileExists(files[i]));
        const fs::path folder = targetFolder(newFolderOf(files[i]).value_or(*path)); // a new folder is created in it
        struct stat status { };
        if (::stat(folder.c_str(), &status) != 0 || ::faccessat(AT_FDCWD, folder.c_str(), W_OK | X_OK, AT_EACCESS) != 0)
            return fail(cannotWriteInto(errno, *path));
        Room& room = rooms.try_emplace(status.st_dev, Room{*path, 0, freeBytes(folder)}).first->second;
        room.needed = saturatingAdd(room.needed, sizes[i]);
        room.free = saturatingAdd(room.free, leftoverBytes(*path)); // leftovers are removed to make room
    }
    for (const auto& [device, room] : rooms) {
        if (room.needed > room.free)
            return fail(noRoom(room.needed, room.free, room.file));
    }
    return {};
}

Result<> checkTarget(const Recipe& recipe, const Plan& plan, const SaveTarget& target, Existing existing)
{
    std::vector<fs::path> files = target.files;
    std::vector<std::uint64_t> sizes;
    for (const PlannedFile& file : plan.files)
        sizes.push_back(file.size);
    if (target.index) {
        files.push_back(*target.index);
        sizes.push_back(0);
    }
    return checkOwnFiles(recipe, target).and_then([&] { return checkPlaces(files, sizes, existing); });
}

std::vector<fs::path> otherIndexes(const Recipe& recipe, const SaveTarget& target, const Work& work)
{
    std::map<fs::path, std::set<std::string>> names; // by folder
    for (const auto& [key, file] : filesThere(target)) {
        if (!target.index || file != *target.index)
            names[file.parent_path()].insert(file.filename().string());
    }
    std::vector<fs::path> found;
    if (names.empty() || keepsNames(recipe, target))
        return found;
    const FilesThere own = target.index ? filesThere({*target.index}) : FilesThere();
    for (const auto& [folder, files] : names) {
        std::error_code error;
        fs::directory_iterator entry(folder.empty() ? fs::path(".") : folder, error);
        for (; !error && entry != fs::directory_iterator() && !work.stopped(); entry.increment(error)) {
            const fs::path path = folder / entry->path().filename();
            if (isIndexName(path) && !findName(own, path) && namesOne(path, files, work))
                found.push_back(path);
        }
    }
    std::sort(found.begin(), found.end());
    return found;
}

std::vector<fs::path> hardLinked(const std::vector<fs::path>& files)
{
    std::vector<fs::path> linked;
    std::copy_if(files.begin(), files.end(), std::back_inserter(linked), [](const fs::path& file) {
        std::error_code error;
        const auto links = fs::hard_link_count(file, error);
        return !error && links > 1 && fs::is_regular_file(file, error);
    });
    return linked;
}

} // namespace loupe
