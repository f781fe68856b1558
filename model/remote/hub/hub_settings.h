#pragma once

#include "core/result.h"
#include "remote/address.h"
#include "remote/environment.h"

#include <string>
#include <string_view>

namespace loupe::remote {

struct HubSettings {
    WebAddress endpoint; ///< its target is a prefix of all paths and does not end in a slash
    std::string token; ///< a secret, for the endpoint only; empty if there is none
    std::string tokenFrom; ///< for messages: the origin of the token or, without a token, where it was looked for
    std::string cacheFolder; ///< cache folder of the hub's own programs
    bool isOffline = false; ///< the network must not be used
};

/// Reads settings from where the hub's own client does: HF_ENDPOINT, HF_TOKEN, HF_HOME and so on, and the token file.
/// Fails with InvalidArgument if the endpoint is not a web address or the token has characters that are invalid in
/// headers, or if a file cannot be read. Messages contain no secrets.
Result<HubSettings> readHubSettings(const Environment& environment = environmentValue);

/// The hub's server from HF_ENDPOINT: "host" or "host:port"; empty if it has none.
std::string endpointHost(const Environment& environment);

/// The URL of a file. `revision` is a branch, tag or commit; empty for the default branch.
WebAddress hubFileUrl(const HubSettings& settings, const HubAddress& file, const std::string& revision);

/// The revision in a URL from hubFileUrl(); empty if there is none.
std::string revisionInFileUrl(std::string_view url);

/// The API URL that reports the commit of a repository's revision.
WebAddress hubRevisionUrl(const HubSettings& settings, const HubAddress& repository);

/// The API URL that lists a folder at a commit; with subfolders if `isWhole`.
WebAddress hubTreeUrl(
    const HubSettings& settings, const HubAddress& folder, const std::string& commit, bool isWhole = true);

/// True if the token may be sent to `address`: it is the endpoint, and the connection uses TLS or stays on this
/// machine.
bool mayHaveToken(const HubSettings& settings, const WebAddress& address);

} // namespace loupe::remote
