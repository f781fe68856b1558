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
    std::string etag; ///< with its quotes; no digest of the content
    std::string storageClass; ///< "GLACIER" and others cannot be read at once

    bool operator==(const S3Object&) const = default;
};

/// The objects of a bucket whose keys begin with a prefix, from the answers to as many requests as it takes
/// (ListObjectsV2). Knows no network: ask what nextQuery() says of the bucket, then give the body to add().
class S3Listing {
public:
    /// Whether what lies in "folders" behind the prefix is left out and only they are named, or listed with the rest.
    enum class Depth { OneFolder, All };

    S3Listing(std::string prefix, Depth depth);

    /// The query of the next request; nothing when all is known.
    std::optional<QueryList> nextQuery() const;

    /// Takes an answer. Fails with Malformed if it is no listing or does not come to an end (the same page again),
    /// with TooLarge beyond a million objects.
    Result<> add(std::string_view xml);

    /// In the order of the server, by the bytes of their keys. Empty ones whose key ends in a slash, which only mark
    /// folders, are left out.
    const std::vector<S3Object>& objects() const { return m_objects; }
    /// Prefixes that end in a slash.
    const std::vector<std::string>& folders() const { return m_folders; }

private:
    std::string m_prefix;
    Depth m_depth;
    std::vector<S3Object> m_objects;
    std::vector<std::string> m_folders;
    std::string m_token; ///< of the next page
    std::set<std::string> m_tokens;
    bool m_isComplete = false;
};

} // namespace loupe::remote
