#include "formats/paddle/paddle_layout.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/tensor_order.h"
#include "formats/shared/utf8_text.h"

#include <algorithm>
#include <functional>

namespace loupe::paddle {

namespace {

std::optional<std::uint64_t> sizeOf(std::span<const std::uint64_t> shape, const numpy::NpyType& type)
{
    const auto elements = elementCount(shape);
    return elements && type.size ? checkedMultiply(*elements, *type.size) : std::nullopt;
}

std::vector<std::uint64_t> stridesOf(const PaddleArray& array)
{
    std::vector<std::uint64_t> strides(array.shape.size());
    std::uint64_t stride = 1; // fits, since the array's size fits, unless the array is empty
    for (std::size_t i = 0; i < strides.size(); ++i) {
        const std::size_t axis = array.columnMajor ? i : strides.size() - 1 - i;
        strides[axis] = stride;
        stride *= array.shape[axis];
    }
    return strides;
}

} // namespace

Tensor& PaddleLayout::add(
    const std::string& name, std::span<const std::uint64_t> shape, const numpy::NpyType& type, std::uint64_t offset)
{
    if (type.dtype == DType::Opaque) {
        m_content.unknownDTypes.emplace(
            static_cast<std::uint32_t>(m_content.tensors.size()), type.name.empty() ? "unknown" : utf8Of(type.name));
    }
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(name);
    tensor.shape = m_shapes.keep(shape, m_content.arena);
    tensor.dtype = type.dtype;
    tensor.bytes = {offset, offset};
    return tensor;
}

void PaddleLayout::report(const Tensor& tensor, Severity severity, std::string_view code, std::string what)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = "tensor " + quote(tensor.name) + ' ' + std::move(what),
        .refusedAs = severity == Severity::Error ? "ValueError" : std::string_view(),
        .offset = tensor.bytes.begin,
        .tensor = std::string(tensor.name),
        .aboutTensor = true});
}

void PaddleLayout::placeBroken(const std::string& name, const std::string& problem, std::uint64_t offset)
{
    report(add(name, {}, {}, offset), Severity::Error, "tensor-invalid", problem);
}

std::optional<BytePiece> PaddleLayout::find(const PaddleArray& array)
{
    const std::string_view data = array.data;
    const std::less_equal<> lies;
    if (!lies(m_stream.data(), data.data()) || !lies(data.data() + data.size(), m_stream.data() + m_stream.size()))
        return std::nullopt;
    BytePiece piece;
    piece.range.begin = static_cast<std::uint64_t>(data.data() - m_stream.data());
    piece.range.end = piece.range.begin + data.size();
    piece.size = data.size();
    if (array.asText) {
        piece.size = sizeOf(array.shape, array.type).value_or(0);
        auto& text = m_texts[{piece.range.begin, piece.size}]; // shared, so that characters are counted only once
        if (!text)
            text = std::make_shared<const Latin1Bytes>(piece.range, piece.size);
        piece.packed = text;
    }
    return piece;
}

/// Checks only whether the length of a text is possible: its characters are counted when its values are read.
bool PaddleLayout::fits(const PaddleStored& stored, const Tensor& tensor)
{
    const auto size = sizeOf(stored.array.shape, stored.array.type);
    if (!size) {
        report(tensor, Severity::Error, "shape-overflow", "has a shape whose size does not fit in 64 bits");
        return false;
    }
    const std::uint64_t there = stored.piece.range.size();
    const bool mayFit = stored.array.asText ? *size <= there && there / 2 <= *size : *size == there;
    if (!mayFit) {
        report(tensor, Severity::Error, "size-mismatch",
            "has " + counted(there, "byte") + (stored.array.asText ? " of text" : "") + ", expected "
                + formatCount(*size) + " of its type and shape");
    }
    return mayFit;
}

