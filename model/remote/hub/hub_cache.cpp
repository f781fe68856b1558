#include "remote/hub/hub_cache.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <fstream>

namespace loupe::remote {

namespace {

namespace fs = std::filesystem;

constexpr std::size_t commitSize = 40;
constexpr std::size_t sha256Size = 64;

bool isHexadecimal(std::string_view text, std::size_t size)
{
    return text.size() == size
        && std::ranges::all_of(text, [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); });
}

/// "CACHE/models--OWNER--REPO"
fs::path repositoryFolder(const std::string& cacheFolder, const HubAddress& address)
{
    std::string name = address.kind == HubKind::Models ? "models"
        : address.kind == HubKind::Datasets            ? "datasets"
                                                       : "spaces";
    const std::size_t slash = address.repository.find('/');
    name += "--" + address.repository.substr(0, slash) + "--" + address.repository.substr(slash + 1);
    return fs::path(cacheFolder) / name;
}

} // namespace

std::string cachedCommit(const std::string& cacheFolder, const HubAddress& repository)
{
    std::string revision = repository.revision.empty() ? "main" : repository.revision;
    if (isHexadecimal(revision, commitSize))
        return revision;
    std::ifstream file(repositoryFolder(cacheFolder, repository) / "refs" / revision);
    std::string commit;
    std::array<char, commitSize + 1> text{};
    file.read(text.data(), commitSize);
    commit.assign(text.data(), static_cast<std::size_t>(file.gcount()));
    return isHexadecimal(commit, commitSize) ? commit : std::string();
}

std::optional<CachedFile> findCached(const std::string& cacheFolder, const HubAddress& file, const std::string& commit)
{
    if (!isHexadecimal(commit, commitSize) || file.path.empty())
        return std::nullopt;
    std::error_code error;
    const fs::path folder = fs::canonical(repositoryFolder(cacheFolder, file), error);
    if (error)
        return std::nullopt;
    // A dangling link is a file that is not in the cache.
    const fs::path named = folder / "snapshots" / commit / file.path;
    const fs::path found = fs::canonical(named, error);
    if (error || !fs::is_regular_file(found, error))
        return std::nullopt;
    const fs::path inside = found.lexically_relative(folder);
    if (inside.empty() || *inside.begin() == "..")
        return std::nullopt;
    const std::string name = found.filename();
    const bool isDigest = *inside.begin() == "blobs" && isHexadecimal(name, sha256Size);
    return CachedFile{named, commit, isDigest ? name : std::string()};
}

std::optional<FolderContent> listCached(
    const std::string& cacheFolder, const HubAddress& folder, const std::string& commit)
{
    if (!isHexadecimal(commit, commitSize))
        return std::nullopt;
    const fs::path place = repositoryFolder(cacheFolder, folder) / "snapshots" / commit / folder.path;
    FolderContent content;
    std::error_code error;
    for (fs::directory_iterator entry(place, error); !error && entry != fs::directory_iterator();
         entry.increment(error)) {
        const std::string name = entry->path().filename();
        HubAddress file = folder;
        file.path += (file.path.empty() ? "" : "/") + name;
        std::error_code ignored;
        if (entry->is_directory(ignored))
            content.folders.push_back(name);
        else if (findCached(cacheFolder, file, commit))
            content.files.push_back(name);
    }
    const bool isEmpty = content.files.empty() && content.folders.empty();
    return error || isEmpty ? std::nullopt : std::optional(std::move(content));
}

} // namespace loupe::remote
