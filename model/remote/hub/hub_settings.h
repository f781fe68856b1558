#pragma once

#include "core/result.h"
#include "remote/address.h"
#include "remote/environment.h"

#include <string>
#include <string_view>

namespace loupe::remote {

struct HubSettings {
    WebAddress endpoint; ///< its target is a prefix of every path, without a slash at its end
    std::string token; ///< a secret, for the endpoint only; empty if there is none
    std::string tokenFrom; ///< for messages: where it is from or, without one, where it was looked for
    std::string cacheFolder; ///< where the hub's own programs keep what they have fetched
    bool isOffline = false; ///< the network must not be touched
};

/// Settings as the hub's own client finds them: HF_ENDPOINT, HF_TOKEN, HF_HOME and the rest, and the file of a token.
/// Fails with InvalidArgument if the endpoint is no web address or a token has characters that no header may have,
/// and as files fail. No message has a secret.
Result<HubSettings> readHubSettings(const Environment& environment = environmentValue);

/// The hub's server as HF_ENDPOINT names it: "host" or "host:port"; empty if it names none.
std::string endpointHost(const Environment& environment);

/// Where a file is asked for. `revision`: a branch, tag or commit; empty for the default branch.
WebAddress hubFileUrl(const HubSettings& settings, const HubAddress& file, const std::string& revision);

/// The revision in a URL that hubFileUrl() has made; empty if there is none.
std::string revisionInFileUrl(std::string_view url);

/// Where the hub's interface says which commit a revision of a repository is.
WebAddress hubRevisionUrl(const HubSettings& settings, const HubAddress& repository);

/// Where it lists what is in a folder at a commit; `isWhole`: and all that is below.
WebAddress hubTreeUrl(
    const HubSettings& settings, const HubAddress& folder, const std::string& commit, bool isWhole = true);

/// Whether the token may be sent there: to the endpoint, over TLS or within this machine.
bool mayHaveToken(const HubSettings& settings, const WebAddress& address);

} // namespace loupe::remote
