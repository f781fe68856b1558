#include "formats/bintensors/bintensors.h"

#include "formats/bintensors/bintensors_decoder.h"
#include "formats/bintensors/bintensors_fields.h"
#include "formats/bintensors/bintensors_writer.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/out_of_memory.h"

#include <array>
#include <string_view>

namespace loupe::bintensors {

namespace {

constexpr std::string_view suffixes[] = {".bt", ".bintensors"};
constexpr std::array<std::string_view, 2> harmlessErrors{"name-count", "padding-odd"};

/// There is no magic number: the start of the header must decode under one of the layouts.
Match probe(const FileStart& start)
{
    const auto frame = frameOf(start);
    if (!frame || frame->claimedLength == 0 || frame->claimedLength > frame->header.size())
        return Match::No;
    const bool whole = start.bytes.size() >= frame->header.end;
    const auto attempt = decodeBintensors(headerIn(*frame, start), frame->header, start.fileSize, !whole, {});
    if (attempt.decoded)
        return Match::Likely;
    if (whole || !attempt.ranOut)
        return Match::No;
    const bool sawSome =
        !attempt.content.tensors.empty() || (attempt.content.metadata && !attempt.content.metadata->empty());
    return sawSome ? Match::Likely : Match::Possible;
}

Result<FileContent> readContent(const Source& source, const Work& work)
{
    FileContent content;
    BintensorsAttempt attempt;
    const auto seen = visitHeader(source, work, bintensorsWantsMore, content, [&](const Header& header) {
        attempt = decodeBintensors(header.text, content.header, source.size(), !header.complete, work);
    });
    if (!seen)
        return fail(seen.error());
    if (!*seen)
        return content;
    if (attempt.stopped)
        return fail(ErrorCode::Stopped, "stopped while the header was decoded", source.path().string());
    work.advance(content.header.size());
    Findings findings = std::move(content.findings);
    findings.append(attempt.content.findings, 0);
    attempt.content.findings = std::move(findings);
    return std::move(attempt.content);
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return readContent(source, work); });
}

Result<FileContent> readBack(std::string_view start, std::uint64_t fileSize)
{
    return orOutOfMemory([&]() -> Result<FileContent> {
        if (auto whole = checkWhole(start); !whole)
            return fail(std::move(whole.error()));
        const ByteRange header{lengthFieldSize, start.size()};
        return decodeBintensors(start.substr(lengthFieldSize), header, fileSize, false, {}).content;
    });
}

} // namespace

constinit const Format bintensorsFormat{.id = "bintensors",
    .title = "Bintensors",
    .suffixes = suffixes,
    .mimeType = "application/x-bintensors",
    .writer = &bintensorsWriter,
    .probe = probe,
    .read = read,
    .readBack = readBack,
    .headerFields = bintensorsHeaderFields,
    .harmlessErrors = harmlessErrors,
    .safeOpenPackage = "bintensors"};

} // namespace loupe::bintensors
