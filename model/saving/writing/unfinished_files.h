#pragma once

#include <cstdint>
#include <filesystem>
#include <functional>
#include <set>
#include <string>
#include <string_view>
#include <system_error>
#include <vector>

namespace loupe {

// Names and locations of files that are being written.

/// ".NAME.tloupe-XXXXXXXXXXXXXXXX.part", with a new random number each time.
std::filesystem::path unfinishedName(const std::filesystem::path& target);

/// As above, with a given number of 16 digits, as from unfinishedNumber().
std::filesystem::path unfinishedName(const std::filesystem::path& target, std::string_view number);
/// The number in an unfinishedName().
std::string unfinishedNumber(const std::filesystem::path& unfinished);
/// True if a text is an unfinishedNumber().
bool isUnfinishedNumber(std::string_view text);
/// ".NAME.tloupe-resume": the log for resuming a save (resuming/resume_log.h).
std::filesystem::path resumeLogName(const std::filesystem::path& target);

/// "tloupe-XXXXXXXXXXXXXXXX-NAME": the name of a shard while its own name is still in use.
std::filesystem::path passingName(const std::filesystem::path& shard);

/// The files next to `target` that have this inode, and its name or a passing name of it.
std::vector<std::filesystem::path> findPlaced(const std::filesystem::path& target, std::uint64_t inode);

/// Removes the unfinished files that killed processes left for `target`, and their resume log. A running process holds
/// a lock on its files, so those stay.
void removeLeftovers(const std::filesystem::path& target);
/// The number of bytes of disk space that removeLeftovers() would free.
std::uint64_t leftoverBytes(const std::filesystem::path& target);

/// As removeLeftovers(), for all shards of the model that `shard` belongs to, whatever their number. Includes those
/// that already have their passing name, unless an index lists them (`inUse`).
void removeShardLeftovers(const std::filesystem::path& shard, const std::set<std::string>& inUse);

/// Registers a file, and its descriptor if it is open, for removeUnfinishedFiles(), until it is renamed or removed.
void rememberUnfinished(const std::filesystem::path& file, int descriptor = -1);
/// Calls `finish`, which renames or removes the file, and unregisters the file if that returns true. After
/// removeUnfinishedFiles() was called, does nothing and returns false.
bool finishUnfinished(const std::filesystem::path& file, const std::function<bool()>& finish);

/// Creates a folder as std::filesystem::create_directory() does, and registers it: removeUnfinishedFiles() removes it
/// if it is empty by then. Fails after that was called.
bool createUnfinishedFolder(const std::filesystem::path& folder, std::error_code& error);
/// Unregisters the folder, and removes it if it is empty.
void finishUnfinishedFolder(const std::filesystem::path& folder);

} // namespace loupe
