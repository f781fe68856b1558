#pragma once

#include "core/result.h"
#include "remote/s3/s3_place.h"

#include <cstdint>
#include <optional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::remote {

struct S3Object {
    std::string key;
    std::uint64_t size = 0;
    std::string etag; ///< with quotes; not a digest of the content
    std::string storageClass; ///< objects of some classes, such as "GLACIER", cannot be read immediately

    bool operator==(const S3Object&) const = default;
};

/// The objects of a bucket whose keys begin with a prefix (ListObjectsV2), which may take several requests. Does no
/// networking itself: send nextQuery() to the bucket, then pass the body to add().
class S3Listing {
public:
    /// OneFolder lists the names of "folders" below the prefix; All lists the objects in them instead.
    enum class Depth { OneFolder, All };

    S3Listing(std::string prefix, Depth depth);

    /// The query of the next request; nothing if the listing is complete.
    std::optional<QueryList> nextQuery() const;

    /// Adds a response. Fails with Malformed if it is not a listing or the listing never ends (repeats a page), and
    /// with TooLarge beyond a million objects.
    Result<> add(std::string_view xml);

    /// In the server's order, by the bytes of their keys. Excludes empty objects whose key ends in a slash, which only
    /// mark folders.
    const std::vector<S3Object>& objects() const { return m_objects; }
    /// Prefixes that end in a slash.
    const std::vector<std::string>& folders() const { return m_folders; }

private:
    std::string m_prefix;
    Depth m_depth;
    std::vector<S3Object> m_objects;
    std::vector<std::string> m_folders;
    std::string m_token; ///< continuation token for the next page
    std::set<std::string> m_tokens;
    bool m_isComplete = false;
};

} // namespace loupe::remote
