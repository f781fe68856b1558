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
    ServerName server; ///< without the scheme's own port
    std::string target; ///< path and query as they go on the wire: dots, doubled slashes and escapes as they were given

    bool operator==(const WebAddress&) const = default;
};

enum class HubKind { Models, Datasets, Spaces };

/// `hf://[datasets/|spaces/]OWNER/REPO[@REVISION][/PATH]`: a repository of a hub, or a file or folder in it.
struct HubAddress {
    HubKind kind = HubKind::Models;
    std::string repository; ///< "owner/repo"
    std::string revision; ///< branch, tag or commit, decoded: "refs/pr/1"; empty for the default one
    std::string path; ///< without a slash at its ends; empty for all of the repository

    bool operator==(const HubAddress&) const = default;
};

/// `s3://BUCKET/KEY`: an object, or all whose keys begin with a prefix.
struct S3Address {
    std::string bucket;
    std::string key; ///< as it was given, byte for byte; empty for all of the bucket

    bool operator==(const S3Address&) const = default;
};

/// `sftp://[user@]host[:port]/path` and `[user@]host:/path`.
struct SftpAddress {
    ServerName server; ///< without SSH's own port
    std::string path; ///< decoded; begins with a slash

    bool operator==(const SftpAddress&) const = default;
};

using Address = std::variant<WebAddress, HubAddress, S3Address, SftpAddress>;

/// Whether `text` names something on another machine and no local file: it has a scheme other than `file`, or is
/// `host:/path` with no local file or folder of that name. A host has two letters or more: `C:/path` is a drive.
bool isRemote(std::string_view text);

/// Reads what a person wrote. Fails with InvalidArgument; neither the message nor the path of the error has a secret.
Result<Address> parseAddress(std::string_view text);

/// The address as it is shown, logged and remembered: without user, password and the values of a query, as each of
/// these may be or hold a secret. A query becomes `?…`.
std::string displayed(const Address& address);

/// The same of any text, also of one that is no address, and of one of the web without the mark of a query: a name that
/// ends as that of the file does.
std::string shownName(std::string_view text);

/// The URL that is asked, without user and password. With its query, which may hold a secret: not to be shown.
std::string wireUrl(const WebAddress& address);

/// The URL that is asked, with user and password: for the transport alone.
std::string secretUrl(const WebAddress& address);

/// The path of the target, without its query.
std::string_view pathOf(const WebAddress& address);

/// The query of the target without its question mark; empty if there is none.
std::string_view queryOf(const WebAddress& address);

} // namespace loupe::remote
