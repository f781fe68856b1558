#include "formats/opening/open_file.h"

#include "formats/opening/file_hints.h"
#include "formats/opening/registry.h"
#include "formats/shared/header_frame.h"

#include <algorithm>

namespace loupe {

namespace {

/// The error with which the reference reader rejects the file; empty if it accepts it.
std::string_view firstRefusal(const Findings& findings)
{
    const auto refusal =
        std::ranges::find_if(findings.list(), [](const Finding& finding) { return !finding.refusedAs.empty(); });
    return refusal == findings.list().end() ? std::string_view() : refusal->refusedAs;
}

/// Loaders choose a reader by the file's name, so this reports the findings of the named format's reader.
Result<> addSuffixMismatch(const Format& named, const Source& source, const Work& work, OpenedFile& file)
{
    const auto other = named.read(source, {.stop = work.stop, .progress = nullptr});
    if (!other)
        return fail(other.error());
    const std::string_view refusal = firstRefusal(other->findings);
    if (refusal.empty())
        return {};
    file.content.findings.add({.code = "suffix-mismatch",
        .message = "the name says " + std::string(named.title) + ", the content is " + std::string(file.format->title),
        .refusedAs = refusal});
    return {};
}

/// The error about a file of unknown format, extended with the file's probable kind.
Error withHint(Error error, const Source& source)
{
    const auto start = readStart(source);
    if (const auto hint = start ? hintAt(*start) : std::nullopt; hint && error.code == ErrorCode::UnknownFormat)
        error.message += ": " + hint->message;
    return error;
}

/// Adds a hint only if nothing was read: a file with tensors needs no explanation.
Result<> addHint(OpenedFile& file)
{
    if (!file.content.tensors.empty() || !file.companions.empty())
        return {};
    const auto start = readStart(*file.source);
    if (!start)
        return fail(start.error());
    const bool recognised = file.format->probe({.bytes = *start, .fileSize = file.source->size()}) != Match::No;
    if (auto hint = recognised ? std::nullopt : hintAt(*start)) {
        // The hint comes before the findings that follow from it. For a pointer, those concern only its text, and say
        // nothing about the model.
        const bool isPointer = hint->code == lfsPointerCode;
        if (isPointer)
            hint->refusedAs = firstRefusal(file.content.findings);
        Findings findings;
        findings.add(std::move(*hint));
        if (!isPointer)
            findings.append(file.content.findings, 0);
        file.content.findings = std::move(findings);
    }
    return {};
}

} // namespace

Result<OpenedFile> openFile(
    const std::filesystem::path& path, const Work& work, Source::Access access, const Secret* secret)
{
    OpenedFile file;
    auto source = Source::open(path, access);
    if (!source)
        return fail(std::move(source.error()));
    file.source = std::move(*source);
    const auto format = detectFormat(*file.source);
    if (!format)
        return fail(withHint(format.error(), *file.source));
    file.format = *format;
    auto content = secret && file.format->readWith ? file.format->readWith(*file.source, work, *secret)
                                                   : file.format->read(*file.source, work);
    if (!content)
        return fail(std::move(content.error()));
    file.content = std::move(*content);
    file.companions = openCompanions(file.content, *file.source, access);

    const Format* const named = formatForName(path);
    const bool mismatch = named && named != file.format;
    if (auto done = mismatch ? addSuffixMismatch(*named, *file.source, work, file) : addHint(file); !done)
        return fail(std::move(done.error()));
    return file;
}

} // namespace loupe
