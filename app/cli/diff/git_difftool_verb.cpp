#include "app/cli/diff/diff_verb.h"
#include "app/cli/verbs.h"
#include "core/text/text.h"
#include "formats/opening/file_hints.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::string_view noGitFile = "/dev/null"; ///< the other side of a file that was added or deleted

/// The name of a side as git writes it; the path for git difftool, which provides no name.
std::string gitSideName(std::string_view prefix, const std::string& name, const std::string& path)
{
    return path == noGitFile || name.empty() ? path : std::string(prefix) + name;
}

/// Opens a side under its name in the repository, because git's temporary files have meaningless names.
Result<std::shared_ptr<const Checkpoint>> openGitSide(
    const std::string& path, const std::string& name, const Session& session)
{
    auto side = std::make_shared<Checkpoint>();
    if (path != noGitFile) {
        auto opened = session.open(path);
        if (!opened) {
            Error error = std::move(opened.error());
            error.path = name;
            return fail(std::move(error));
        }
        *side = **opened;
        if (side->files.size() == 1)
            side->files.front().path = name;
    }
    side->path = name;
    return side;
}

/// The finding about an LFS pointer, which explains why a side has no tensors.
const Finding* lfsPointerIn(const Checkpoint& side)
{
    const auto& findings = side.findings.list();
    const auto pointer = std::ranges::find(findings, lfsPointerCode, &Finding::code);
    return pointer == findings.end() ? nullptr : &*pointer;
}

std::string lfsSideText(const Checkpoint& side)
{
    const Finding* const pointer = lfsPointerIn(side);
    return printable(side.path.native())
        + (pointer ? ": " + pointer->message : "  (" + counted(side.tensors.size(), "tensor") + ')') + '\n';
}

ExitStatus showVersions(const GitDifftoolOptions& options, const Session& session)
{
    if (options.isUnmerged) {
        session.remark(options.name + ": is not merged, so there are no two versions to compare");
        return ExitStatus::Done;
    }
    const std::string nameA = gitSideName("a/", options.name, options.a);
    const std::string nameB = gitSideName("b/", options.newName, options.b);
    const bool isText = !options.common.quiet && !options.common.json;
    if (isText && options.isPatch)
        session.print(
            session.style().bold("diff --tensorloupe a/" + printable(options.name) + " b/" + printable(options.newName))
            + '\n');
    const auto a = openGitSide(options.a, nameA, session);
    if (!a)
        return session.reportAsAnswer(a.error());
    const auto b = openGitSide(options.b, nameB, session);
    if (!b)
        return session.reportAsAnswer(b.error());
    const auto isPointer = [](const Checkpoint& side) { return lfsPointerIn(side) != nullptr; };
    if (isText && (isPointer(**a) || isPointer(**b))) {
        session.print("A  " + lfsSideText(**a) + "B  " + lfsSideText(**b));
        return ExitStatus::Done;
    }
    return printDifferences(*a, *b, options, session);
}

} // namespace

ExitStatus run(const GitDifftoolOptions& options, const Session& session)
{
    const ExitStatus status = showVersions(options, session);
    // git stops at any other status and skips the remaining files.
    return status == ExitStatus::Interrupted ? status : ExitStatus::Done;
}

} // namespace loupe
