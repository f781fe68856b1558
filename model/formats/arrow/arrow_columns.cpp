#include "formats/arrow/arrow_columns.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/arrow/arrow_fixed_shape.h"
#include "formats/arrow/arrow_values.h"

#include <algorithm>
#include <bit>

namespace loupe::arrow {

namespace {

constexpr std::uint64_t structureSize = 16; // nodes and buffers are two 64-bit numbers each
constexpr unsigned mostColumnLevels = 64; // nesting in a schema

} // namespace

std::uint64_t arrowBytes(DType dtype, std::uint64_t elements)
{
    if (dtype == DType::BOOL)
        return elements / 8 + (elements % 8 != 0 ? 1 : 0);
    return checkedMultiply(elements, bitsPerElement(dtype) / 8).value_or(UINT64_MAX);
}

/// Walks over the nodes and buffers of a record batch.
struct ArrowColumns::Batch {
    FlatBuffer& buffer;
    const ArrowBody& body;
    FlatVector nodes;
    FlatVector buffers;
    FlatVector views; ///< for each view field, its number of buffers beyond two
    std::optional<ArrowCodec> codec = {};
    std::uint32_t nextNode = 0;
    std::uint32_t nextBuffer = 0;
    std::uint32_t nextViews = 0;
    unsigned level = 0;
    bool ended = false; ///< the rest of the batch cannot be read

    std::optional<Node> takeNode()
    {
        const std::uint64_t place = nodes.begin + std::uint64_t{nextNode} * structureSize;
        if (nextNode++ >= nodes.count)
            return std::nullopt;
        const auto length = buffer.number<std::int64_t>(place);
        const auto nulls = buffer.number<std::int64_t>(place + 8);
        if (!length || *length < 0 || !nulls)
            return std::nullopt;
        return Node{static_cast<std::uint64_t>(*length), static_cast<std::uint64_t>(std::max<std::int64_t>(*nulls, 0)),
            *nulls != 0};
    }

