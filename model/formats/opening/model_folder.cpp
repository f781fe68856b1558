#include "formats/opening/model_folder.h"

#include "core/remote/remote_files.h"
#include "core/text/natural_order.h"
#include "core/text/text.h"
#include "formats/opening/beside_model.h"
#include "formats/opening/registry.h"
#include "formats/opening/trainer_files.h"
#include "formats/shards/latest_iteration.h"
#include "formats/shards/parallel_piece.h"
#include "formats/shards/process_name.h"
#include "formats/shards/shard_name.h"

#include <algorithm>
#include <map>
#include <system_error>

namespace loupe {

namespace {

namespace fs = std::filesystem;

struct Listing {
    std::vector<fs::path> indexes; ///< "model.safetensors.index.json"
    std::vector<fs::path> otherIndexes; ///< "weights.index.json"
    std::vector<fs::path> checkpoints;
    std::vector<std::string> companions; ///< names of a model's companion files (trainer_files.h)
    std::vector<std::string> folders; ///< names of the folders
};

/// The companions to open if the folder has nothing else. The optimizer's state comes before other files.
std::vector<fs::path> openedAlone(const fs::path& folder, const Listing& listing)
{
    // Do not list folders on a server for this.
    const bool hasOthers = !listing.indexes.empty() || !listing.otherIndexes.empty() || !listing.checkpoints.empty()
        || (isAddress(folder) ? !listing.folders.empty() : !foldersWithCheckpoints(folder).empty());
    std::vector<fs::path> files;
    for (const FileRole role : {FileRole::Optimizer, FileRole::Extra}) {
        for (const std::string& name : listing.companions) {
            if (files.size() < mostShards && !hasOthers && fileRole(name) == role && formatForName(name))
                files.push_back(inFolder(folder, name));
        }
        if (!files.empty())
            break;
    }
    return files;
}

Listing sorted(const fs::path& folder, FolderContent content)
{
    Listing listing;
    for (const std::string& name : content.files) {
        fs::path path = inFolder(folder, name);
        if (isIndexName(name)) {
            const fs::path model = fs::path(name).stem().stem(); // without ".index.json"
            (formatForName(model) ? listing.indexes : listing.otherIndexes).push_back(std::move(path));
        } else if (isCompanion(fileRole(name))) {
            listing.companions.push_back(name);
        } else if (formatForName(name)) {
            listing.checkpoints.push_back(std::move(path));
        }
    }
    for (auto* const paths : {&listing.indexes, &listing.otherIndexes, &listing.checkpoints})
        std::sort(paths->begin(), paths->end());
    std::ranges::sort(listing.companions);
    listing.folders = std::move(content.folders);
    std::erase_if(listing.folders, [](const std::string& name) { return name.starts_with('.'); });
    std::sort(listing.folders.begin(), listing.folders.end());
    if (!listing.companions.empty() && listing.checkpoints.empty())
        listing.checkpoints = openedAlone(folder, listing);
    return listing;
}

/// Shards that belong to one model according to their names.
struct ShardSet {
    ShardName name; ///< of any shard in the set
    std::map<std::uint64_t, fs::path> present; ///< by number

