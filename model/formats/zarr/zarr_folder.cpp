#include "formats/zarr/zarr_folder.h"

#include "formats/shards/shard_name.h"
#include "formats/shared/confined_source.h"

#include <algorithm>
#include <charconv>
#include <system_error>

namespace loupe::zarr {

namespace {

namespace fs = std::filesystem;

bool isFileAt(const fs::path& path)
{
    std::error_code ignored;
    return fs::is_regular_file(path, ignored);
}

/// Parses a number in the name of a chunk: digits, without leading zeros.
std::optional<std::uint64_t> placeIn(std::string_view text)
{
    std::uint64_t number = 0;
    const char* const end = text.data() + text.size();
    const auto [stopped, error] = std::from_chars(text.data(), end, number);
    const bool isCanonical = text.size() == 1 || !text.starts_with('0');
    return error == std::errc() && stopped == end && isCanonical ? std::optional(number) : std::nullopt;
}

/// Looks through the folders that hold an array's chunks.
class ChunkLister {
public:
    ChunkLister(
        const ZarrArray& array, std::span<const std::uint64_t> counts, std::uint64_t& entriesLeft, const Work& work)
        : m_array(array)
        , m_counts(counts)
        , m_entriesLeft(entriesLeft)
        , m_work(work)
    {
    }

    Result<ChunkFiles> list(const fs::path& folder)
    {
        if (m_array.separator == '/')
            m_folders.push_back({m_array.keyPrefix.empty() || isScalar() ? folder : folder / m_array.keyPrefix, {}});
        else
            m_folders.push_back({folder, {}});
        while (!m_folders.empty() && m_chunks.isComplete) {
            const Folder next = std::move(m_folders.back());
            m_folders.pop_back();
            std::error_code error;
            fs::directory_iterator entry(next.path, error);
            for (; !error && entry != fs::directory_iterator(); entry.increment(error)) {
                if (m_work.stopped())
                    return fail(ErrorCode::Stopped, "stopped while chunks were listed", folder.string());
                if (m_entriesLeft == 0) {
                    m_chunks.isComplete = false;
                    break;
                }
                --m_entriesLeft;
                look(*entry, next);
            }
        }
        std::ranges::sort(m_chunks.files, {}, &ChunkFile::number);
        return std::move(m_chunks);
    }

private:
    struct Folder {
        fs::path path;
        std::vector<std::uint64_t> place; ///< the indexes that lead to this folder
    };

    bool isScalar() const { return m_array.shape.empty(); }
    std::size_t rank() const { return m_array.shape.size(); }

    void look(const fs::directory_entry& entry, const Folder& folder)
    {
        const std::string name = entry.path().filename().string();
        auto place = m_array.separator == '/' ? placeBelow(name, folder) : placeOf(name);
        if (!place)
            return;
        std::error_code error;
        if (place->size() < rank()) {
            if (entry.is_directory(error) && !entry.is_symlink(error))
                m_folders.push_back({entry.path(), std::move(*place)});
            return;
        }
        // A pipe, or a dangling link, does not count as an absent chunk: reading it fails.
        const std::uint64_t size = entry.is_regular_file(error) ? entry.file_size(error) : 0;
        std::uint64_t number = 0;
        for (std::size_t i = 0; i < place->size(); ++i) {
            if ((*place)[i] >= m_counts[i]) {
                ++m_chunks.outside;
                return;
            }
            number = number * m_counts[i] + (*place)[i];
        }
        m_chunks.files.push_back({number, size});
    }

    std::optional<std::vector<std::uint64_t>> placeBelow(const std::string& name, const Folder& folder) const
    {
        if (isScalar())
            return placeOf(name);
        const auto number = placeIn(name);
        if (!number)
            return std::nullopt;
        auto place = folder.place;
        place.push_back(*number);
        return place;
    }

    std::optional<std::vector<std::uint64_t>> placeOf(std::string_view name) const
    {
        std::vector<std::uint64_t> place;
        if (isScalar())
            return name == chunkPath(m_array, {}) ? std::optional(std::move(place)) : std::nullopt;
        if (!m_array.keyPrefix.empty()) {
            const std::string prefix = m_array.keyPrefix + m_array.separator;
            if (!name.starts_with(prefix))
                return std::nullopt;
            name.remove_prefix(prefix.size());
        }
        while (place.size() < rank()) {
            const std::size_t end = std::min(name.find(m_array.separator), name.size());
            const auto number = placeIn(name.substr(0, end));
            if (!number || (end < name.size()) != (place.size() + 1 < rank()))
                return std::nullopt;
            place.push_back(*number);
            name.remove_prefix(std::min(end + 1, name.size()));
        }
        return place;
    }

