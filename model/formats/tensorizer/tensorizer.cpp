#include "formats/tensorizer/tensorizer.h"

#include "formats/shared/out_of_memory.h"
#include "formats/tensorizer/tensorizer_fields.h"
#include "formats/tensorizer/tensorizer_layout.h"

#include <array>
#include <cstring>

namespace loupe::tensorizer {

namespace {

constexpr std::string_view suffixes[] = {".tensors"};
constexpr std::array<std::string_view, 1> harmlessErrors{"feature-flags"};

Match probe(const FileStart& start)
{
    const bool isOurs = start.bytes.size() >= tensorizerMagic.size()
        && std::memcmp(start.bytes.data(), tensorizerMagic.data(), tensorizerMagic.size()) == 0;
    return isOurs ? Match::Certain : Match::No;
}

std::string_view variantOf(std::uint32_t version)
{
    constexpr std::string_view versions = "1234";
    return version == 0 ? std::string_view() : versions.substr(version - 1, 1);
}

Result<FileContent> readContent(const Source& source, const Work& work, const Secret* secret)
{
    FileContent content;
    TensorizerLayout layout(source, work, content, secret);
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped before the header was read", source.path().string());
    const auto start = readTensorizerIndex(
        source, work, nullptr, content.findings, [&](const TensorizerEntry& entry) { layout.take(entry); });
    if (!start)
        return fail(start.error());
    content.variant = variantOf(start->version);
    if (start->index.empty()) {
        content.header = content.headerContent = {0, start->entriesEnd};
        content.data = {start->entriesEnd, start->entriesEnd};
    } else if (auto done = layout.finish(*start); !done) {
        return fail(std::move(done.error()));
    }
    if (auto unchanged = source.checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    std::uint64_t headers = content.header.size();
    for (const FilePart& part : content.parts)
        headers += part.kind == RegionKind::Header ? part.range.size() : 0;
    work.expect(headers);
    work.advance(headers);
    return content;
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return readContent(source, work, nullptr); });
}

Result<FileContent> readWith(const Source& source, const Work& work, const Secret& secret)
{
    return orOutOfMemory(source, [&] { return readContent(source, work, &secret); });
}

} // namespace

constinit const Format tensorizerFormat{.id = "tensorizer",
    .title = "Tensorizer",
    .suffixes = suffixes,
    .mimeType = "application/x-tensorizer",
    .probe = probe,
    .read = read,
    .readWith = readWith,
    .headerFields = tensorizerFields,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::tensorizer
