#include "formats/safetensors.h"

#include "core/quote.h"
#include "core/utf8.h"
#include "formats/duplicate_names.h"
#include "formats/geometry.h"
#include "formats/header_frame.h"
#include "formats/out_of_memory.h"
#include "formats/safetensors_fields.h"
#include "formats/safetensors_parser.h"
#include "formats/safetensors_writer.h"

#include <utility>

namespace loupe {

namespace {

constexpr std::string_view suffixes[] = {".safetensors"};

/// The header is a JSON object: a brace, and a quotation mark or the other brace.
Match probe(const FileStart& start)
{
    constexpr std::string_view space = " \t\r\n";
    const auto frame = frameOf(start);
    if (!frame)
        return Match::No;
    const std::string_view header = headerIn(*frame, start);
    const std::size_t brace = header.find_first_not_of(space);
    if (brace == std::string_view::npos || header[brace] != '{')
        return Match::No;
    const std::size_t next = header.find_first_not_of(space, brace + 1);
    if (next == std::string_view::npos || (header[next] != '"' && header[next] != '}'))
        return Match::Possible;
    return frame->claimedLength <= frame->header.size() ? Match::Certain : Match::Likely;
}

/// Of two entries with one name the reference keeps the later.
void dropRepeated(FileContent& content)
{
    const auto duplicates = duplicateNames(content.tensors);
    if (duplicates.empty())
        return;
    auto& tensors = content.tensors;
    std::vector<bool> dropped(tensors.size());
    for (const DuplicateName& duplicate : duplicates) {
        content.findings.add({.severity = Severity::Warning,
            .code = "duplicate-name",
            .message =
                "tensor " + quote(tensors[duplicate.later].name) + " is described more than once, the last counts",
            .offset = content.header.begin,
            .tensor = std::string(tensors[duplicate.later].name),
            .aboutTensor = true});
        tensors[duplicate.earlier] = tensors[duplicate.later];
        dropped[duplicate.later] = true;
    }
    std::size_t kept = 0;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (!dropped[i])
            tensors[kept++] = tensors[i];
    }
    tensors.resize(kept);
}

void nameUnknownDTypes(FileContent& content, std::vector<std::string>& names)
{
    for (std::size_t i = 0; i < content.tensors.size() && !names.empty(); ++i) {
        Tensor& tensor = content.tensors[i];
        if (tensor.dtype == DType::Opaque)
            content.unknownDTypes.emplace(static_cast<std::uint32_t>(i), names[std::exchange(tensor.file, 0)]);
    }
}

/// Fails with Stopped only.
Result<FileContent> interpret(
    std::string_view text, bool cut, bool onlyStart, FileContent content, std::uint64_t fileSize, const Work& work)
{
    if (const std::size_t valid = validUtf8Prefix(text); valid != text.size()) {
        // What only the start was read of may be cut within a character.
        constexpr std::size_t longestCharacter = 4;
        const bool cutHere = onlyStart && text.size() - valid < longestCharacter;
        if (!cut && !cutHere) {
            content.findings.add({.code = "header-utf8",
                .message = "the header is not UTF-8 from here on",
                .refusedAs = "InvalidHeader",
                .offset = content.header.begin + valid});
        }
        text = text.substr(0, valid);
        cut = true;
    }
    SafetensorsParser parser(text, content, work);
    const bool whole = parser.parse(cut);
    if (parser.stopped())
        return fail(ErrorCode::Stopped, "stopped while the header was parsed");
    dropRepeated(content);
    settleGeometry(content, fileSize, {.overflowOfBits = true, .wholeHeader = whole});
    nameUnknownDTypes(content, parser.unknownDTypes());
    return content;
}

Result<FileContent> readContent(const Source& source, const Work& work)
{
    FileContent content;
    const auto header = readHeader(source, work, safetensorsWantsMore, content);
    if (!header)
        return fail(header.error());
    if (!*header)
        return content;
    return interpret(
        (*header)->text(), !(*header)->complete, (*header)->onlyStart, std::move(content), source.size(), work)
        .or_else([&](const Error&) -> Result<FileContent> {
            return fail(ErrorCode::Stopped, "stopped while the header was parsed", source.path().string());
        });
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
        FileContent content;
        content.header = content.headerContent = {lengthFieldSize, start.size()};
        content.data = {start.size(), fileSize};
        return interpret(start.substr(lengthFieldSize), false, false, std::move(content), fileSize, {});
    });
}

} // namespace

constinit const Format safetensorsFormat{.id = "safetensors",
    .title = "Safetensors",
    .suffixes = suffixes,
    .mimeType = "application/x-safetensors",
    .writer = &safetensorsWriter,
    .probe = probe,
    .read = read,
    .readBack = readBack,
    .headerFields = safetensorsHeaderFields};

} // namespace loupe
