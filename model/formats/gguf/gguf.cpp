#include "formats/gguf/gguf.h"

#include "formats/gguf/gguf_layout.h"
#include "formats/gguf/gguf_parser.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace loupe::gguf {

namespace {

constexpr std::string_view suffixes[] = {".gguf"};
constexpr std::array<std::string_view, 1> harmlessErrors{"padding-missing"};

Match probe(const FileStart& start)
{
    constexpr std::string_view magic = "GGUF";
    return start.bytes.size() >= magic.size() && std::memcmp(start.bytes.data(), magic.data(), magic.size()) == 0
        ? Match::Certain
        : Match::No;
}

/// An integer in the metadata.
std::optional<std::uint64_t> numberAt(const Metadata& metadata, std::string_view key)
{
    const auto found =
        std::ranges::find(metadata, key, [](const auto& entry) { return std::string_view(entry.first); });
    if (found == metadata.end() || found->second.kind() != MetadataValue::Kind::Json)
        return std::nullopt;
    const std::string& text = found->second.shown();
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// For a file that was split: llama.cpp writes the total counts into each shard.
std::optional<ShardClaim> shardClaim(const Metadata& metadata)
{
    constexpr std::string_view numberKey = "split.no";
    const auto count = numberAt(metadata, "split.count");
    if (count.value_or(0) < 2)
        return std::nullopt;
    return ShardClaim{.numberKey = numberKey,
        .number = numberAt(metadata, numberKey),
        .count = count,
        .tensors = numberAt(metadata, "split.tensors.count")};
}

Result<FileContent> readContent(const Source& source, const Work& work)
{
    FileContent content;
    auto header = GgufParser(source, work, content).parse();
    if (!header)
        return fail(std::move(header.error()));
    if (header->version != 0)
        content.variant = header->version == 2 ? "2" : "3";
    addGgufTensors(std::move(*header), source.size(), content);
    if (content.metadata)
        content.shard = shardClaim(*content.metadata);
    if (auto unchanged = source.checkUnchanged(); !unchanged)
        return fail(std::move(unchanged.error()));
    work.expect(content.header.size());
    work.advance(content.header.size());
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
        FileContent unused;
        const auto header = GgufParser(source, work, unused, &list).parse();
        if (!header)
            return fail(header.error());
        if (!list.done() && list.position() < header->end)
            list.add(header->end, "unread", [] { return std::string(); });
        if (!list.done() && header->isWhole && header->tensorCount > 0) {
            const std::uint64_t dataBegin =
                header->end + (header->alignment - header->end % header->alignment) % header->alignment;
            if (const std::uint64_t end = std::min(dataBegin, source.size()); end > list.position())
                list.add(end, "padding", [] { return std::string(); });
        }
        return list.take();
    });
}

} // namespace

constinit const Format ggufFormat{.id = "gguf",
    .title = "GGUF",
    .suffixes = suffixes,
    .mimeType = "application/x-gguf",
    .probe = probe,
    .read = read,
    .headerFields = headerFields,
    .harmlessErrors = harmlessErrors};

} // namespace loupe::gguf
