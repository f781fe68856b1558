#pragma once

#include "core/checkpoint.h"
#include "core/result.h"
#include "core/work.h"

#include <chrono>
#include <filesystem>
#include <memory>
#include <optional>

namespace loupe {

class Secret;

/// Repairs a file whose header was being rewritten (rewriteHeader()) when the process or the machine went down. If
/// nothing was written yet, the edit is dropped; otherwise it is finished. If there is no journal, this costs only the
/// lookup. Follows symbolic links. Waits up to `patience` for an edit that is in progress.
///
/// A journal is not trusted: it may come from elsewhere even if the file does not. So the only thing ever written is
/// the header in the journal, and only over a header that is already a mixture, in which each byte belongs to one of
/// the two headers. An untouched file stays as it is, whatever is stored next to it. Both headers must be valid and
/// describe the same tensors at the same offsets, so only names and metadata can change. The journal must belong to
/// this user, to the file's owner, or to root. Any other journal is ignored.
///
/// Returns a finding about the file, if any. Warnings: edit-finished, edit-undone, edit-under-way, edit-journal (the
/// journal does not match the file). Error: edit-interrupted, if the header is half written and cannot be finished, for
/// example because the file or folder is read-only, or if it may be half written and the journal of a trusted user
/// cannot be read.
std::optional<Finding> finishInterruptedEdit(const std::filesystem::path& path, const Work& work = {},
    std::chrono::milliseconds patience = std::chrono::seconds(3));

/// openCheckpoint(), after finishInterruptedEdit() of each file.
Result<std::shared_ptr<const Checkpoint>> openRecovered(
    const std::filesystem::path& path, const Work& work = {}, const Secret* secret = nullptr);

} // namespace loupe
