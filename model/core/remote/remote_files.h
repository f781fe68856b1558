#pragma once

#include "core/source.h"

#include <filesystem>
#include <memory>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Whether `path` is an address, such as "https://host/model.safetensors", and no path of this machine.
bool isAddress(const std::filesystem::path& path);

/// Whether `path` begins as addresses do, also those that cannot be opened: "ftp://…", "file://…".
bool hasScheme(const std::filesystem::path& path);

/// The file with the relative path `name` in `folder`. In an address of the web or of SSH, characters with a
/// meaning of their own are percent-encoded.
std::filesystem::path inFolder(const std::filesystem::path& folder, std::string_view name);

/// Whether a file can be opened at the path or address.
bool isFile(const std::filesystem::path& path);

/// Whether there is a folder at the path or address. Asks a server where the address does not tell.
bool isFolder(const std::filesystem::path& path);

/// What lies directly in a folder.
struct FolderContent {
    std::vector<std::string> files; ///< their names
    std::vector<std::string> folders; ///< the same
};

/// Lists the folder at a path or address; nothing is known of the order. Fails as the system or the server does.
Result<FolderContent> listFolder(const std::filesystem::path& folder);

/// What this machine has copies of, of the folder at an address. Asks no server.
std::optional<FolderContent> listCopies(const std::filesystem::path& folder);

/// Whether opening `path` failed because there is no such file. Not so where nobody knows, as the server is busy or
/// refuses; but S3 refuses where there is no object to those who may not list the bucket.
bool meansAbsent(const Error& error, const std::filesystem::path& path);

/// What came over the network since the program began.
struct RemoteTraffic {
    std::uint64_t bytes = 0;
    std::uint64_t requests = 0;
    std::uint64_t fileBytes = 0; ///< sizes of all files that were opened
};

/// A file as it was when a server was asked last.
struct KeptCopy {
    std::string address;
    std::int64_t confirmed = 0; ///< when that was, in seconds since 1970
    std::string revision; ///< the address of the branch or tag of a hub that it is of; empty for another file
};

/// A file that will be opened soon.
struct ComingFile {
    std::string address;
    std::uint64_t bytes = 0; ///< about this many of its first ones will be read
};

/// What opens files by their addresses. Usable from any thread.
class RemoteFiles {
public:
    virtual ~RemoteFiles() = default;
    virtual Result<std::shared_ptr<const Source>> open(const std::string& address) = 0;
    /// The address without passwords and tokens, which stays valid in this process: for open(), for messages, and to
    /// tell files apart. One of a malformed address tells what is wrong with it when it is opened. A path of this
    /// machine is its own name.
    virtual std::string publicName(const std::string& address) = 0;
    /// Whether the address is of a folder. Asks the server where the address does not tell, once in a while.
    virtual bool isFolder(const std::string& address) = 0;
    /// The names of what lies directly in a folder.
    virtual Result<FolderContent> list(const std::string& folder) = 0;
    /// The same of what this machine has copies of; nothing if it has none.
    virtual std::optional<FolderContent> listCopies(const std::string& folder) = 0;
    /// Begins to open files that will be opened soon, several at once. Until the result is gone: what was not opened by
    /// then is given up.
    [[nodiscard]] virtual std::shared_ptr<void> prepare(const std::vector<ComingFile>& files) = 0;
    /// The digest that a hub has stated of a file when it was opened, as it spells it; empty if none has.
    virtual std::string statedDigest(const std::string& address) = 0;
    virtual RemoteTraffic traffic() const = 0;
    /// The host that has been waited for since a few seconds; empty if bytes come, or none are expected.
    virtual std::string silentHost() const = 0;
    /// What is opened or listed from now on is asked for again, also where it was a moment ago. Waits for nothing.
    virtual void askAgain() = 0;
    /// Addresses that may lead to another version by now, and were opened from what was read before, as no server may
    /// be asked; by name. Waits for nothing.
    virtual std::vector<KeptCopy> keptCopies() const = 0;
    /// From now on no server is asked: what is not on this machine cannot be opened.
    virtual void setOffline() = 0;
};

/// Where addresses are opened from now on; null for nowhere. Not owned: must outlive all sources that it opens. To be
/// set before work begins.
void setRemoteFiles(RemoteFiles* files);
RemoteFiles* remoteFiles();

/// RemoteFiles::prepare() with those of the files that have an address.
[[nodiscard]] std::shared_ptr<void> prepareRemote(std::vector<ComingFile> files);

/// RemoteFiles::askAgain(): somebody wants to see what servers have now.
void askServersAgain();

/// An argument of a person or a script: a path as it is, an address without its secrets, which are remembered.
std::string publicName(const std::string& pathOrAddress);

} // namespace loupe
