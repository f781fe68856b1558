#pragma once

#include "core/source.h"
#include "remote/http/http_message.h"

#include <cstdint>
#include <map>
#include <string>
#include <utility>

namespace loupe::remote {

/// Assigns identities to remote files. Not thread-safe; the owner must lock it.
class FileIdentities {
public:
    /// Returns equal identities for the same version of a file if it has a strong ETag. `name` is the public name.
    FileIdentity of(const std::string& name, const Version& version)
    {
        std::int64_t number = ++m_versions;
        if (version.hasStrongEtag()) {
            const std::pair key(name, version.etag + std::to_string(version.size));
            number = m_known.emplace(key, number).first->second;
        }
        return {.device = Source::remoteDevice,
            .inode = m_numbers.emplace(name, m_numbers.size() + 1).first->second,
            .size = version.size,
            .modified = number};
    }

private:
    std::map<std::string, std::uint64_t> m_numbers; ///< file numbers by name
    std::map<std::pair<std::string, std::string>, std::int64_t> m_known; ///< versions by name and strong ETag
    std::int64_t m_versions = 0; ///< version numbers given so far
};

} // namespace loupe::remote
