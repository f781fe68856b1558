#pragma once

#include "core/result.h"
#include "core/source.h"
#include "core/work.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// What a hub states of a file that was fetched from it, or that it has.
struct HubDigest {
    enum class Kind : std::uint8_t {
        Sha256, ///< of a large file
        GitBlob, ///< of a small one: as git names it, see digestGitBlob()
    };

    Kind kind = Kind::Sha256;
    std::string digest; ///< lower-case hexadecimal
    std::string statedBy; ///< the path of the file that states it, or the address of the file on the hub

    bool operator==(const HubDigest&) const = default;
};

/// "sha256" or "git-blob-sha1".
std::string_view hubDigestName(HubDigest::Kind kind);

/// What is stated of the file: by its name in the local cache of the hub's programs, by the note that they leave next
/// to files that they fetch to another folder, or by the hub when a file was opened by its hf:// address. Asks no
/// server. Nothing if the file is from no hub.
std::optional<HubDigest> findHubDigest(const Source& source);

/// What `stated` should be of the file as it is now. Progress in bytes. Fails as digestFile().
Result<std::string> digestForHub(const Source& source, const HubDigest& stated, const Work& work = {});

} // namespace loupe
