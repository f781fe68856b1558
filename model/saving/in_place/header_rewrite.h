#pragma once

#include "core/work.h"
#include "saving/recipe/plan.h"

#include <filesystem>
#include <optional>

namespace loupe {

/// Plans an in-place rewrite: saving `recipe`, which makePlan() accepts, over `target` by changing the header only. The
/// result describes the whole file. All tensors keep their offsets and order, even if renamed. The header is padded
/// with spaces to the length of the old one, which the reference readers of both formats accept.
///
/// Returns nullopt if this is not possible: `target` is not the one file that all of the recipe's tensors come from, or
/// it was changed since it was opened; a tensor is omitted or cast; the reference reader rejects the file; the new
/// header is longer than the old one; or the file has other hard links, which would change with it.
std::optional<PlannedFile> planHeaderRewrite(const Recipe& recipe, const std::filesystem::path& target);

/// Carries out a planHeaderRewrite(). A journal (header_journal.h) is synced to disk before the first byte changes, and
/// removed after the last one did. If the process or the machine goes down in between, finishInterruptedEdit() repairs
/// the file. A process that has the file mapped sees the new header; one that reads it during the rewrite may see a
/// mixture. `verify`: reads the header back, and undoes the rewrite if it differs from the expected one.
///
/// Returns nullopt on success. Returns an error, with nothing changed, if the rewrite is not possible here: the file is
/// locked or cannot be written, or the journal cannot be written. Fails with Stopped before anything changed;
/// otherwise, with the old header restored, as writing, reading and verifyFile() do.
Result<std::optional<Error>> rewriteHeader(
    const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& target, bool verify, const Work& work);

/// Predicts the result of rewriteHeader(), without writing anything.
std::optional<Error> whyNotInPlace(const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& target);

/// True if the header from planHeaderRewrite() differs from the current one.
bool changesHeader(const Recipe& recipe, const PlannedFile& file);

/// The error of a full rewrite that was tried because the in-place one was not possible. Gives both reasons.
Error neitherWay(const Error& inPlace, Error whole);

} // namespace loupe
