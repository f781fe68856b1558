#pragma once

#include <filesystem>
#include <functional>
#include <string_view>

namespace loupe {

// Names and whereabouts of files that are being written.

/// ".NAME.tloupe-XXXXXXXXXXXXXXXX.part", with a new random number each time.
std::filesystem::path unfinishedName(const std::filesystem::path& target);

/// Removes what killed processes left of files that were to become `target`. A process that lives holds a lock on its
/// own, so those stay.
void removeLeftovers(const std::filesystem::path& target);

/// Remembers a file until it is in its place or gone, so that removeUnfinishedFiles() finds it.
void rememberUnfinished(const std::filesystem::path& file);
/// Calls `finish`, which renames or removes the file, and forgets the file where that gives true. Does neither, and
/// gives false, once removeUnfinishedFiles() was called.
bool finishUnfinished(const std::filesystem::path& file, const std::function<bool()>& finish);

} // namespace loupe
