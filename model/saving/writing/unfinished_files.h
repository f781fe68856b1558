#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

// Names and whereabouts of files that are being written.

/// ".NAME.tloupe-XXXXXXXXXXXXXXXX.part", with a new random number each time.
std::filesystem::path unfinishedName(const std::filesystem::path& target);

/// The same with a number that is known, 16 digits: those of unfinishedNumber().
std::filesystem::path unfinishedName(const std::filesystem::path& target, std::string_view number);
/// The number in such a name.
std::string unfinishedNumber(const std::filesystem::path& unfinished);
/// Whether a text is such a number.
bool isUnfinishedNumber(std::string_view text);
/// ".NAME.tloupe-resume": the log by which a save goes on (resuming/resume_log.h).
std::filesystem::path resumeLogName(const std::filesystem::path& target);

/// "tloupe-XXXXXXXXXXXXXXXX-NAME": what a shard is called while one of its own name is still in use.
std::filesystem::path passingName(const std::filesystem::path& shard);

/// The files next to `target` that have this inode, and its name or a passing one of it.
std::vector<std::filesystem::path> findPlaced(const std::filesystem::path& target, std::uint64_t inode);

/// Removes what killed processes left of files that were to become `target`, and the log of how far they were. A
/// process that lives holds a lock on its own, so those stay.
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
