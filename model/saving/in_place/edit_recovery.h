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

/// Makes a file whole whose header was being rewritten (rewriteHeader()) when the process or the machine ended: where
/// nothing was written yet, the edit is dropped; else it is finished. Costs a look for the journal where there is none.
/// Symbolic links are followed. An edit that is under way is waited for as long as `patience`.
///
/// A journal may have come from anywhere, next to a file that did not. So nothing is written but the header that it
/// holds, over a header that is already half of it: of which each byte is one of the two. An untouched file stays as it
/// is, whatever lies next to it. And both headers must be valid and describe the same tensors at the same places, so
/// that names and metadata are all that can change; and the journal must belong to this user, to the file's owner, or
/// to root. What does not fit is left alone.
///
/// Gives what there is to say about the file: edit-finished, edit-undone, edit-under-way, edit-journal (one that does
/// not fit), all warnings; edit-interrupted, an error where the header is half written and cannot be finished, such as
/// in a file or folder that is read-only, or where it may be and a journal of a trusted user cannot be read.
std::optional<Finding> finishInterruptedEdit(const std::filesystem::path& path, const Work& work = {},
    std::chrono::milliseconds patience = std::chrono::seconds(3));

/// openCheckpoint(), with that done to each file before.
Result<std::shared_ptr<const Checkpoint>> openRecovered(
    const std::filesystem::path& path, const Work& work = {}, const Secret* secret = nullptr);

} // namespace loupe