    /// The next buffer in the file; nothing if there is none, or if it is outside the body.
    std::optional<ByteRange> takeBuffer()
    {
        const std::uint64_t place = buffers.begin + std::uint64_t{nextBuffer} * structureSize;
        if (nextBuffer++ >= buffers.count)
            return std::nullopt;
        const auto offset = buffer.number<std::int64_t>(place);
        const auto length = buffer.number<std::int64_t>(place + 8);
        const std::uint64_t size = body.range.size();
        if (!offset || !length || *offset < 0 || *length < 0 || static_cast<std::uint64_t>(*offset) > size
            || static_cast<std::uint64_t>(*length) > size - static_cast<std::uint64_t>(*offset))
            return std::nullopt;
        const std::uint64_t begin = body.range.begin + static_cast<std::uint64_t>(*offset);
        return ByteRange{begin, begin + static_cast<std::uint64_t>(*length)};
    }
};

void ArrowColumns::report(
    Severity severity, std::string_view code, std::string message, std::uint64_t offset, const Tensor* tensor)
{
    m_content.findings.add({.severity = severity,
        .code = code,
        .message = std::move(message),
        .refusedAs = severity == Severity::Error ? arrowRefusal : std::string_view(),
        .offset = std::min(offset, m_source.size()),
        .tensor = tensor ? std::string(tensor->name) : std::string(),
        .aboutTensor = tensor != nullptr});
}

void ArrowColumns::claim(ByteRange range, RegionKind kind)
{
    const ByteRange there = intersect(range, {0, m_source.size()});
    if (!there.empty())
        m_content.parts.push_back({there, kind});
}

void ArrowColumns::setSchema(ArrowSchema schema, std::uint64_t offset)
{
    m_schema = std::move(schema);
    m_hasSchema = true;
    m_schemaOffset = offset;
    if (!m_schema.isWhole) {
        report(Severity::Error, "schema-too-large",
            "the schema is nested more than 64 levels deep, has more than a million fields, or refers to the same over "
            "and over: the rest of it is not read",
            offset);
    }
    for (const std::uint32_t field : m_schema.columns)
        prepare(m_columns.emplace_back(), field);
    m_soundColumns = m_columns.size();
}

/// Turns fixed-size lists into further dimensions.
void ArrowColumns::prepare(Column& column, std::uint32_t number)
{
    const ArrowField& named = m_schema.fields[number];
    for (column.field = number; m_schema.fields[column.field].layout == ArrowLayout::FixedList;) {
        const ArrowField& list = m_schema.fields[column.field];
        if (list.children.size() != 1)
            break;
        column.rowShape.push_back(list.listSize);
        column.field = list.children[0];
    }
    const ArrowField& values = m_schema.fields[column.field];
    column.isShown = values.layout == ArrowLayout::Values && values.dtype != DType::Opaque;
    if (!column.isShown) {
        report(Severity::Note, "column-not-shown",
            "column " + quote(named.name) + " has type " + named.type + ": only columns of numbers are tensors",
            m_schemaOffset);
        return;
    }
    if (named.type == "date" || named.type == "time" || named.type == "timestamp" || named.type == "duration") {
        report(Severity::Note, "column-of-times",
            "column " + quote(named.name) + " has type " + named.type + ": its integers are shown", m_schemaOffset);
    }
    column.rowStrides.assign(column.rowShape.size(), 1);
    for (std::size_t i = column.rowShape.size(); i-- > 1;)
        column.rowStrides[i - 1] = column.rowStrides[i] * column.rowShape[i]; // wraps only if the size does not fit
    if (named.extension == "arrow.fixed_shape_tensor" && !prepareFixedShape(named, column)) {
        report(Severity::Warning, "fixed-shape-invalid",
            "column " + quote(named.name) + " should be of tensors, but their shape " + quote(named.extensionMetadata)
                + " is invalid: shown as lists",
            m_schemaOffset);
    }
}

bool ArrowColumns::prepareFixedShape(const ArrowField& field, Column& column) const
{
    const auto shape = readArrowFixedShape(field.extensionMetadata);
    if (!shape || column.rowShape.size() != 1 || elementCount(shape->shape) != column.rowShape[0])
        return false;
    column.rowShape = shape->shape;
    column.rowStrides = shape->strides;
    return true;
}

Result<> ArrowColumns::addBatch(FlatBuffer& buffer, const FlatTable& table, const ArrowBody& body)
{
    const std::size_t firstPart = m_content.parts.size();
    m_taken.clear();
    Batch batch{buffer, body, table.vector(1, structureSize), table.vector(2, structureSize),
        table.vector(4, sizeof(std::int64_t))};
    if (const auto compression = table.table(3)) {
        batch.codec = ArrowCodec{compression->number<std::int8_t>(0, 0)};
        if (arrowCodecName(*batch.codec).empty()) {
            report(Severity::Error, "codec-unknown",
                "the record batch is compressed by codec " + std::to_string(static_cast<int>(*batch.codec))
                    + ", which is unknown",
                body.message);
            batch.ended = true;
        } else if (!hasArrowCodec(*batch.codec) && !std::exchange(m_codecMissing, true)) {
            report(Severity::Warning, "codec-missing",
                "record batches are compressed by " + std::string(arrowCodecName(*batch.codec))
                    + ", which this build cannot decompress: columns are listed, their values cannot be read",
                body.message);
        }
    }
    const auto length = table.number<std::int64_t>(0, 0);
    const std::uint64_t rows = length < 0 ? 0 : static_cast<std::uint64_t>(length);
    // Gives up a column that is missing from a batch, so that many empty batches do not cost time for each column.
    std::size_t number = 0;
    for (; number < m_soundColumns && !batch.ended; ++number) {
        Column& column = m_columns[number];
        column.levels.clear();
        if (auto done = readField(batch, m_schema.columns[number], &column, rows); !done)
            return done;
        const auto sum = checkedAdd(column.rows, rows);
        column.isBroken = column.isBroken || batch.ended || !sum;
        column.rows = sum.value_or(column.rows);
    }
    for (std::size_t i = number; i < m_soundColumns; ++i)
        m_columns[i].isBroken = true;
    m_soundColumns = batch.ended && number > 0 ? number - 1 : number;
    if (batch.ended || buffer.broken()) {
        report(Severity::Error, "batch-invalid",
            "the record batch does not describe all columns of the schema, or their buffers do not lie in it",
            body.message);
    }
    fillBody(body.range, firstPart);
    return {};
}

Result<> ArrowColumns::readField(Batch& batch, std::uint32_t number, Column* column, std::uint64_t rows)
{
    const ArrowField& field = m_schema.fields[number];
    const auto node = batch.takeNode();
    if (!node || ++batch.level > mostColumnLevels + 1 || (column && node->length != rows)) {
        batch.ended = true;
        return {};
    }
    if (column)
        column->nulls = saturatingAdd(column->nulls, node->nulls);
    const auto skip = [&](unsigned buffers) {
        for (; buffers > 0; --buffers)
            skipBuffer(batch);
    };
    const bool unionsHaveValidity = batch.body.version < 4;
    Result<> done;
    switch (field.layout) {
    case ArrowLayout::None:
    case ArrowLayout::RunEnds:
        break;
    case ArrowLayout::Values:
        done = readValues(batch, field, column, *node);
        break;
    case ArrowLayout::Offsets:
    case ArrowLayout::ListView:
        skip(3);
        break;
    case ArrowLayout::Views: {
        skip(2);
        const auto more = batch.nextViews < batch.views.count
            ? batch.buffer.number<std::int64_t>(batch.views.begin + std::uint64_t{batch.nextViews} * 8)
            : std::nullopt;
        ++batch.nextViews;
        batch.ended = batch.ended || !more || *more < 0 || *more > batch.buffers.count;
        skip(batch.ended ? 0 : static_cast<unsigned>(*more));
        break;
    }
    case ArrowLayout::List:
        skip(2);
        break;
    case ArrowLayout::FixedList:
        done = readValidity(batch, field, column, *node);
        break;
    case ArrowLayout::Struct:
        skip(1);
        break;
    case ArrowLayout::SparseUnion:
        skip(unionsHaveValidity ? 2 : 1);
        break;
    case ArrowLayout::DenseUnion:
        skip(unionsHaveValidity ? 3 : 2);
        break;
    case ArrowLayout::Unknown:
        batch.ended = true;
        break;
    }
    const bool goesOn = column && field.layout == ArrowLayout::FixedList;
    const auto inner = goesOn ? checkedMultiply(node->length, field.listSize) : std::nullopt;
    batch.ended = batch.ended || (goesOn && !inner);
    for (std::size_t i = 0; i < field.children.size() && !batch.ended && done; ++i)
        done = readField(batch, field.children[i], goesOn ? column : nullptr, inner.value_or(0));
    --batch.level;
    return done;
}

void ArrowColumns::skipBuffer(Batch& batch)
{
    const auto range = batch.takeBuffer();
    batch.ended = batch.ended || !range;
    if (range)
        claim(*range, RegionKind::Content);
}

Result<> ArrowColumns::readValues(Batch& batch, const ArrowField& field, Column* column, const Node& node)
{
    if (auto done = readValidity(batch, field, column, node); !done || batch.ended)
        return done;
    const auto range = batch.takeBuffer();
    batch.ended = batch.ended || !range;
    if (batch.ended)
        return {};
    if (!column || !column->isShown || column->isBroken) {
        claim(*range, RegionKind::Content);
        return {};
    }
    return takeValues(batch, field, *column, *range, node.length);
}

Result<> ArrowColumns::readValidity(Batch& batch, const ArrowField& field, Column* column, const Node& node)
{
    const auto range = batch.takeBuffer();
    batch.ended = batch.ended || !range;
    if (batch.ended)
        return {};
    claim(*range, RegionKind::Content);
    if (!column || !column->isShown || column->isBroken || !node.hasNulls || node.length == 0)
        return {};
    const auto bits = takePiece(batch, *range);
    if (!bits)
        return fail(bits.error());
    const std::uint64_t needed = arrowBytes(DType::BOOL, node.length);
    if (bits->size < needed) {
        report(Severity::Warning, "null-bitmap",
            "column " + quote(field.name) + " should have nulls, but what says which has " + counted(bits->size, "byte")
                + ", expected " + formatCount(needed) + ": all its values are shown",
            range->begin);
        return {};
    }
    column->levels.push_back({*bits, node.length});
    return batch.codec || node.nulls == 0 ? Result<>() : countNulls(*range, field, node);
}

/// Counts nulls in bitmaps, up to 16 MiB in total. Does not verify the null counts of further batches.
Result<> ArrowColumns::countNulls(ByteRange validity, const ArrowField& field, const Node& node)
{
    const std::uint64_t bytes = arrowBytes(DType::BOOL, node.length);
    if (bytes > validity.size() || validity.end > m_source.size() || bytes > m_bitmapBytesLeft)
        return {};
    m_bitmapBytesLeft -= bytes;
    Buffer scratch;
    std::uint64_t valid = 0;
    auto done =
        m_source.visit({validity.begin, validity.begin + bytes}, scratch, [&](std::span<const std::byte> bitmap) {
            for (std::uint64_t i = 0; i < node.length; i += 8) {
                const unsigned used = node.length - i < 8 ? (1U << (node.length - i)) - 1 : 0xffU;
                valid += static_cast<std::uint64_t>(std::popcount(std::to_integer<unsigned>(bitmap[i / 8]) & used));
            }
        });
    if (done && node.length - valid != node.nulls) {
        report(Severity::Warning, "null-count",
            "column " + quote(field.name) + " has " + counted(node.length - valid, "null")
                + " in a record batch that claims " + formatCount(node.nulls),
            validity.begin);
    }
    return done;
}

Result<BytePiece> ArrowColumns::takePiece(const Batch& batch, ByteRange range)
{
    BytePiece piece{range, range.size(), nullptr};
    if (!batch.codec || range.empty())
        return piece;
    // The uncompressed size comes first; -1 means not compressed.
    std::int64_t size = -1;
    const bool isThere =
        piece.size >= sizeof size && range.begin <= m_source.size() && m_source.size() - range.begin >= sizeof size;
    if (isThere) {
        if (auto read = m_source.read(range.begin, std::as_writable_bytes(std::span(&size, 1))); !read)
            return fail(std::move(read.error()));
    }
    piece.range.begin += std::min<std::uint64_t>(sizeof size, range.size());
    piece.size = size < 0 ? piece.range.size() : static_cast<std::uint64_t>(size);
    if (size >= 0)
        piece.packed = std::make_shared<const ArrowCompressed>(*batch.codec, piece.range, piece.size, m_unpacked);
    return piece;
}

Result<> ArrowColumns::takeValues(
    Batch& batch, const ArrowField& field, Column& column, ByteRange range, std::uint64_t elements)
{
    const std::uint64_t needed = arrowBytes(field.dtype, elements);
    auto piece = takePiece(batch, range);
    if (!piece)
        return fail(std::move(piece.error()));
    claim({range.begin, piece->range.begin}, RegionKind::Content);
    if (needed > piece->size) {
        report(Severity::Error, "buffer-short",
            "the values of column " + quote(field.name) + " have " + counted(piece->size, "byte") + ", expected "
                + formatCount(needed),
            range.begin);
        column.isBroken = true;
        claim(piece->range, RegionKind::Content);
        return {};
    }
    piece->size = needed;
    if (!piece->packed)
        piece->range.end = piece->range.begin + needed;
    if (elements > 0) {
        Piece& added = column.pieces.emplace_back(Piece{*piece, elements});
        for (const Level& level : column.levels)
            added.bitmaps.push_back({level.bits, elements / level.length});
        m_taken.push_back(piece->range);
    }
    return {};
}

void ArrowColumns::fillBody(ByteRange body, std::size_t firstPart)
{
    for (std::size_t i = firstPart; i < m_content.parts.size(); ++i)
        m_taken.push_back(m_content.parts[i].range);
    std::ranges::sort(m_taken, {}, &ByteRange::begin);
    std::uint64_t position = body.begin;
    for (const ByteRange range : m_taken) {
        claim({position, std::max(position, range.begin)}, RegionKind::Padding);
        position = std::max(position, range.end);
    }
    claim({position, std::max(position, body.end)}, RegionKind::Padding);
}

} // namespace loupe::arrow
