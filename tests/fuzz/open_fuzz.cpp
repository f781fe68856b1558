/// Takes the input as a file of each format. Detection, both readers and the header fields must not crash or contradict
/// each other, and simdjson must agree about what is valid JSON and UTF-8.

#include "core/elements.h"
#include "core/stated_digests.h"
#include "core/text/json_cursor.h"
#include "core/text/utf8.h"
#include "formats/opening/registry.h"
#include "formats/shared/header_frame.h"
#include "formats/shared/secret.h"
#include "fuzz/fuzzing.h"

#include <algorithm>
#include <array>

#include <simdjson.h>

namespace {

using namespace loupe;
using fuzz::require;

void compareJson(std::string_view text)
{
    static simdjson::dom::parser parser;
    const bool isUtf8 = simdjson::validate_utf8(text.data(), text.size());
    require((validUtf8Prefix(text) == text.size()) == isUtf8, "both find the same text to be UTF-8");
    if (!isUtf8 || !fuzz::isForSimdjson(text))
        return;
    JsonCursor cursor(text);
    const bool accepted = cursor.skipValue() && cursor.finish();
    simdjson::dom::element root;
    const simdjson::padded_string padded(text);
    require((parser.parse(padded).get(root) == simdjson::SUCCESS) == accepted, "both find the same text to be JSON");
}

/// Decodes the first and last elements, where arithmetic is most likely wrong.
void decodeEnds(const Tensor& tensor, const Storage& storage, const Source& source)
{
    const std::uint64_t bytes = bitsPerElement(tensor.dtype) / 8; // at least 1, since the tensor has a storage
    std::vector<std::byte> target(std::min<std::uint64_t>(tensor.elements(), 100) * bytes);
    const std::uint64_t count = target.size() / bytes;
    (void)storage.decode(tensor, source, 0, count, target);
    (void)storage.decode(tensor, source, tensor.elements() - count, count, target);
}

/// Decodes values that are not stored plainly, and their origins.
void decodeEnds(const Tensor& tensor, const Source& source)
{
    if (!tensor.storage || tensor.bytes.end > source.size() || tensor.elements() == 0)
        return;
    decodeEnds(tensor, *tensor.storage, source);
    if (const auto stored = tensor.storage->stored(); stored && stored->storage) {
        Tensor numbers = tensor;
        numbers.dtype = stored->dtype;
        numbers.storage = stored->storage;
        decodeEnds(numbers, *numbers.storage, source);
    }
}

/// Visits the first tensors only: each may be as long as the inflated file.
void visitStated(const FileContent& content, const Source& source)
{
    constexpr std::size_t most = 4;
    for (std::uint32_t i = 0; content.digests && i < std::min(content.tensors.size(), most); ++i) {
        const auto stated = content.digests->of(source, i);
        if (!stated)
            continue;
        for (const StatedDigest& digest : stated->digests)
            if (digest.bytes)
                (void)digest.bytes->visit(source, {}, [](std::span<const std::byte>) {});
    }
}

void readAs(const Format& format, const Source& source)
{
    const auto content = format.read(source, {});
    require(content.has_value(), "content gives findings, not failures");
    for (std::size_t i = 0; i < content->tensors.size(); ++i) {
        const Tensor& tensor = content->tensors[i];
        require(tensor.bytes.begin <= tensor.bytes.end, "ranges are ranges");
        const bool isFirst = i == 0 || content->tensors[i - 1].file != tensor.file;
        require(isFirst || content->tensors[i - 1].bytes.begin <= tensor.bytes.begin, "tensors are sorted");
        require(i == 0 || content->tensors[i - 1].file <= tensor.file, "tensors are sorted by their files");
        require(validUtf8Prefix(tensor.name) == tensor.name.size(), "names are UTF-8");
        require(tensor.file <= content->companions.size(), "tensors are of the file or of one that it names");
        require(tensor.file != 0 || !content->findings.referenceAccepts() || tensor.bytes.end <= source.size(),
            "accepted files are whole");
        if (tensor.file == 0)
            decodeEnds(tensor, source);
    }
    visitStated(*content, source);
    for (const FilePart& part : content->parts)
        require(part.kind != RegionKind::Tensor || part.tensor < content->tensors.size(), "pieces are of tensors");
    const auto fields = format.headerFields(source, {0, source.size()}, {});
    require(fields.has_value(), "fields are read");
    std::uint64_t position = 0;
    for (const HeaderField& field : *fields) {
        require(field.range.begin >= position && field.range.end > field.range.begin, "fields are in order");
        require(field.range.begin == position || !content->parts.empty(), "fields tile the header");
        position = field.range.end;
    }
    // If reading the header failed, its fields end at the fault.
    const bool isWhole = content->header.end > 0 && content->parts.empty();
    require(fields->empty() || !isWhole || position == content->header.end, "fields cover the header");
}

/// Reads with the key that some samples are encrypted with. Values and stated digests may or may not be available.
void readWithKey(const Format& format, const Source& source)
{
    constexpr std::uint64_t most = 64; // elements per tensor
    std::array<std::byte, Secret::keyBytes> bytes{};
    for (std::size_t i = 0; i < bytes.size(); ++i)
        bytes[i] = static_cast<std::byte>(i);
    const auto key = Secret::key(bytes);
    const auto content = format.readWith(source, {}, *key);
    require(content.has_value(), "content gives findings, not failures, with a key too");
    std::array<std::byte, most * 8> target{};
    for (std::size_t i = 0; i < content->tensors.size(); ++i) {
        const Tensor& tensor = content->tensors[i];
        const std::uint64_t size = bitsPerElement(tensor.dtype) / 8;
        const std::uint64_t there = tensor.dtype == DType::Opaque ? tensor.bytes.size() : tensor.elements();
        const bool fits = tensor.bytes.empty() || (there <= tensor.bytes.size() && tensor.bytes.size() == there * size);
        if (tensor.storage && fits && tensor.bytes.end <= source.size()) {
            const std::uint64_t count = std::min(there, most);
            (void)tensor.storage->decode(tensor, source, there - count, count, std::span(target).first(count * size));
        }
        if (content->digests)
            (void)content->digests->of(source, static_cast<std::uint32_t>(i));
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    const auto path = fuzz::memoryFile(data, size);
    if (!path)
        return 0;
    const auto source = Source::open(*path, Source::Access::Read);
    require(source.has_value(), "a file in memory opens");
    (void)detectFormat(**source);
    for (const Format* const format : allFormats()) {
        readAs(*format, **source);
        if (format->readWith)
            readWithKey(*format, **source);
    }
    if (size >= lengthFieldSize)
        compareJson({reinterpret_cast<const char*>(data) + lengthFieldSize, size - lengthFieldSize});
    return 0;
}
