#include "formats/safetensors/safetensors_writer.h"

#include "formats/shared/out_of_memory.h"

#include <array>
#include <charconv>

namespace loupe::safetensors {

namespace {

constexpr std::string_view metadataMember = "__metadata__";

void appendNumber(std::string& text, std::uint64_t number)
{
    std::array<char, 20> digits;
    const auto end = std::to_chars(digits.data(), digits.data() + digits.size(), number).ptr;
    text.append(digits.data(), end);
}

/// Escapes only what JSON requires, as serde_json does.
void appendString(std::string& text, std::string_view content)
{
    constexpr std::string_view digits = "0123456789abcdef";
    constexpr std::string_view named = "\"\\\b\t\n\f\r";
    constexpr std::string_view letters = "\"\\btnfr";
    text += '"';
    const char* plain = content.begin();
    for (const char* c = plain; c != content.end(); ++c) {
        const auto code = static_cast<unsigned char>(*c);
        if (code >= 0x20 && *c != '"' && *c != '\\')
            continue;
        text.append(plain, c);
        plain = c + 1;
        if (const std::size_t which = named.find(*c); which != std::string_view::npos) {
            text += '\\';
            text += letters[which];
        } else {
            text += "\\u00";
            text += digits[code >> 4];
            text += digits[code & 15];
        }
    }
    text.append(plain, content.end());
    text += '"';
}

void appendMetadata(std::string& text, const MetadataTexts& metadata)
{
    appendString(text, metadataMember);
    text += ":{";
    for (std::size_t i = 0; i < metadata.size(); ++i) {
        text += i == 0 ? "" : ",";
        appendString(text, metadata[i].first);
        text += ':';
        appendString(text, metadata[i].second);
    }
    text += '}';
}

void appendTensor(std::string& text, const NewTensor& tensor, ByteRange offsets)
{
    appendString(text, tensor.name);
    text.append(":{\"dtype\":\"").append(dtypeName(tensor.dtype)).append("\",\"shape\":[");
    for (std::size_t i = 0; i < tensor.shape.size(); ++i) {
        text += i == 0 ? "" : ",";
        appendNumber(text, tensor.shape[i]);
    }
    text += "],\"data_offsets\":[";
    appendNumber(text, offsets.begin);
    text += ',';
    appendNumber(text, offsets.end);
    text += "]}";
}

bool holds(DType dtype)
{
    return dtype != DType::Opaque;
}

Result<std::string> headerOf(
    std::span<const NewTensor> tensors, const FileLayout& placed, const std::optional<Metadata>& metadata)
{
    std::string header = "{";
    if (metadata) {
        const auto sorted = sortedMetadata(*metadata);
        if (!sorted)
            return fail(sorted.error());
        appendMetadata(header, *sorted);
    }
    for (const std::uint32_t i : placed.order) {
        if (header.size() > 1)
            header += ',';
        appendTensor(header, tensors[i], placed.ranges[i]);
    }
    header += '}';
    return header;
}

Result<FileLayout> layOut(std::span<const NewTensor> tensors, const std::optional<Metadata>& metadata)
{
    for (const NewTensor& tensor : tensors) {
        if (tensor.name == metadataMember) {
            return fail(ErrorCode::Unsupported,
                "a tensor of a safetensors file cannot be named \"__metadata__\", which holds the "
                "metadata");
        }
    }
    auto layout = placeTensors(tensors, safetensorsWriter, "safetensors");
    if (!layout)
        return layout;
    auto header = headerOf(tensors, *layout, metadata);
    if (!header)
        return fail(std::move(header.error()));
    return withHeader(std::move(*layout), std::move(*header));
}

} // namespace

constinit const FormatWriter safetensorsWriter{.holds = holds,
    .layOut =
        [](std::span<const NewTensor> tensors, const std::optional<Metadata>& metadata) {
            return orOutOfMemory([&] { return layOut(tensors, metadata); });
        },
    .header =
        [](std::span<const NewTensor> tensors, const FileLayout& placed, const std::optional<Metadata>& metadata) {
            return orOutOfMemory([&] { return headerOf(tensors, placed, metadata); });
        }};

} // namespace loupe::safetensors
