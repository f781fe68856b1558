#pragma once

#include "remote/http/http_message.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// Describes a folder of the cache. Stored as lines of text. The last line is a digest of the preceding ones.
struct AboutFile {
    std::string url; ///< without user and query
    std::string name; ///< for display
    Version version;
    std::string digest; ///< the version's digest according to the hub; empty if there is none
    std::string commit; ///< a commit of the hub that contained the version when it was last confirmed; empty if unknown
    std::int64_t confirmed = 0; ///< when a server last confirmed the version, in seconds since 1970
};

/// The name of the cache folder for a URL.
std::string blockFolderName(std::string_view url);

/// Nothing if the file does not exist or is damaged.
std::optional<AboutFile> readAbout(const std::filesystem::path& folder);
/// Writes the file with the current time as `confirmed`. False if it cannot be written or a text contains a line break.
bool writeAbout(const std::filesystem::path& folder, const AboutFile& about);
/// Sets `confirmed` of the existing file to the current time.
void confirmAbout(const std::filesystem::path& folder);

} // namespace loupe::remote
