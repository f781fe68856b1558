#include "formats/arrow/arrow.h"

#include "formats/arrow/arrow_messages.h"
#include "formats/shared/out_of_memory.h"

namespace loupe::arrow {

namespace {

constexpr std::string_view suffixes[] = {".arrow", ".feather", ".arrows", ".ipc"};
constexpr std::string_view oldFeather = "FEA1";

std::string_view textOf(std::span<const std::byte> bytes)
{
    return {reinterpret_cast<const char*>(bytes.data()), bytes.size()};
}

/// A stream begins with a schema or tensor message.
Match probeStream(std::string_view start)
{
    constexpr std::string_view continuation = "\xff\xff\xff\xff";
    const bool isMarked = start.starts_with(continuation);
    start.remove_prefix(isMarked ? continuation.size() : 0);
    std::int32_t length = 0;
    if (start.size() < sizeof length)
        return Match::No;
    std::memcpy(&length, start.data(), sizeof length);
    start.remove_prefix(sizeof length);
    if (length < 16 || length % 4 != 0)
        return Match::No;
    FlatBuffer buffer(std::as_bytes(std::span(start)));
    const auto message = FlatTable::root(buffer);
    const auto version = message ? message->number<std::int16_t>(0, 0) : std::int16_t{-1};
    const auto type = message ? message->number<std::uint8_t>(1, 0) : std::uint8_t{0};
    constexpr std::uint8_t schema = 1;
    constexpr std::uint8_t tensor = 4;
    if (!message || version < 0 || version > 4 || (type != schema && type != tensor) || !message->table(2))
        return Match::No;
    return isMarked ? Match::Certain : Match::Likely;
}

Match probe(const FileStart& start)
{
    const std::string_view text = textOf(start.bytes);
    if (text.starts_with(ArrowMessages::magic) || text.starts_with(oldFeather))
        return Match::Certain;
    return probeStream(text);
}

/// Feather version 1 is another format.
Result<bool> isOldFeather(const Source& source)
{
    std::array<std::byte, oldFeather.size()> start{};
    if (source.size() < start.size())
        return false;
    if (auto read = source.read(0, start); !read)
        return fail(std::move(read.error()));
    return textOf(start) == oldFeather;
}

Result<FileContent> readContent(const Source& source, const Work& work)
{
    FileContent content;
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped before the file was read", source.path().string());
    const auto isOld = isOldFeather(source);
    if (!isOld)
        return fail(isOld.error());
    if (*isOld) {
        content.variant = "Feather 1";
        content.header = content.headerContent = {0, oldFeather.size()};
        content.data = {oldFeather.size(), oldFeather.size()};
        content.findings.add({.code = "feather-1",
            .message = "is Feather version 1, which is not read here; pyarrow's write_feather makes it version 2",
            .refusedAs = arrowRefusal,
            .offset = 0});
        work.expect(oldFeather.size());
        work.advance(oldFeather.size());
        return content;
    }
    if (auto done = ArrowMessages(source, work, content).parse(); !done)
        return fail(std::move(done.error()));
    if (auto unchanged = source.checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    return content;
}

Result<FileContent> read(const Source& source, const Work& work)
{
    return orOutOfMemory(source, [&] { return readContent(source, work); });
}

Result<std::vector<HeaderField>> headerFields(const Source& source, ByteRange window, const Work& work)
{
    return orOutOfMemory(source, [&]() -> Result<std::vector<HeaderField>> {
        HeaderFieldList list(window, work);
        const auto isOld = isOldFeather(source);
        if (!isOld)
            return fail(isOld.error());
        if (*isOld) {
            list.add(oldFeather.size(), "magic", [] { return std::string(oldFeather); });
            return list.take();
        }
        FileContent content;
        if (auto done = ArrowMessages(source, work, content, &list).parse(); !done)
            return fail(std::move(done.error()));
        if (!list.done() && content.parts.empty() && list.position() < content.header.end)
            list.add(content.header.end, "unread", [] { return std::string(); });
        return list.take();
    });
}

} // namespace

constinit const Format arrowFormat{.id = "arrow",
    .title = "Apache Arrow",
    .suffixes = suffixes,
    .mimeType = "application/vnd.apache.arrow.file",
    .probe = probe,
    .read = read,
    .headerFields = headerFields};

} // namespace loupe::arrow
