#pragma once

#include "core/source.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// True if `path` is an address, such as "https://host/model.safetensors", rather than a local path.
bool isAddress(const std::filesystem::path& path);

/// True if `path` begins like an address, including ones that cannot be opened: "ftp://…", "file://…".
bool hasScheme(const std::filesystem::path& path);

/// The path or address of the file `name`, relative to `folder`. In HTTP and SSH addresses, characters with a special
/// meaning are percent-encoded.
std::filesystem::path inFolder(const std::filesystem::path& folder, std::string_view name);

/// True if a file can be opened at the path or address.
bool isFile(const std::filesystem::path& path);

/// True if the path or address is a folder. Asks a server if the address alone does not show it.
bool isFolder(const std::filesystem::path& path);

/// The direct contents of a folder.
struct FolderContent {
    std::vector<std::string> files; ///< file names
    std::vector<std::string> folders; ///< folder names
};

/// Lists the folder at a path or address, in no particular order. Fails as the system or the server does.
Result<FolderContent> listFolder(const std::filesystem::path& folder);

/// Lists files with local copies in the folder at an address. Contacts no server.
std::optional<FolderContent> listCopies(const std::filesystem::path& folder);

/// True if opening `path` failed because the file does not exist. False if that is unknown because the server is busy
/// or refuses. S3 is an exception: it refuses a missing object to those who may not list the bucket.
bool meansAbsent(const Error& error, const std::filesystem::path& path);

/// The bytes received over the network since the program started.
struct RemoteTraffic {
    std::uint64_t bytes = 0;
    std::uint64_t requests = 0;
    std::uint64_t fileBytes = 0; ///< total size of all files that were opened
};

/// A local copy of a file, as of the last time its server was contacted.
struct KeptCopy {
    std::string address;
    std::int64_t confirmed = 0; ///< time of that contact, in seconds since 1970
    std::string revision; ///< the address of the hub branch or tag that it belongs to; empty for other files
};

/// A file that will be opened soon.
struct ComingFile {
    std::string address;
    std::uint64_t bytes = 0; ///< about this many of its first bytes will be read
};

/// Opens files by their addresses. Usable from any thread.
class RemoteFiles {
public:
    virtual ~RemoteFiles() = default;
    virtual Result<std::shared_ptr<const Source>> open(const std::string& address) = 0;
    /// The address without passwords and tokens. It stays valid in this process: for open(), for messages, and to
    /// identify files. For a malformed address, open() reports the problem. A local path is its own public name.
    virtual std::string publicName(const std::string& address) = 0;
    /// True if the address is a folder. If the address alone does not show it, asks the server, and again from time to
    /// time.
    virtual bool isFolder(const std::string& address) = 0;
    /// Lists the direct contents of a folder.
    virtual Result<FolderContent> list(const std::string& folder) = 0;
    /// As above, but only files with local copies; nothing if there are none.
    virtual std::optional<FolderContent> listCopies(const std::string& folder) = 0;
    /// Starts to open files that will be opened soon, several at once. Gives up the rest when the result is destroyed.
    [[nodiscard]] virtual std::shared_ptr<void> prepare(const std::vector<ComingFile>& files) = 0;
    /// The digest that a hub reported for a file when it was opened, as the hub spells it; empty if it reported none.
    virtual std::string statedDigest(const std::string& address) = 0;
    virtual RemoteTraffic traffic() const = 0;
    /// The host that we have been waiting for for a few seconds; empty if data is arriving or none is expected.
    virtual std::string silentHost() const = 0;
    /// Makes later opens and listings ask the server again, even if they asked it a moment ago. Returns at once.
    virtual void askAgain() = 0;
    /// The addresses, sorted by name, that were opened from local copies because no server may be contacted, and may
    /// have a newer version by now. Returns at once.
    virtual std::vector<KeptCopy> keptCopies() const = 0;
    /// Contacts no server from now on; only files on this machine can be opened.
    virtual void setOffline() = 0;
};

/// Sets what opens addresses from now on; null for nothing. Not owned; must outlive all sources that it opens. Call it
/// before work begins.
void setRemoteFiles(RemoteFiles* files);
RemoteFiles* remoteFiles();

/// Calls RemoteFiles::prepare() with those files that have an address.
[[nodiscard]] std::shared_ptr<void> prepareRemote(std::vector<ComingFile> files);

/// Calls RemoteFiles::askAgain(), when the user wants the latest versions from the servers.
void askServersAgain();

/// Converts an argument from a user or a script: returns a path unchanged, and an address without its secrets, which
/// are remembered.
std::string publicName(const std::string& pathOrAddress);

} // namespace loupe