    bool complete() const { return present.size() == name.count; }
    /// The paths of all shards in the order of their numbers, including missing ones.
    std::vector<fs::path> paths() const
    {
        std::vector<fs::path> paths;
        paths.reserve(name.count);
        for (std::uint64_t number = 1; number <= name.count; ++number)
            paths.push_back(present.begin()->second.parent_path() / name.sibling(number));
        return paths;
    }
};

std::vector<ShardSet> shardSets(const std::vector<fs::path>& checkpoints)
{
    std::map<std::string, ShardSet> sets; // keyed by the name of shard 1, which need not exist
    for (const fs::path& path : checkpoints) {
        if (const auto name = parseShardName(path.filename())) {
            ShardSet& set = sets[name->sibling(1)];
            set.name = *name;
            set.present.emplace(name->number, path);
        }
    }
    std::vector<ShardSet> list;
    list.reserve(sets.size());
    for (auto& [key, set] : sets)
        list.push_back(std::move(set));
    return list;
}

/// The shards of the model that `checkpoints` form: the only complete set, or an incomplete set if there is nothing
/// else. Nothing if there is no such set, or more than one.
std::optional<std::vector<fs::path>> oneSet(const std::vector<fs::path>& checkpoints)
{
    const auto sets = shardSets(checkpoints);
    const auto isComplete = [](const ShardSet& set) { return set.complete(); };
    if (std::count_if(sets.begin(), sets.end(), isComplete) == 1)
        return std::find_if(sets.begin(), sets.end(), isComplete)->paths();
    const bool onlyOne = sets.size() == 1 && sets.front().present.size() == checkpoints.size();
    if (onlyOne && sets.front().name.count <= mostShards)
        return sets.front().paths();
    return std::nullopt;
}

/// The files in which each process wrote its own pieces of the tensors, sorted by process, then by file. Empty unless
/// these are all the files in a format that can be written.
std::vector<fs::path> filesOfProcesses(const std::vector<fs::path>& checkpoints)
{
    std::map<std::pair<std::uint64_t, std::uint64_t>, fs::path> files;
    std::string model; // file 1 of any process
    for (const fs::path& path : checkpoints) {
        if (!formatForName(path)->writer)
            continue;
        const auto name = parseRankShardName(path.filename());
        if (!name || (!model.empty() && model != name->file.sibling(1)) || files.size() == mostShards)
            return {};
        model = name->file.sibling(1);
        files.emplace(std::pair(name->rank, name->file.number), path);
    }
    std::vector<fs::path> list;
    list.reserve(files.size());
    for (auto& [number, path] : files)
        list.push_back(std::move(path));
    return list;
}

/// The files in the order of the processes that wrote them, if all their names state the process; otherwise empty.
std::vector<fs::path> filesOfRanks(const std::vector<fs::path>& checkpoints)
{
    std::map<std::uint64_t, fs::path> files;
    std::optional<ProcessName> first;
    for (const fs::path& path : checkpoints) {
        auto name = parseProcessName(path.filename());
        if (!name || (first && !name->isSiblingOf(*first)) || files.size() == mostShards
            || !files.emplace(name->rank, path).second)
            return {};
        first = std::move(name);
    }
    std::vector<fs::path> list;
    list.reserve(files.size());
    for (auto& [rank, path] : files)
        list.push_back(std::move(path));
    return list;
}

tl::unexpected<Error> ambiguous(const fs::path& folder, const std::vector<fs::path>& candidates)
{
    std::vector<std::string> names;
    names.reserve(candidates.size());
    for (const fs::path& candidate : candidates)
        names.push_back(candidate.filename().string());
    return fail(ErrorCode::InvalidArgument, "the folder holds several checkpoints, expected one: " + listedNames(names),
        folder.string());
}

/// Whether two names differ only in the number at their end.
bool haveNumbersOfOneName(const std::vector<std::string>& names)
{
    std::map<std::string, int> starts;
    return std::ranges::any_of(names, [&](const std::string& name) {
        const std::size_t digits = name.find_last_not_of("0123456789") + 1;
        return digits < name.size() && ++starts[name.substr(0, digits)] > 1;
    });
}

tl::unexpected<Error> nothingIn(const fs::path& folder, const Listing& listing)
{
    std::string message = "the folder holds no checkpoint";
    std::vector<std::string> folders = listing.folders;
    std::ranges::sort(folders, naturalLess);
    if (const auto pieces = parallelPieces(folders); !pieces.empty()) {
        return fail(ErrorCode::NotFound,
            "the folder holds " + describePieces(pieces) + ", which are not put together: open one of them, such as "
                + pieces.front().folder,
            folder.string());
    }
    if (!listing.companions.empty())
        message += ", but files with the state of a trainer: " + listedNames(listing.companions);
    if (!folders.empty())
        message +=
            (listing.companions.empty() ? ", but other folders: " : "; and other folders: ") + listedNames(folders);
    if (!listing.companions.empty() && folders.empty())
        message += "; each opens by itself";
    if (haveNumbersOfOneName(folders))
        message += "; if they are steps of a run, tloupe history shows them";
    return fail(ErrorCode::NotFound, std::move(message), folder.string());
}

/// The only file in a format that models are written in, among arrays and formats that can only be read; null unless
/// there is exactly one.
const fs::path* onlyModel(const std::vector<fs::path>& checkpoints)
{
    const auto isModel = [](const fs::path& path) { return formatForName(path)->writer != nullptr; };
    if (std::count_if(checkpoints.begin(), checkpoints.end(), isModel) != 1)
        return nullptr;
    return &*std::find_if(checkpoints.begin(), checkpoints.end(), isModel);
}

/// As onlyModel(), for indexes such as "model.safetensors.index.json".
const fs::path* onlyModelIndex(const std::vector<fs::path>& indexes)
{
    const auto isModel = [](const fs::path& path) { return formatForName(path.stem().stem())->writer != nullptr; };
    if (indexes.size() == 1)
        return &indexes.front();
    if (std::count_if(indexes.begin(), indexes.end(), isModel) != 1)
        return nullptr;
    return &*std::find_if(indexes.begin(), indexes.end(), isModel);
}

/// Whether any of the files is in a format that can be written.
bool hasModel(const std::vector<fs::path>& checkpoints)
{
    return std::ranges::any_of(
        checkpoints, [](const fs::path& path) { return formatForName(path)->writer != nullptr; });
}

/// The file that transformers loads first, in a folder with one model for several frameworks under the file names of
/// transformers. Null if there is none, or if a file is in a format that can be written.
const fs::path* conventional(const std::vector<fs::path>& checkpoints)
{
    if (hasModel(checkpoints))
        return nullptr;
    for (const char* const name : {"pytorch_model.bin", "tf_model.h5", "flax_model.msgpack"}) {
        for (const fs::path& path : checkpoints) {
            if (path.filename() == name)
                return &path;
        }
    }
    return nullptr;
}

/// The only file whose content is recognized, among others that merely have a known suffix, such as "weights.bin" next
/// to an ONNX model. Null unless there is exactly one, or if a server does not provide one of them.
const fs::path* onlyKnown(const std::vector<fs::path>& checkpoints)
{
    constexpr std::size_t mostLookedAt = 100;
    constexpr std::size_t mostFetched = 16;
    const bool areRemote = !checkpoints.empty() && isAddress(checkpoints.front());
    if (checkpoints.size() > (areRemote ? mostFetched : mostLookedAt))
        return nullptr;
    if (areRemote) {
        std::vector<ComingFile> coming;
        coming.reserve(checkpoints.size());
        for (const fs::path& path : checkpoints)
            coming.push_back({.address = path.string()});
        const auto prepared = prepareRemote(std::move(coming));
        if (!std::ranges::all_of(checkpoints, isFile))
            return nullptr;
    }
    if (std::count_if(checkpoints.begin(), checkpoints.end(), hasKnownContent) != 1)
        return nullptr;
    return &*std::find_if(checkpoints.begin(), checkpoints.end(), hasKnownContent);
}

/// The only file whose name says that it is the model; null unless there is exactly one.
const fs::path* onlyNamed(const std::vector<fs::path>& checkpoints)
{
    const auto isNamed = [](const fs::path& path) { return fileRole(path) == FileRole::Model; };
    if (std::count_if(checkpoints.begin(), checkpoints.end(), isNamed) != 1)
        return nullptr;
    return &*std::find_if(checkpoints.begin(), checkpoints.end(), isNamed);
}

/// The main file that a file in the folder names, unless there is a model in a format that can be written next to it.
/// Fails with NotFound if the folder holds the parts of a main file that is missing.
Result<std::optional<fs::path>> mainFileIn(const fs::path& folder, const std::vector<fs::path>& checkpoints)
{
    if (isAddress(folder) || hasModel(checkpoints))
        return std::nullopt;
    return mainFileFor(folder, true);
}

Result<ModelFiles> modelOf(const fs::path& folder, const Listing& listing)
{
    if (const fs::path* const index = onlyModelIndex(listing.indexes))
        return ModelFiles{.index = *index, .files = {}};
    if (!listing.indexes.empty())
        return ambiguous(folder, listing.indexes);
    auto main = mainFileIn(folder, listing.checkpoints);
    if (!main)
        return fail(std::move(main.error()));
    if (*main)
        return ModelFiles{.index = std::nullopt, .files = {std::move(**main)}};
    if (auto parts = isAddress(folder) || hasModel(listing.checkpoints) ? std::vector<fs::path>() : folderParts(folder);
        !parts.empty())
        return ModelFiles{.index = std::nullopt, .files = std::move(parts)};
    if (auto files = filesOfProcesses(listing.checkpoints); !files.empty())
        return ModelFiles{.index = std::nullopt, .files = std::move(files), .ofProcesses = true};
    if (auto set = oneSet(listing.checkpoints))
        return ModelFiles{.index = std::nullopt, .files = std::move(*set)};
    if (listing.checkpoints.size() == 1)
        return ModelFiles{.index = std::nullopt, .files = listing.checkpoints};
    if (auto files = filesOfRanks(listing.checkpoints); !files.empty() && listing.otherIndexes.empty())
        return ModelFiles{.index = std::nullopt, .files = std::move(files), .ofProcesses = true, .needPieces = true};
    if (const fs::path* const model = onlyModel(listing.checkpoints); model && listing.otherIndexes.empty())
        return ModelFiles{.index = std::nullopt, .files = {*model}};
    if (const fs::path* const first = conventional(listing.checkpoints); first && listing.otherIndexes.empty())
        return ModelFiles{.index = std::nullopt, .files = {*first}};
    if (const fs::path* const known = onlyKnown(listing.checkpoints); known && listing.otherIndexes.empty())
        return ModelFiles{.index = std::nullopt, .files = {*known}};
    if (const fs::path* const named = onlyNamed(listing.checkpoints); named && listing.otherIndexes.empty())
        return ModelFiles{.index = std::nullopt, .files = {*named}};
    if (!listing.checkpoints.empty() && listing.otherIndexes.size() != 1)
        return ambiguous(folder, listing.checkpoints);
    if (listing.otherIndexes.size() == 1)
        return ModelFiles{.index = listing.otherIndexes.front(), .files = {}};
    if (const auto pieces = parallelPieces(listing.folders); pieces.size() == 1)
        return findModel(inFolder(folder, pieces.front().folder));
    std::error_code ignored;
    if (const auto latest = isAddress(folder) ? std::nullopt : latestIteration(folder);
        latest && listing.checkpoints.empty() && fs::is_directory(*latest, ignored))
        return findModel(*latest);
    return nothingIn(folder, listing);
}

/// Whether local copies of some files of a remote folder are sufficient to know that these are its model. An index or
/// shards state which files belong to it, and transformers' file names stand for whole models. Any other file may be
/// one of several, or an adapter.
bool isWhole(const ModelFiles& model)
{
    if (model.index || model.files.size() > 1)
        return true;
    const auto names = {"model.safetensors", "pytorch_model.bin", "tf_model.h5", "flax_model.msgpack"};
    return std::ranges::find(names, model.files.front().filename()) != names.end();
}

/// The folder of the file, if the file is one of the files of the folder's model.
std::optional<fs::path> folderWith(const fs::path& file)
{
    const fs::path folder = file.has_parent_path() ? file.parent_path() : fs::path(".");
    const auto model = findModel(folder);
    const bool ours = model && (model->files.size() > 1 || model->ofProcesses)
        && std::ranges::any_of(model->files, [&](const fs::path& path) { return path.filename() == file.filename(); });
    return ours ? std::optional(folder) : std::nullopt;
}

} // namespace

Result<ModelFiles> findModel(const fs::path& folder)
{
    std::optional<ModelFiles> copied;
    if (auto copies = listCopies(folder)) {
        if (auto model = modelOf(folder, sorted(folder, std::move(*copies))))
            copied = std::move(*model);
    }
    // A model that is on this machine does not need the server.
    if (copied && isWhole(*copied))
        return std::move(*copied);
    auto content = listFolder(folder);
    if (!content && copied && content.error().code != ErrorCode::Stopped)
        return std::move(*copied);
    if (!content)
        return fail(std::move(content.error()));
    return modelOf(folder, sorted(folder, std::move(*content)));
}

Error withoutPieces(const fs::path& folder, const std::vector<fs::path>& files, const fs::path& example)
{
    const std::string name = example.filename().string();
    return {ErrorCode::InvalidArgument,
        "the folder holds one file of each of " + counted(files.size(), "process", "processes") + ", but " + name
            + " does not say which pieces of which tensors it has, as files with ShardedTensors do: open one of them, "
              "such as "
            + name
            + ", to see its own tensors. To have whole tensors of FSDP or of DTensors, load the files in as many "
              "processes, and save with torch.distributed.checkpoint",
        folder.string(), {}};
}

std::optional<fs::path> wholeModelOf(const fs::path& file, bool hasPieces)
{
    const fs::path folder = file.parent_path();
    const auto name = parseShardName(file.filename());
    if (!name && (!hasPieces || isAddress(folder) || !parseProcessName(file.filename())))
        return std::nullopt;
    if (!name)
        return folderWith(file);
    for (const std::string& model : {name->stem + name->suffix, name->stem}) {
        if (const fs::path index = inFolder(folder, model + std::string(indexSuffix)); isFile(index))
            return index;
    }
    if ((name->count < 2 && !parseRankShardName(file.filename())) || isAddress(folder))
        return std::nullopt;
    return folderWith(file);
}

} // namespace loupe
