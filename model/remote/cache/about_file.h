#pragma once

#include "remote/http_message.h"

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
};

/// The name of the folder of a URL.
std::string blockFolderName(std::string_view url);

/// Nothing where there is none, or it is not whole.
std::optional<AboutFile> readAbout(const std::filesystem::path& folder);
/// False where it cannot be written, or a text has a line break.
bool writeAbout(const std::filesystem::path& folder, const AboutFile& about);

} // namespace loupe::remote
