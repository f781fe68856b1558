#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>

namespace loupe {

// Checks of a location before something is written to it.

/// True if a file exists at the path. Follows symbolic links, so a dangling link counts as no file.
bool isFileThere(const std::filesystem::path& path);

/// The number of bytes that this process may still write to the folder; the largest number if the system does not say.
std::uint64_t freeBytes(const std::filesystem::path& folder);

// The errors of AtomicFile::create().
Error fileExists(const std::filesystem::path& path);
Error cannotWriteInto(int errorNumber, const std::filesystem::path& path);
Error noRoom(std::uint64_t needed, std::uint64_t free, const std::filesystem::path& path);

} // namespace loupe
