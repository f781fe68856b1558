#include "analysis/digests/hub_digest.h"

#include "analysis/digests/digest.h"
#include "core/remote/remote_files.h"

#include <algorithm>
#include <filesystem>
#include <span>

namespace loupe {

namespace {

namespace fs = std::filesystem;

/// Parses a digest as the hub spells it in file names and metadata notes.
std::optional<HubDigest> asHubDigest(std::string_view text, std::string statedBy)
{
    constexpr std::size_t sha256Digits = 64;
    constexpr std::size_t gitDigits = 40;
    const auto isDigit = [](char c) { return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'f'); };
    if ((text.size() != sha256Digits && text.size() != gitDigits) || !std::ranges::all_of(text, isDigit))
        return std::nullopt;
    return HubDigest{.kind = text.size() == sha256Digits ? HubDigest::Kind::Sha256 : HubDigest::Kind::GitBlob,
        .digest = std::string(text),
        .statedBy = std::move(statedBy)};
}

/// Files in the cache are links to "…/models--OWNER--REPO/blobs/DIGEST".
std::optional<HubDigest> statedByCache(const fs::path& real)
{
    const fs::path folder = real.parent_path();
    const std::string repository = folder.parent_path().filename();
    const bool isRepository = repository.starts_with("models--") || repository.starts_with("datasets--")
        || repository.starts_with("spaces--");
    if (folder.filename() != "blobs" || !isRepository)
        return std::nullopt;
    return asHubDigest(real.filename().native(), real);
}

/// The beginning of a metadata note; nothing if there is none. The folder is untrusted, so this may be a pipe.
std::string startOfNote(const fs::path& note)
{
    constexpr std::uint64_t enough = 400; // a commit and a digest have 40 or 64 digits
    const auto source = Source::open(note, Source::Access::Read);
    if (!source)
        return {};
    std::string text(std::min((*source)->size(), enough), '\0');
    return (*source)->read(0, std::as_writable_bytes(std::span(text))) ? text : std::string();
}

/// The note for FOLDER/PATH is FOLDER/.cache/huggingface/download/PATH.metadata. Its lines are the commit, the digest,
/// and the download time.
std::optional<HubDigest> statedByNote(const fs::path& file)
{
    constexpr int mostFolders = 16;
    fs::path folder = file.parent_path();
    fs::path inside = file.filename();
    for (int i = 0; i < mostFolders && folder.has_relative_path(); ++i) {
        const fs::path note = folder / ".cache/huggingface/download" / (inside.native() + ".metadata");
        const std::string text = startOfNote(note);
        const std::size_t begin = text.find('\n') + 1;
        if (const std::size_t end = text.find('\n', begin); begin > 0 && end != text.npos) {
            if (auto stated = asHubDigest(std::string_view(text).substr(begin, end - begin), note))
                return stated;
        }
        inside = folder.filename() / inside;
        folder = folder.parent_path();
    }
    return std::nullopt;
}

} // namespace

std::string_view hubDigestName(HubDigest::Kind kind)
{
    return kind == HubDigest::Kind::Sha256 ? "sha256" : "git-blob-sha1";
}

std::optional<HubDigest> findHubDigest(const Source& source)
{
    if (source.isRemote()) {
        RemoteFiles* const files = remoteFiles();
        return files ? asHubDigest(files->statedDigest(source.path()), source.path()) : std::nullopt;
    }
    std::error_code error;
    const fs::path real = fs::canonical(source.path(), error);
    if (error)
        return std::nullopt;
    if (auto stated = statedByCache(real))
        return stated;
    return statedByNote(fs::absolute(source.path(), error).lexically_normal());
}

Result<std::string> digestForHub(const Source& source, const HubDigest& stated, const Work& work)
{
    return stated.kind == HubDigest::Kind::Sha256 ? digestFile(source, DigestAlgorithm::Sha256, work)
                                                  : digestGitBlob(source, work);
}

} // namespace loupe