void PaddleLayout::place(const std::string& name, const PaddleArray& array, std::uint64_t offset)
{
    Tensor& tensor = add(name, array.shape, array.type, offset);
    if (array.type.isObject) {
        report(tensor, Severity::Warning, "dtype-object", "holds Python objects, not numbers");
        return;
    }
    const auto piece = find(array);
    if (!piece) {
        report(tensor, Severity::Warning, "bytes-escaped",
            "has its bytes written with escapes, as protocols 0 and 1 do: its values are not read");
        return;
    }
    tensor.bytes = piece->range;
    if (!fits({array, *piece}, tensor))
        return;
    if (tensor.dtype == DType::Opaque) {
        report(tensor, Severity::Warning, "dtype-unsupported",
            "is " + quote(array.type.name) + ", an unsupported type: shown as bytes");
        return;
    }
    countUnsigned(tensor);
    auto axes = mergeAxes(array.shape, stridesOf(array));
    const bool isPlain = axes.empty() || (axes.size() == 1 && axes.front().stride == 1);
    if (piece->packed || array.type.bigEndian || !isPlain)
        store(tensor, *piece, array.type.bigEndian, std::move(axes));
}

void PaddleLayout::store(Tensor& tensor, const BytePiece& piece, bool bigEndian, std::vector<StridedAxis> axes)
{
    auto bytes = std::make_shared<StoredBytes>();
    bytes->range = piece.range;
    bytes->size = piece.size;
    bytes->packed = piece.packed;
    bytes->bigEndian = bigEndian;
    bytes->kept = m_kept;
    m_content.storages.push_back(std::make_shared<const StridedStorage>(std::move(bytes), 0, std::move(axes)));
    tensor.storage = m_content.storages.back().get();
}

void PaddleLayout::placeSliced(const PaddleSliced& sliced)
{
    const auto first = std::ranges::find_if(sliced.slices, [](const PaddleStored* slice) { return slice != nullptr; });
    const numpy::NpyType type = first == sliced.slices.end() ? numpy::NpyType() : (*first)->array.type;
    Tensor& tensor = add(sliced.name, sliced.shape, type, sliced.offset);
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size() - 1);
    std::uint64_t size = 0;
    bool isWhole = type.dtype != DType::Opaque;
    std::vector<BytePiece> pieces;
    for (const PaddleStored* const slice : sliced.slices) {
        const auto bytes = slice ? sizeOf(slice->array.shape, slice->array.type) : std::nullopt;
        const auto sum = bytes ? checkedAdd(size, *bytes) : std::nullopt;
        isWhole = isWhole && sum && slice->array.type.dtype == type.dtype
            && slice->array.type.bigEndian == type.bigEndian && *bytes == slice->piece.size;
        if (!isWhole)
            break;
        size = *sum;
        if (!slice->piece.range.empty())
            pieces.push_back(slice->piece);
    }
    if (!isWhole || sizeOf(sliced.shape, type) != size) {
        report(tensor, Severity::Error, "slices-mismatch",
            "was saved in " + counted(sliced.slices.size(), "slice") + ", some missing or of the wrong size");
        return;
    }
    if (pieces.empty())
        return;
    const auto begin = [](const BytePiece& piece) { return piece.range.begin; };
    const auto lowest = std::ranges::min_element(pieces, {}, begin);
    tensor.bytes = lowest->range;
    for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
        if (piece != lowest)
            m_content.parts.push_back({piece->range, RegionKind::Tensor, number});
    }
    countUnsigned(tensor);
    const BytePiece all{tensor.bytes, size, std::make_shared<const PiecedBytes>(std::move(pieces))};
    store(tensor, all, type.bigEndian, {{tensor.elements(), 1}});
}

void PaddleLayout::countUnsigned(const Tensor& tensor)
{
    if (tensor.dtype == DType::U16 && m_unsigned++ == 0)
        m_firstUnsigned = tensor.bytes.begin;
}

void PaddleLayout::finish()
{
    if (m_unsigned > 0) {
        m_content.findings.add({.severity = Severity::Note,
            .code = "maybe-bfloat16",
            .message = counted(m_unsigned, "uint16 tensor")
                + " may be bfloat16: Paddle stores both as uint16, and the file does not say which",
            .offset = m_firstUnsigned});
    }
    sortTensors(m_content);
    for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
        report(m_content.tensors[duplicate.later], Severity::Warning, "duplicate-name",
            "has the name of another one, once keys are joined by dots");
    }
}

} // namespace loupe::paddle
