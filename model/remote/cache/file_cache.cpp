#include "remote/cache/file_cache.h"

#include "remote/address.h"
#include "remote/signed_url.h"

namespace loupe::remote {

std::optional<DiskCache::Identity> cacheIdentity(const std::string& url, const std::string& name)
{
    const auto parsed = parseAddress(url);
    const auto* const web = parsed ? std::get_if<WebAddress>(&*parsed) : nullptr;
    if (!web || !web->server.user.empty() || !web->server.password.empty())
        return std::nullopt;
    const std::string_view query = queryOf(*web);
    if (!query.empty() && !isOnlySignature(query))
        return std::nullopt;
    WebAddress plain = *web;
    plain.target = pathOf(*web);
    return DiskCache::Identity{wireUrl(plain), name};
}

} // namespace loupe::remote
