#include "formats/safetensors/safetensors.h"

#include "core/text/quote.h"
#include "core/text/utf8.h"
#include "formats/safetensors/safetensors_fields.h"
#include "formats/safetensors/safetensors_parser.h"
#include "formats/safetensors/safetensors_writer.h"
#include "formats/safetensors/sharding_info.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/geometry.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/out_of_memory.h"

#include <array>
#include <utility>

namespace loupe::safetensors {

namespace {

constexpr std::string_view suffixes[] = {".safetensors"};
constexpr std::array<std::string_view, 2> harmlessErrors{"metadata-duplicate", "metadata-invalid"};

/// The header is a JSON object: a brace, then a quotation mark or the closing brace.
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

/// Keeps the later of two entries with one name, as the reference does.
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
            .message = "tensor " + quote(tensors[duplicate.later].name) + " is a duplicate; the last one counts",
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

/// The leading part of the header that is valid UTF-8. Adds a finding if it ends early, unless another finding says so.
std::string_view validText(const Header& header, FileContent& content)
{
    constexpr std::size_t longestCharacter = 4;
    const std::size_t valid = validUtf8Prefix(header.text);
    // If only the start was read, it may end within a character.
    const bool cutHere = header.onlyStart && header.text.size() - valid < longestCharacter;
    if (valid != header.text.size() && header.complete && !cutHere) {
        content.findings.add({.code = "header-utf8",
            .message = "the header is not valid UTF-8",
            .refusedAs = "InvalidHeader",
            .offset = content.header.begin + valid});
    }
    return header.text.substr(0, valid);
}

/// Returns false if stopped.
bool parseHeader(const Header& header, std::uint64_t fileSize, const Work& work, FileContent& content)
{
    if (!header.complete && !header.text.starts_with('{'))
        return true; // of another format: the finding that the header goes beyond the file says so
    const std::string_view text = validText(header, content);
    SafetensorsParser parser(text, content, work);
    const bool whole = parser.parse(!header.complete || text.size() != header.text.size());
    if (parser.stopped())
        return false;
    dropRepeated(content);
    validateGeometry(content, fileSize, {.overflowOfBits = true, .wholeHeader = whole});
    nameUnknownDTypes(content, parser.unknownDTypes());
    readShardingInfo(content);
    return true;
}

Result<FileContent> readContent(const Source& source, const Work& work)
{
    FileContent content;
    bool finished = true;
    const auto seen = visitHeader(source, work, safetensorsWantsMore, content,
        [&](const Header& header) { finished = parseHeader(header, source.size(), work, content); });
    if (!seen)
        return fail(seen.error());
    if (!finished)
        return fail(ErrorCode::Stopped, "stopped while the header was parsed", source.path().string());
    return content;
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
        parseHeader({.text = start.substr(lengthFieldSize), .claimedLength = start.size() - lengthFieldSize}, fileSize,
            {}, content);
        return content;
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
    .headerFields = safetensorsHeaderFields,
    .harmlessErrors = harmlessErrors,
    .safeOpenPackage = "safetensors"};

} // namespace loupe::safetensors
