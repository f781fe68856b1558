#pragma once

#include "formats/shared/format.h"

#include <filesystem>
#include <optional>

namespace loupe {

/// All formats in this build, in the order in which they are probed.
std::span<const Format* const> allFormats();

/// A format that this program can read, but not in this build, because a library was missing.
struct UnavailableFormat {
    std::string_view id;
    std::string_view title;
    std::span<const std::string_view> suffixes;
    std::string_view library; ///< "libhdf5"
};

/// Empty if no library was missing.
std::span<const UnavailableFormat> unavailableFormats();

const Format* findFormat(std::string_view id);

/// The format with this file name's suffix; null if there is none.
const Format* formatForName(const std::filesystem::path& name);

/// The first answer of a format's Format::mainFile.
Result<std::optional<std::filesystem::path>> mainFileFor(const std::filesystem::path& path, bool isFolder);

/// The first answer of a format's Format::folderParts: the files that form the model of a folder without a main file.
std::vector<std::filesystem::path> folderParts(const std::filesystem::path& folder);

/// Findings about how a folder leads to its main file (Format::folderFindings).
Findings folderFindings(const std::filesystem::path& folder);

/// True if a format recognizes the file by its content, whatever its name; false if it cannot be read.
bool hasKnownContent(const std::filesystem::path& path);

/// The format of a file: the best match by content. Among equal matches, and if no content matches, the format of the
/// name's suffix. Fails with UnknownFormat, or as reading does.
Result<const Format*> detectFormat(const Source& source);

} // namespace loupe
