#pragma once

#include "saving/in_place/header_edit.h"

#include <cstdint>
#include <filesystem>
#include <optional>
#include <string>
#include <string_view>

#include <sys/types.h>

namespace loupe {

// The journal of an edit. Its layout, little-endian:
// - journalMagic
// - the size of the file, 8 bytes
// - the size of HeaderEdit::before, which is also that of HeaderEdit::after, 8 bytes
// - the format's id, 16 bytes, padded with NUL
// - HeaderEdit::before, then HeaderEdit::after
// - the XXH3-128 digest of all of the above, as 32 hexadecimal digits

inline constexpr std::string_view journalMagic = "Tensorloupe header edit 1\n";

/// ".NAME.tloupe-journal" next to the file. Nullopt if that is longer than a file name can be.
std::optional<std::filesystem::path> headerJournalPath(const std::filesystem::path& file);

/// The size of a journal in bytes. `start`: the size of HeaderEdit::before.
std::uint64_t headerJournalSize(std::uint64_t start);

/// Writes the journal to disk, atomically. Only its owner may read it. Fails as AtomicFile does; with Exists if there
/// is already a journal.
Result<> writeHeaderJournal(const std::filesystem::path& journal, const HeaderEdit& edit);

/// True if a journal of `user` is trusted for a file of `owner`. Anybody else's might be an attack.
bool mayOwnJournal(uid_t user, uid_t owner);

/// Fails with Malformed, saying what is wrong.
Result<HeaderEdit> parseHeaderJournal(std::string_view bytes);

/// Reads the journal of a file that has `fileSize` bytes and belongs to `owner`. Fails with PermissionDenied if the
/// journal's owner may not own it; with Malformed if its size does not match `fileSize`, before any memory is
/// allocated; as parseHeaderJournal() does; or with Io or OutOfMemory.
Result<HeaderEdit> readHeaderJournal(const std::filesystem::path& journal, std::uint64_t fileSize, uid_t owner);

/// Removes the journal and syncs the removal as well as the system can. A journal that comes back does no harm.
void removeHeaderJournal(const std::filesystem::path& journal);

} // namespace loupe
