#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>

namespace loupe {

// Names and whereabouts of files that are being written.

/// ".NAME.tloupe-XXXXXXXXXXXXXXXX.part", with a new random number each time.
std::filesystem::path unfinishedName(const std::filesystem::path& target);

/// "tloupe-XXXXXXXXXXXXXXXX-NAME": what a shard is called while one of its own name is still in use.
std::filesystem::path passingName(const std::filesystem::path& shard);

/// Removes what killed processes left of files that were to become `target`. A process that lives holds a lock on its
/// own, so those stay.
void removeLeftovers(const std::filesystem::path& target);
/// Bytes of the disk that removeLeftovers() would make free.
std::uint64_t leftoverBytes(const std::filesystem::path& target);

/// The same of all shards of the model that `shard` is one of, however many it was to have, also those that have their
/// passing name already, unless they are `inUse`: named by an index.
void removeShardLeftovers(const std::filesystem::path& shard, const std::set<std::string>& inUse);

/// Remembers a file until it is in its place or gone, so that removeUnfinishedFiles() finds it, and the descriptor that
/// it is open with, if it is.
void rememberUnfinished(const std::filesystem::path& file, int descriptor = -1);
/// Calls `finish`, which renames or removes the file, and forgets the file where that gives true. Does neither, and
/// gives false, once removeUnfinishedFiles() was called.
bool finishUnfinished(const std::filesystem::path& file, const std::function<bool()>& finish);

} // namespace loupe
