#include "formats/shared/new_file.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "formats/shared/header_frame.h"

#include <algorithm>
#include <numeric>

namespace loupe {

namespace {

bool isUtf8(std::string_view text)
{
    return validUtf8Prefix(text) == text.size();
}

/// The size of the tensor, which must be whole bytes. The reference readers count bits, so those must fit in 64 bits,
/// too.
Result<std::uint64_t> sizeOf(const NewTensor& tensor)
{
    const auto elements = elementCount(tensor.shape);
    const auto bits = elements ? checkedMultiply(*elements, bitsPerElement(tensor.dtype)) : std::nullopt;
    if (!bits) {
        return fail(ErrorCode::Unsupported,
            "tensor " + quote(tensor.name)
                + " has a shape whose size does not fit in 64 bits: " + formatShape(tensor.shape));
    }
    if (*bits % 8 != 0) {
        return fail(ErrorCode::Unsupported,
            "tensor " + quote(tensor.name) + " has " + counted(*elements, "element") + " of "
                + std::string(dtypeName(tensor.dtype)) + ", expected as many as fill whole bytes");
    }
    return *bits / 8;
}

Result<> checkNames(std::span<const NewTensor> tensors)
{
    NameMap<std::string_view, std::uint32_t> seen;
    seen.reserve(tensors.size());
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        const std::string_view name = tensors[i].name;
        if (!isUtf8(name))
            return fail(ErrorCode::InvalidArgument, "the name of tensor " + quote(name) + " is not UTF-8");
        if (!seen.emplace(name, i).second) {
            return fail(ErrorCode::InvalidArgument,
                "more than one tensor would be named " + quote(name) + ", expected each name once");
        }
    }
    return {};
}

} // namespace

Result<FileLayout> placeTensors(std::span<const NewTensor> tensors, const FormatWriter& writer, std::string_view title)
{
    if (auto named = checkNames(tensors); !named)
        return fail(std::move(named.error()));
    FileLayout layout;
    layout.order.resize(tensors.size());
    std::iota(layout.order.begin(), layout.order.end(), 0U);
    std::sort(layout.order.begin(), layout.order.end(), [&](std::uint32_t a, std::uint32_t b) {
        return tensors[a].dtype != tensors[b].dtype ? tensors[a].dtype > tensors[b].dtype
                                                    : tensors[a].name < tensors[b].name;
    });
    layout.ranges.resize(tensors.size());
    for (const std::uint32_t i : layout.order) {
        const NewTensor& tensor = tensors[i];
        if (!writer.holds(tensor.dtype)) {
            return fail(ErrorCode::Unsupported,
                "tensor " + quote(tensor.name) + " is " + std::string(dtypeName(tensor.dtype)) + ", which no "
                    + std::string(title) + " file can hold");
        }
        const auto size = sizeOf(tensor);
        if (!size)
            return fail(size.error());
        const auto end = checkedAdd(layout.size, *size);
        // The system's file offsets are signed.
        if (!end || *end > INT64_MAX - largestReferenceHeader)
            return fail(ErrorCode::TooLarge, "the tensors do not fit in one file up to " + quote(tensor.name));
        layout.ranges[i] = {layout.size, *end};
        layout.size = *end;
    }
    return layout;
}

Result<MetadataTexts> sortedMetadata(const Metadata& metadata)
{
    MetadataTexts sorted;
    sorted.reserve(metadata.size());
    for (const auto& [key, value] : metadata) {
        auto text = value.text();
        if (!text)
            return fail(std::move(text.error()));
        sorted.emplace_back(key, std::move(*text));
    }
    std::stable_sort(sorted.begin(), sorted.end(), [](const auto& a, const auto& b) { return a.first < b.first; });
    std::size_t kept = 0;
    for (std::size_t i = 0; i < sorted.size(); ++i) {
        if (!isUtf8(sorted[i].first) || !isUtf8(sorted[i].second))
            return fail(ErrorCode::InvalidArgument, "the metadata of key " + quote(sorted[i].first) + " is not UTF-8");
        if (kept > 0 && sorted[kept - 1].first == sorted[i].first)
            --kept;
        if (kept != i)
            sorted[kept] = std::move(sorted[i]);
        ++kept;
    }
    sorted.resize(kept);
    return sorted;
}

Result<FileLayout> withHeader(FileLayout layout, std::string header)
{
    header.resize((header.size() + 7) / 8 * 8, ' ');
    if (header.size() > largestReferenceHeader) {
        return fail(ErrorCode::TooLarge,
            "the header would have " + counted(header.size(), "byte") + ", expected at most "
                + formatCount(largestReferenceHeader) + ": write several shards");
    }
    const std::uint64_t length = header.size();
    layout.start.reserve(lengthFieldSize + header.size());
    layout.start.assign(reinterpret_cast<const char*>(&length), lengthFieldSize);
    layout.start += header;
    for (ByteRange& range : layout.ranges)
        range = {range.begin + layout.start.size(), range.end + layout.start.size()};
    layout.size += layout.start.size();
    return layout;
}

} // namespace loupe
