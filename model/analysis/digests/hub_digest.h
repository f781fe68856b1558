#pragma once

#include "core/result.h"
#include "core/source.h"
#include "core/work.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// A hub's digest of a file that is on the hub or was downloaded from it.
struct HubDigest {
    enum class Kind : std::uint8_t {
        Sha256, ///< for a large file
        GitBlob, ///< for a small file: git's hash, see digestGitBlob()
    };

    Kind kind = Kind::Sha256;
    std::string digest; ///< lowercase hexadecimal
    std::string statedBy; ///< the path of the file that contains the digest, or the address of the file on the hub

    bool operator==(const HubDigest&) const = default;
};

/// "sha256" or "git-blob-sha1".
std::string_view hubDigestName(HubDigest::Kind kind);

/// Finds the hub's digest of a file: in its name in the local cache of the hub's programs, in the metadata that they
/// store next to files downloaded to other folders, or as reported by the hub when the file was opened by its hf://
/// address. Contacts no server. Nothing if the file is not from a hub.
std::optional<HubDigest> findHubDigest(const Source& source);

/// The actual digest of the file, to compare with `stated`. Progress is in bytes. Fails as digestFile() does.
Result<std::string> digestForHub(const Source& source, const HubDigest& stated, const Work& work = {});

} // namespace loupe