    const ZarrArray& m_array;
    std::span<const std::uint64_t> m_counts;
    std::uint64_t& m_entriesLeft;
    const Work& m_work;
    std::vector<Folder> m_folders; ///< folders that were not looked at yet
    ChunkFiles m_chunks;
};

/// The sorted names of the folders in a folder, except links; at most `most`.
std::vector<std::string> foldersIn(const fs::path& folder, std::size_t most)
{
    std::vector<std::string> names;
    std::error_code error;
    fs::directory_iterator entry(folder, error);
    for (std::size_t looked = 0; !error && entry != fs::directory_iterator() && looked < most; ++looked) {
        std::error_code ignored;
        std::string name = entry->path().filename().string();
        if (!name.starts_with('.') && entry->is_directory(ignored) && !entry->is_symlink(ignored))
            names.push_back(std::move(name));
        entry.increment(error);
    }
    std::ranges::sort(names);
    return names;
}

constexpr std::size_t mostLookedAt = 10'000;

bool hasArrays(const fs::path& folder)
{
    return std::ranges::any_of(foldersIn(folder, mostLookedAt), [&](const std::string& name) {
        return isFileAt(folder / name / ".zarray") || isFileAt(folder / name / "zarr.json");
    });
}

/// The file that describes the arrays directly in a folder.
std::optional<fs::path> descriptionIn(const fs::path& folder)
{
    for (const char* const name : {"manifest.ocdbt", ".zarray", ".zmetadata", "zarr.json", ".zgroup"}) {
        if (isFileAt(folder / name))
            return folder / name;
    }
    if (isFileAt(folder / "_METADATA") && hasArrays(folder)) // Orbax
        return folder / "_METADATA";
    return std::nullopt;
}

} // namespace

std::string chunkPath(const ZarrArray& array, std::span<const std::uint64_t> place)
{
    std::string path = array.keyPrefix;
    if (place.empty() && path.empty())
        path = "0";
    for (const std::uint64_t number : place) {
        if (!path.empty())
            path += array.separator;
        path += std::to_string(number);
    }
    return path;
}

Result<ChunkFiles> listChunks(const fs::path& folder, const ZarrArray& array, std::span<const std::uint64_t> counts,
    std::uint64_t& entriesLeft, const Work& work)
{
    return ChunkLister(array, counts, entriesLeft, work).list(folder);
}

Result<ZarrTree> findDescriptions(const fs::path& folder, const Work& work)
{
    constexpr std::size_t mostFolders = 200'000;
    constexpr std::size_t deepest = 32;
    struct Below {
        std::string path; ///< with a slash at its end
        std::size_t depth = 0;
    };
    ZarrTree tree;
    std::vector<Below> below{{}};
    for (std::size_t looked = 0; !below.empty(); ++looked) {
        const Below next = std::move(below.back());
        below.pop_back();
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped while arrays were looked for", folder.string());
        if (looked == mostFolders || next.depth == deepest) {
            tree.isComplete = false;
            continue;
        }
        if (isFileAt(folder / (next.path + ".zarray"))) {
            tree.descriptions.push_back(next.path + ".zarray");
            continue;
        }
        if (looked > 0 && isFileAt(folder / (next.path + "zarr.json")))
            tree.descriptions.push_back(next.path + "zarr.json");
        for (const std::string& name : foldersIn(folder / next.path, mostFolders)) {
            // Skip the folder of chunks in an array of version 3.
            if (name != "c" || !isFileAt(folder / (next.path + "zarr.json")))
                below.push_back({next.path + name + '/', next.depth + 1});
        }
    }
    std::ranges::sort(tree.descriptions);
    return tree;
}

Result<std::string> readTextBeside(const Source& named, const std::string& path)
{
    constexpr std::uint64_t longest = std::uint64_t{16} << 20;
    const auto source = openConfined(named, path, Source::Access::Read);
    if (!source)
        return fail(source.error());
    if ((*source)->size() > longest)
        return fail(ErrorCode::TooLarge, "is too long for the description of an array", (*source)->path().string());
    std::string text((*source)->size(), '\0');
    if (auto read = (*source)->read(0, std::as_writable_bytes(std::span(text))); !read)
        return fail(std::move(read.error()));
    return text;
}

Result<std::optional<fs::path>> zarrMainFile(const fs::path& path, bool isFolder)
{
    if (isFolder) {
        if (auto description = descriptionIn(path))
            return description;
        // Orbax saves one step in a folder for each part: "default", "params".
        std::vector<fs::path> found;
        if (isFileAt(path / "_CHECKPOINT_METADATA")) {
            for (const std::string& name : foldersIn(path, mostLookedAt)) {
                if (auto description = descriptionIn(path / name))
                    found.push_back(std::move(*description));
            }
        }
        return found.size() == 1 ? std::optional(std::move(found.front())) : std::nullopt;
    }
    const std::string name = path.filename().string();
    const bool isChunkName = !name.empty() && name.find_first_not_of("0123456789.") == std::string::npos;
    const fs::path description = path.parent_path() / ".zarray";
    return isChunkName && isFileAt(description) ? std::optional(description) : std::nullopt;
}

std::vector<fs::path> zarrParts(const fs::path& folder)
{
    std::vector<fs::path> parts;
    const auto names = foldersIn(folder, mostLookedAt);
    for (const std::string& name : names) {
        fs::path description = folder / name / ".zarray";
        if (parts.size() < mostShards && isFileAt(description))
            parts.push_back(std::move(description));
    }
    if (2 * parts.size() <= names.size()) // an array among other things is not the model
        parts.clear();
    return parts;
}

} // namespace loupe::zarr
