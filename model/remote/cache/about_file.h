#pragma once

#include "remote/http_message.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::remote {

/// What a folder of the cache is about: lines of text, of which the last is a digest of those before.
struct AboutFile {
    std::string url; ///< without user and query
    std::string name; ///< for people
    Version version;
    std::string digest; ///< that a hub has stated of the version; empty if none has
    std::string commit; ///< of a hub, of which the version was when it was confirmed; empty if that is not known
    std::int64_t confirmed = 0; ///< when a server has named the version last, in seconds since 1970
};

/// The name of the folder of a URL.
std::string blockFolderName(std::string_view url);

/// Nothing if there is none, or it is not whole.
std::optional<AboutFile> readAbout(const std::filesystem::path& folder);
/// Notes the time of now as `confirmed`. False where it cannot be written, or a text has a line break.
bool writeAbout(const std::filesystem::path& folder, const AboutFile& about);
/// Notes the time of now as `confirmed` of what is there.
void confirmAbout(const std::filesystem::path& folder);

} // namespace loupe::remote
