#include "formats/arrow/arrow_columns.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/arrow/arrow_values.h"
#include "formats/shared/duplicate_names.h"
#include "formats/shared/tensor_order.h"

#include <algorithm>

namespace loupe::arrow {

Tensor& ArrowColumns::addNamed(std::string_view name, std::span<const std::uint64_t> shape, DType dtype)
{
    Tensor& tensor = m_content.tensors.emplace_back();
    tensor.name = m_content.arena.copy(name);
    tensor.shape = m_content.arena.copy(shape);
    tensor.dtype = dtype;
    return tensor;
}

void ArrowColumns::placeColumn(const Column& column, const ArrowField& named)
{
    std::vector<std::uint64_t> shape{column.rows};
    std::vector<std::uint64_t> strides{elementCount(column.rowShape).value_or(0)};
    shape.insert(shape.end(), column.rowShape.begin(), column.rowShape.end());
    strides.insert(strides.end(), column.rowStrides.begin(), column.rowStrides.end());
    const ArrowField& values = m_schema.fields[column.field];
    Tensor& tensor = addNamed(named.name, shape, values.dtype);
    tensor.bytes = {m_schemaOffset, m_schemaOffset};
    const auto elements = elementCount(shape);
    if (column.isBroken || !elements || arrowBytes(values.dtype, *elements) == UINT64_MAX) {
        report(Severity::Error, "column-broken",
            "column " + quote(named.name) + " has no values that can be read: a record batch does not give them",
            m_schemaOffset, &tensor);
        for (const Piece& piece : column.pieces)
            claim(piece.bytes.range, RegionKind::Content);
        return;
    }
    const bool hasNulls = std::ranges::any_of(column.pieces, [](const Piece& piece) { return !piece.bitmaps.empty(); });
    if (hasNulls) {
        report(Severity::Note, "nulls",
            "column " + quote(named.name) + " has "
                + (column.nulls > 0 ? counted(column.nulls, "null") : std::string("an unknown number of nulls"))
                + ": all figures exclude them; --stored shows the bytes in their places",
            column.pieces.front().bytes.range.begin, &tensor);
    }
    if (column.pieces.empty())
        return;
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size() - 1);
    for (const Piece& piece : column.pieces) {
        if (&piece == &column.pieces.front())
            tensor.bytes = piece.bytes.range;
        else if (!piece.bytes.range.empty())
            m_content.parts.push_back({piece.bytes.range, RegionKind::Tensor, number});
    }
    if (values.dtype == DType::BOOL)
        storeBits(tensor, column.pieces);
    else
        storeValues(tensor, column.pieces, mergeAxes(shape, strides));
    if (hasNulls)
        storeNulls(tensor, column.pieces, mergeAxes(shape, strides));
}

/// Wraps the values of a tensor with its nulls. The values must be set already.
void ArrowColumns::storeNulls(Tensor& tensor, const std::vector<Piece>& pieces, std::vector<StridedAxis> axes)
{
    std::vector<ArrowValidity> validity;
    auto bytes = std::make_shared<StoredBytes>();
    for (const Piece& piece : pieces) {
        validity.push_back({piece.elements, piece.bitmaps});
        bytes->size += piece.elements;
    }
    bytes->range = tensor.bytes;
    bytes->packed = std::make_shared<const ArrowPresence>(std::move(validity));
    bytes->kept = m_kept;
    m_content.storages.push_back(std::make_shared<const NullableStorage>(
        StoredNumbers{tensor.storage, tensor.dtype}, ArrowNulls(std::move(bytes), std::move(axes))));
    tensor.storage = m_content.storages.back().get();
}

void ArrowColumns::storeBits(Tensor& tensor, const std::vector<Piece>& pieces)
{
    std::vector<ArrowBits::Piece> bits;
    bits.reserve(pieces.size());
    for (const Piece& piece : pieces)
        bits.push_back({piece.bytes, piece.elements});
    m_content.storages.push_back(std::make_shared<const ArrowBits>(std::move(bits)));
    tensor.storage = m_content.storages.back().get();
}

void ArrowColumns::storeValues(Tensor& tensor, const std::vector<Piece>& pieces, std::vector<StridedAxis> axes)
{
    const bool swapped = m_schema.bigEndian && bitsPerElement(tensor.dtype) > 8;
    const bool inOrder = axes.empty() || (axes.size() == 1 && axes.front().stride == 1);
    const bool isPlain = pieces.size() == 1 && !pieces.front().bytes.packed;
    if (isPlain && inOrder && !swapped)
        return;
    auto bytes = std::make_shared<StoredBytes>();
    bytes->range = tensor.bytes;
    std::vector<BytePiece> list;
    for (const Piece& piece : pieces) {
        list.push_back(piece.bytes);
        bytes->size += piece.bytes.size; // fits, since the column's size fits
    }
    if (!isPlain)
        bytes->packed = std::make_shared<const PiecedBytes>(std::move(list));
    bytes->bigEndian = swapped;
    bytes->kept = m_kept;
    m_content.storages.push_back(std::make_shared<const StridedStorage>(std::move(bytes), 0, std::move(axes)));
    tensor.storage = m_content.storages.back().get();
}

