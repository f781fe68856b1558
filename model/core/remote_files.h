#pragma once

#include "core/source.h"

#include <filesystem>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Whether `path` is an address, such as "https://host/model.safetensors", and no path of this machine.
bool isAddress(const std::filesystem::path& path);

/// The file with the relative path `name` in `folder`. In a web address, characters with a meaning of their own are
/// percent-encoded.
std::filesystem::path inFolder(const std::filesystem::path& folder, std::string_view name);

/// Whether a file can be opened at the path or address.
bool isFile(const std::filesystem::path& path);

/// Whether opening `path` failed because there is no such file. Not so where nobody knows, as the server is busy or
/// refuses; but S3 refuses where there is no object to those who may not list the bucket.
bool meansAbsent(const Error& error, const std::filesystem::path& path);

/// What came over the network since the program began.
struct RemoteTraffic {
    std::uint64_t bytes = 0;
    std::uint64_t requests = 0;
    std::uint64_t fileBytes = 0; ///< sizes of all files that were opened
};

/// A file that will be opened soon.
struct ComingFile {
    std::string address;
    std::uint64_t bytes = 0; ///< about so many of its first ones will be read
};

/// What opens files by their addresses. Usable from any thread.
class RemoteFiles {
public:
    virtual ~RemoteFiles() = default;
    virtual Result<std::shared_ptr<const Source>> open(const std::string& address) = 0;
    /// The address without passwords and tokens, which stays valid in this process: for open(), for messages, and to
    /// tell files apart. One of a malformed address tells what is wrong with it when it is opened.
    virtual std::string publicName(const std::string& address) = 0;
    /// Begins to open files that will be opened soon, several at once. Until the result is gone: what was not opened by
    /// then is given up.
    [[nodiscard]] virtual std::shared_ptr<void> prepare(const std::vector<ComingFile>& files) = 0;
    virtual RemoteTraffic traffic() const = 0;
};

/// Where addresses are opened from now on; null for nowhere. Not owned: must outlive all sources that it opens. To be
/// set before work begins.
void setRemoteFiles(RemoteFiles* files);
RemoteFiles* remoteFiles();

/// RemoteFiles::prepare() with those of the files that have an address.
[[nodiscard]] std::shared_ptr<void> prepareRemote(std::vector<ComingFile> files);

/// An argument of a person or a script: a path as it is, an address without its secrets, which are remembered.
std::string publicName(const std::string& pathOrAddress);

} // namespace loupe
