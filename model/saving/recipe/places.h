#pragma once

#include "core/result.h"

#include <cstdint>
#include <filesystem>

namespace loupe {

// What there is to know of a place before something is written to it.

/// Whether there is something at the path, symbolic links followed: a link to a file that is not there yet is nothing.
bool isFileThere(const std::filesystem::path& path);

/// Bytes that this process may still write into the folder; the largest number where the system does not say.
std::uint64_t freeBytes(const std::filesystem::path& folder);

// What AtomicFile::create() fails with.
Error fileExists(const std::filesystem::path& path);
Error cannotWriteInto(int errorNumber, const std::filesystem::path& path);
Error noRoom(std::uint64_t needed, std::uint64_t free, const std::filesystem::path& path);

} // namespace loupe