void ArrowColumns::finish()
{
    for (std::size_t i = 0; i < m_columns.size(); ++i) {
        if (m_columns[i].isShown)
            placeColumn(m_columns[i], m_schema.fields[m_schema.columns[i]]);
    }
    sortTensors(m_content);
    sortParts(m_content);
    for (const DuplicateName& duplicate : duplicateNames(m_content.tensors)) {
        const Tensor& tensor = m_content.tensors[duplicate.later];
        report(Severity::Warning, "duplicate-name", "column " + quote(tensor.name) + " is a duplicate",
            tensor.bytes.begin, &tensor);
    }
}

/// Tensors have no names, so their numbers are used.
void ArrowColumns::addTensor(FlatBuffer& buffer, const FlatTable& table, const ArrowBody& body)
{
    constexpr std::uint64_t offsetSize = 4;
    constexpr std::uint64_t bufferSize = 16;
    constexpr std::uint32_t mostDimensions = 64;
    constexpr std::uint32_t mostTensors = 4'000'000;
    if (m_tensors == mostTensors) {
        report(Severity::Error, "tensor-too-many",
            "a tensor comes after " + formatCount(mostTensors) + " others, expected no more: not listed", body.message);
        claim(body.range, RegionKind::Content);
        return;
    }
    ArrowField type;
    readArrowType(table.number<std::uint8_t>(0, 0), table.table(1), type);
    const FlatVector dimensions = table.vector(2, offsetSize);
    const FlatVector steps = table.vector(3, sizeof(std::int64_t));
    const auto data = table.structure(4, bufferSize);
    const std::uint64_t size = type.dtype == DType::Opaque ? 1 : std::max(bitsPerElement(type.dtype) / 8, 1U);
    std::vector<std::uint64_t> shape;
    std::vector<std::uint64_t> strides;
    bool isSound = dimensions.count <= mostDimensions && data && (steps.count == 0 || steps.count == dimensions.count);
    for (std::uint32_t i = 0; i < dimensions.count && isSound; ++i) {
        const auto dimension = FlatTable::element(buffer, dimensions, i);
        const auto length = dimension ? dimension->number<std::int64_t>(0, 0) : -1;
        const auto step = steps.count > 0 ? buffer.number<std::int64_t>(steps.begin + i * sizeof(std::int64_t)) : 0;
        isSound = length >= 0 && step && *step >= 0 && static_cast<std::uint64_t>(*step) % size == 0;
        shape.push_back(static_cast<std::uint64_t>(std::max<std::int64_t>(length, 0)));
        strides.push_back(static_cast<std::uint64_t>(step.value_or(0)) / size);
    }
    if (steps.count == 0) {
        for (std::size_t i = shape.size(); i-- > 0;)
            strides[i] = i + 1 == shape.size() ? 1 : strides[i + 1] * shape[i + 1]; // wraps only if the size does
    }
    const auto offset = isSound ? buffer.number<std::int64_t>(*data) : std::nullopt;
    const auto extent = isSound && elementCount(shape) ? stridedExtent(shape, strides) : std::nullopt;
    const auto bytes = extent ? checkedMultiply(*extent, size) : std::nullopt;
    const bool lies = offset && *offset >= 0 && bytes && static_cast<std::uint64_t>(*offset) <= body.range.size()
        && *bytes <= body.range.size() - static_cast<std::uint64_t>(*offset);
    Tensor& tensor = addNamed(std::to_string(m_tensors++), shape, type.dtype);
    tensor.bytes = {body.range.begin, body.range.begin};
    if (!isSound || !lies || type.dtype == DType::Opaque || type.dtype == DType::BOOL) {
        tensor.dtype = DType::Opaque;
        m_content.unknownDTypes.emplace(static_cast<std::uint32_t>(m_content.tensors.size() - 1), type.type);
        report(Severity::Error, "tensor-invalid",
            "tensor " + quote(tensor.name) + " of type " + type.type
                + " has an invalid shape or strides, or extends beyond its message",
            body.message, &tensor);
        claim(body.range, RegionKind::Content);
        return;
    }
    const std::uint64_t begin = body.range.begin + static_cast<std::uint64_t>(*offset);
    tensor.bytes = {begin, begin + *bytes};
    claim({body.range.begin, begin}, RegionKind::Padding);
    claim({tensor.bytes.end, body.range.end}, RegionKind::Padding);
    storeValues(tensor, {{{tensor.bytes, *bytes, nullptr}, tensor.elements()}}, mergeAxes(shape, strides));
}

} // namespace loupe::arrow
