#pragma once

#include "core/work.h"
#include "saving/recipe/plan.h"

#include <filesystem>
#include <optional>

namespace loupe {

/// Where saving `recipe`, which makePlan() accepts, over `target` needs to rewrite the header only: the file as it will
/// be. Its tensors stay where they are, in the order in which they are, whatever their new names; the header is padded
/// with spaces to the length of the old one, which the reference readers of both formats accept.
///
/// Nothing if this is not possible: `target` is not the one file that all of the recipe's tensors come from, or not
/// what it was when it was opened; a tensor is omitted or cast; the reference reader refuses the file; the new header
/// is longer than the old one; or the file has other names (hard links), which would change with it.
std::optional<PlannedFile> planHeaderRewrite(const Recipe& recipe, const std::filesystem::path& target);

/// Carries out what planHeaderRewrite() gave, under a journal (header_journal.h) that is on the disk before the first
/// byte changes and goes away after the last one is: when the process or the machine ends on the way,
/// finishInterruptedEdit() makes the file whole. Whoever has the file mapped sees the new header; whoever reads it in
/// that moment may see a mixture. `verify`: read it back, and undo it where it is not what it was to be.
///
/// Gives nothing if it is done; else, with nothing changed, why it is not: the file is locked or cannot be written,
/// or the journal cannot. Fails with Stopped before anything changed; else, with the old header back in its place, as
/// writing, reading and verifyFile() do.
Result<std::optional<Error>> rewriteHeader(
    const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& target, bool verify, const Work& work);

/// What rewriteHeader() would give, as far as can be known without writing.
std::optional<Error> whyNotInPlace(const Recipe& recipe, const PlannedFile& file, const std::filesystem::path& target);

/// Whether the header that planHeaderRewrite() gave differs from the one that is there.
bool changesHeader(const Recipe& recipe, const PlannedFile& file);

/// The error of a whole rewrite that took the place of one of the header alone, which says why of both.
Error neitherWay(const Error& inPlace, Error whole);

} // namespace loupe
