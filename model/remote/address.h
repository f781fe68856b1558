#pragma once

#include "core/result.h"
#include "remote/server_name.h"

#include <string>
#include <string_view>
#include <variant>

namespace loupe::remote {

/// `https://…` and `http://…`: a file on any web server.
struct WebAddress {
    bool isSecure = true;
    ServerName server; ///< without the scheme's default port
    std::string target; ///< path and query as sent to the server: dots, double slashes and escapes are kept as given

    bool operator==(const WebAddress&) const = default;
};

enum class HubKind { Models, Datasets, Spaces };

/// `hf://[datasets/|spaces/]OWNER/REPO[@REVISION][/PATH]`: a repository of a hub, or a file or folder in it.
struct HubAddress {
    HubKind kind = HubKind::Models;
    std::string repository; ///< "owner/repo"
    std::string revision; ///< branch, tag or commit, decoded: "refs/pr/1"; empty for the default branch
    std::string path; ///< without leading or trailing slash; empty for the whole repository

    bool operator==(const HubAddress&) const = default;
};

/// `s3://BUCKET/KEY`: an object, or all objects whose keys begin with a prefix.
struct S3Address {
    std::string bucket;
    std::string key; ///< as given, byte for byte; empty for the whole bucket

    bool operator==(const S3Address&) const = default;
};

/// `sftp://[user@]host[:port]/path` and `[user@]host:/path`.
struct SftpAddress {
    ServerName server; ///< without SSH's default port
    std::string path; ///< decoded; begins with a slash

    bool operator==(const SftpAddress&) const = default;
};

using Address = std::variant<WebAddress, HubAddress, S3Address, SftpAddress>;

/// True if `text` is a remote address rather than a local file: it has a scheme other than `file`, or it is
/// `host:/path` and there is no local file or folder of that name. A host has at least two letters, so `C:/path` is a
/// drive.
bool isRemote(std::string_view text);

/// Parses an address as users write it. Fails with InvalidArgument; neither the message nor the path of the error
/// contains a secret.
Result<Address> parseAddress(std::string_view text);

/// The address for display, logs and history: without user, password and query values, since each may be or contain a
/// secret. A query becomes `?…`.
std::string displayed(const Address& address);

/// As above, for any text, even one that is not an address. Drops the query of a web address entirely, so that the name
/// ends like the file's.
std::string shownName(std::string_view text);

/// The request URL without user and password. Its query may contain a secret, so do not display it.
std::string wireUrl(const WebAddress& address);

/// The request URL with user and password, for the transport only.
std::string secretUrl(const WebAddress& address);

/// The path of the target, without its query.
std::string_view pathOf(const WebAddress& address);

/// The query of the target without its question mark; empty if there is none.
std::string_view queryOf(const WebAddress& address);

} // namespace loupe::remote
