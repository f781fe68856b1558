#pragma once

#include "saving/in_place/header_edit.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace loupe {

// The journal of an edit, little-endian: journalMagic; the file's size, 8 bytes; the size of each header with all
// before it, 8 bytes; the format's id, 16 bytes filled up with NUL; the two headers; the XXH3-128 of all that, 32
// hexadecimal digits.

inline constexpr std::string_view journalMagic = "Tensorloupe header edit 1\n";

/// ".NAME.tloupe-journal" next to the file. Nothing if that is longer than names can be.
std::optional<std::filesystem::path> headerJournalPath(const std::filesystem::path& file);

/// The size of a journal in bytes; `start` is the size of a header with all before it.
std::uint64_t headerJournalSize(std::uint64_t start);

/// Puts the journal on the disk, whole or not at all; only its owner may read it. Fails as AtomicFile does: with Exists
/// where there is one already.
Result<> writeHeaderJournal(const std::filesystem::path& journal, const HeaderEdit& edit);

/// Whether a journal of this user may be one of a file of `owner`: anybody else's could be there to do harm.
bool mayOwnJournal(uid_t user, uid_t owner);

/// Fails with Malformed, saying what is wrong.
Result<HeaderEdit> parseHeaderJournal(std::string_view bytes);

/// Reads the journal of a file that has `fileSize` bytes and belongs to `owner`. Fails with PermissionDenied if
/// it is somebody's who may not own it; with Malformed where its size is not what `fileSize`
/// allows, before anything is reserved; as parseHeaderJournal() does; with Io or OutOfMemory.
Result<HeaderEdit> readHeaderJournal(const std::filesystem::path& journal, std::uint64_t fileSize, uid_t owner);

/// Removes the journal and brings that to the disk as far as the system can: one that comes back does no harm.
void removeHeaderJournal(const std::filesystem::path& journal);

} // namespace loupe
