#include "core/remote/remote_files.h"

#include "core/text/ascii.h"

#include <algorithm>
#include <array>
#include <atomic>
#include <system_error>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 5> schemes{"https://", "http://", "hf://", "s3://", "sftp://"};

std::atomic<RemoteFiles*> currentRemoteFiles = nullptr;

/// Ignores the case of the scheme.
bool beginsWith(std::string_view text, std::string_view scheme)
{
    return asciiLower(text.substr(0, scheme.size())) == scheme;
}

bool isWebAddress(std::string_view text)
{
    return beginsWith(text, "https://") || beginsWith(text, "http://");
}

/// Characters that RFC 3986 allows unescaped in a path.
bool standsForItself(char c)
{
    constexpr std::string_view others = "-._~!$&'()*+,;=:@/";
    return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') || others.find(c) != others.npos;
}

std::string percentEncoded(std::string_view path)
{
    constexpr std::string_view digits = "0123456789ABCDEF";
    std::string encoded;
    for (const char c : path) {
        if (standsForItself(c)) {
            encoded += c;
            continue;
        }
        const auto byte = static_cast<unsigned char>(c);
        encoded.append({'%', digits[byte >> 4], digits[byte & 15]});
    }
    return encoded;
}

} // namespace

bool isAddress(const std::filesystem::path& path)
{
    const std::string_view text = path.native();
    if (text.find("://") == text.npos)
        return false; // a fast exit, since this runs several times for each path that is opened
    for (const std::string_view scheme : schemes) {
        if (beginsWith(text, scheme))
            return true;
    }
    return false;
}

bool hasScheme(const std::filesystem::path& path)
{
    const std::string_view text = path.native();
    const std::size_t end = text.find("://");
    const auto isLetter = [](char c) { return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z'); };
    return end != text.npos && end > 1 && std::ranges::all_of(text.substr(0, end), isLetter);
}

std::filesystem::path inFolder(const std::filesystem::path& folder, std::string_view name)
{
    return folder
        / (isWebAddress(folder.native()) || beginsWith(folder.native(), "sftp://") ? percentEncoded(name)
                                                                                   : std::string(name));
}

bool isFile(const std::filesystem::path& path)
{
    if (isAddress(path))
        return Source::open(path).has_value();
    std::error_code ignored;
    return std::filesystem::is_regular_file(path, ignored);
}

bool isFolder(const std::filesystem::path& path)
{
    if (isAddress(path)) {
        RemoteFiles* const files = remoteFiles();
        return files && files->isFolder(path.native());
    }
    std::error_code ignored;
    return std::filesystem::is_directory(path, ignored);
}

Result<FolderContent> listFolder(const std::filesystem::path& folder)
{
    if (isAddress(folder)) {
        if (RemoteFiles* const files = remoteFiles())
            return files->list(folder.native());
        return fail(
            ErrorCode::Unsupported, "is an address, and this program cannot read from the network", folder.string());
    }
    FolderContent content;
    std::error_code error;
    std::filesystem::directory_iterator entry(folder, error);
    for (; !error && entry != std::filesystem::directory_iterator(); entry.increment(error)) {
        std::error_code ignored;
        auto& names = entry->is_directory(ignored) ? content.folders : content.files;
        names.push_back(entry->path().filename().string());
    }
    if (error)
        return fail(systemError(error.value(), "cannot list the folder", folder.string()));
    return content;
}

std::optional<FolderContent> listCopies(const std::filesystem::path& folder)
{
    RemoteFiles* const files = remoteFiles();
    return files && isAddress(folder) ? files->listCopies(folder.native()) : std::nullopt;
}

bool meansAbsent(const Error& error, const std::filesystem::path& path)
{
    return error.code == ErrorCode::NotFound
        || (error.code == ErrorCode::PermissionDenied && beginsWith(path.native(), "s3://"));
}

void setRemoteFiles(RemoteFiles* files)
{
    currentRemoteFiles = files;
}

RemoteFiles* remoteFiles()
{
    return currentRemoteFiles;
}

std::shared_ptr<void> prepareRemote(std::vector<ComingFile> files)
{
    std::erase_if(files, [](const ComingFile& file) { return !isAddress(file.address); });
    RemoteFiles* const remote = files.empty() ? nullptr : remoteFiles();
    return remote ? remote->prepare(files) : nullptr;
}

void askServersAgain()
{
    if (RemoteFiles* const files = remoteFiles())
        files->askAgain();
}

std::string publicName(const std::string& pathOrAddress)
{
    RemoteFiles* const files = remoteFiles();
    return files ? files->publicName(pathOrAddress) : pathOrAddress;
}

} // namespace loupe
