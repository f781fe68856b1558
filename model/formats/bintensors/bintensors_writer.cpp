#include "formats/bintensors/bintensors_writer.h"

#include "formats/bintensors/bincode_reader.h"
#include "formats/bintensors/bintensors_decoder.h"
#include "formats/shared/out_of_memory.h"

namespace loupe::bintensors {

namespace {

/// Appends an integer in its shortest form, like bincode: one byte for values up to 250, otherwise a marker and two,
/// four or eight bytes.
void appendInteger(std::string& header, std::uint64_t number)
{
    constexpr std::uint64_t largestInPlace = 250;
    if (number <= largestInPlace) {
        header += static_cast<char>(number);
        return;
    }
    const unsigned power = number <= UINT16_MAX ? 0 : number <= UINT32_MAX ? 1 : 2;
    header += static_cast<char>(largestInPlace + 1 + power);
    header.append(reinterpret_cast<const char*>(&number), std::size_t{2} << power);
}

void appendString(std::string& header, std::string_view text)
{
    appendInteger(header, text.size());
    header += text;
}

void appendMetadata(std::string& header, const MetadataTexts& metadata)
{
    appendInteger(header, metadata.size());
    for (const auto& [key, value] : metadata) {
        appendString(header, key);
        appendString(header, value);
    }
}

void appendTensor(std::string& header, const NewTensor& tensor, std::uint32_t dtype, ByteRange offsets)
{
    appendString(header, tensor.name);
    appendInteger(header, dtype);
    appendInteger(header, tensor.shape.size());
    for (const std::uint64_t dimension : tensor.shape)
        appendInteger(header, dimension);
    appendInteger(header, offsets.begin);
    appendInteger(header, offsets.end);
}

std::optional<std::uint32_t> numberOf(DType dtype)
{
    for (std::uint32_t number = 0; const auto known = bintensorsDType(number); ++number) {
        if (*known == dtype)
            return number;
    }
    return std::nullopt;
}

bool holds(DType dtype)
{
    return numberOf(dtype).has_value();
}

/// Whether the reference reader may reject the header because its decoded form takes too much memory. This is a quick
/// upper bound; the exact count is needed only if it exceeds the limit.
bool mayExceedAccount(
    std::span<const NewTensor> tensors, const std::optional<Metadata>& metadata, std::size_t headerBytes)
{
    constexpr std::uint64_t unitsOfTensor = 72 + 8 + 4 + 8 + 16;
    constexpr std::uint64_t unitsOfEntry = 48 + 8 + 8;
    std::uint64_t units = tensors.size() * unitsOfTensor + headerBytes;
    units += metadata ? metadata->size() * unitsOfEntry : 0;
    for (const NewTensor& tensor : tensors)
        units += 8 * tensor.shape.size();
    return units > BincodeReader::largestAccount;
}

Result<std::string> headerOf(
    std::span<const NewTensor> tensors, const FileLayout& placed, const std::optional<Metadata>& metadata)
{
    std::string header(1, metadata ? '\1' : '\0');
    if (metadata) {
        const auto sorted = sortedMetadata(*metadata);
        if (!sorted)
            return fail(sorted.error());
        appendMetadata(header, *sorted);
    }
    appendInteger(header, tensors.size());
    for (const std::uint32_t i : placed.order)
        appendTensor(header, tensors[i], *numberOf(tensors[i].dtype), placed.ranges[i]);
    return header;
}

Result<FileLayout> layOut(std::span<const NewTensor> tensors, const std::optional<Metadata>& metadata)
{
    auto layout = placeTensors(tensors, bintensorsWriter, "bintensors");
    if (!layout)
        return layout;
    auto header = headerOf(tensors, *layout, metadata);
    if (!header)
        return fail(std::move(header.error()));
    const std::uint64_t dataSize = layout->size;
    auto whole = withHeader(std::move(*layout), std::move(*header));
    if (!whole || !mayExceedAccount(tensors, metadata, whole->start.size()))
        return whole;
    const std::string_view written = std::string_view(whole->start).substr(lengthFieldSize);
    const ByteRange range{lengthFieldSize, whole->start.size()};
    const auto attempt =
        decodeBintensors(written, BintensorsLayout::Current, range, range.end + dataSize, false, Work{});
    if (!attempt.accepted()) {
        return fail(ErrorCode::TooLarge,
            "the header would take more memory than the bintensors library allows when it reads: write several shards");
    }
    return whole;
}

} // namespace

constinit const FormatWriter bintensorsWriter{.holds = holds,
    .layOut =
        [](std::span<const NewTensor> tensors, const std::optional<Metadata>& metadata) {
            return orOutOfMemory([&] { return layOut(tensors, metadata); });
        },
    .header =
        [](std::span<const NewTensor> tensors, const FileLayout& placed, const std::optional<Metadata>& metadata) {
            return orOutOfMemory([&] { return headerOf(tensors, placed, metadata); });
        }};

} // namespace loupe::bintensors
