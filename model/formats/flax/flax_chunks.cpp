#include "formats/flax/flax_parser.h"

#include "core/text/text.h"
#include "formats/storages/strided_storage.h"

#include <algorithm>
#include <charconv>

namespace loupe::flax {

/// An array whose pieces are being read.
struct FlaxParser::Chunks {
    struct Piece {
        std::uint64_t index;
        ByteRange data;
    };
    FlaxArray whole; ///< has the type of the first piece
    bool hasType = false;
    bool hasShape = false;
    std::uint64_t dimensions = 0; ///< number of dimensions read so far
    std::vector<Piece> pieces;
    std::uint64_t bytes = 0;
    std::optional<MsgpackFault> problem; ///< the first problem

    void complain(std::string message, std::uint64_t offset, std::string_view refusedAs = "ValueError")
    {
        if (!problem)
            problem = MsgpackFault{"array-invalid", std::move(message), refusedAs, offset};
    }
};

namespace {

/// Parses "0", "1" and so on, below `count`.
std::optional<std::uint64_t> indexIn(std::string_view key, std::uint64_t count)
{
    std::uint64_t index = 0;
    const auto [end, error] = std::from_chars(key.data(), key.data() + key.size(), index);
    const bool isNumber = error == std::errc() && end == key.data() + key.size();
    return isNumber && index < count && std::to_string(index) == key ? std::optional(index) : std::nullopt;
}

} // namespace

/// Reads the map of a chunked array, whose first key has just been read.
bool FlaxParser::readChunked(std::uint64_t entriesLeft)
{
    if (!allowsTensor())
        return false;
    const auto skipNext = [&] {
        const auto head = m_reader.next();
        if (head)
            return m_reader.skipValue(*head, m_work);
        return false;
    };
    const auto cut = [&] { return m_reader.fault() && refuse(*m_reader.fault()); };
    if (!skipNext())
        return cut();
    field("value", [] { return std::string(); });
    Chunks chunks;
    std::string key;
    for (; entriesLeft > 0; --entriesLeft) {
        if (!readKey(key))
            return false;
        if (key == "shape" ? !readChunkShape(chunks) : key == "chunks" ? !readChunkList(chunks) : !skipNext())
            return cut();
    }
    return placeChunks(chunks);
}

bool FlaxParser::readChunkShape(Chunks& chunks)
{
    constexpr std::uint64_t mostDimensions = 32;
    const auto head = m_reader.next();
    if (!head)
        return false;
    if (head->kind != MsgpackKind::Map || head->number > mostDimensions) {
        chunks.complain("has an invalid shape, expected at most 32 integers", head->begin);
        return m_reader.skipValue(*head, m_work);
    }
    chunks.whole.shape.assign(head->number, 0);
    chunks.hasShape = true;
    for (std::uint64_t i = 0; i < head->number; ++i) {
        std::string key;
        if (!readKey(key))
            return false;
        const auto dimension = m_reader.next();
        if (!dimension || !m_reader.skipValue(*dimension, m_work))
            return false;
        const auto index = indexIn(key, head->number);
        if (!index || dimension->kind != MsgpackKind::Unsigned) {
            chunks.complain("has a dimension that is not an integer of at least 0, or unknown", dimension->begin);
        } else {
            chunks.whole.shape[*index] = dimension->number;
            ++chunks.dimensions;
        }
    }
    field("shape", [&] { return formatShape(chunks.whole.shape); });
    return true;
}

bool FlaxParser::readChunkList(Chunks& chunks)
{
    const auto head = m_reader.next();
    if (!head)
        return false;
    if (head->kind != MsgpackKind::Map) {
        chunks.complain("has no map of pieces", head->begin);
        return m_reader.skipValue(*head, m_work);
    }
    field("pieces", [&] { return formatCount(head->number); });
    for (std::uint64_t i = 0; i < head->number; ++i) {
        std::string key;
        if (m_work.stopped() || !readKey(key) || !readChunk(chunks))
            return false;
        const auto index = indexIn(key, head->number);
        if (!index)
            chunks.complain("has a piece without a number", m_reader.position(), "KeyError");
        else if (!chunks.pieces.empty())
            chunks.pieces.back().index = *index;
    }
    return true;
}

bool FlaxParser::readChunk(Chunks& chunks)
{
    const auto head = m_reader.next();
    if (!head)
        return false;
    if (head->kind != MsgpackKind::Extension || head->extension != flaxArrayType) {
        chunks.complain("has a piece that is not an array", head->begin);
        return m_reader.skipValue(*head, m_work);
    }
    MsgpackFault problem;
    const auto piece = readFlaxArray(m_reader, *head, problem,
        [&](std::string_view label, const std::string& value) { field(label, [&] { return value; }); });
    if (m_reader.error())
        return false;
    m_reader.resume(head->payload().end);
    if (!piece) {
        chunks.complain("has a piece that " + problem.message, problem.offset);
        return true;
    }
    if (!std::exchange(chunks.hasType, true)) {
        chunks.whole.dtype = piece->dtype;
        chunks.whole.typeName = piece->typeName;
        chunks.whole.elementBytes = piece->elementBytes;
        chunks.whole.bigEndian = piece->bigEndian;
        chunks.whole.isObject = piece->isObject;
    } else if (chunks.whole.dtype != piece->dtype || chunks.whole.typeName != piece->typeName
        || chunks.whole.bigEndian != piece->bigEndian) {
        chunks.complain("has pieces of different types", head->begin);
    }
    chunks.pieces.push_back({0, piece->data});
    chunks.bytes += piece->data.size(); // fits, since they are stored in the file one after the other
    claim(piece->data);
    return true;
}

bool FlaxParser::placeChunks(Chunks& chunks)
{
    const std::uint64_t offset = chunks.pieces.empty() ? m_reader.position() : chunks.pieces.front().data.begin;
    if (!chunks.hasType)
        chunks.whole.typeName = "unknown";
    std::ranges::stable_sort(chunks.pieces, {}, &Chunks::Piece::index);
    for (std::size_t i = 0; i < chunks.pieces.size(); ++i) {
        if (chunks.pieces[i].index != i)
            chunks.complain("lacks a piece, or has one twice", offset, "KeyError");
    }
    if (chunks.pieces.empty() || !chunks.hasShape || chunks.dimensions != chunks.whole.shape.size())
        chunks.complain("is in pieces, but lacks a part of its description", offset, "KeyError");
    Tensor& tensor = addTensor(chunks.whole);
    tensor.bytes = {offset, offset};
    if (chunks.problem)
        refuseTensor(*chunks.problem);
    const bool isSound = !chunks.problem && check(chunks.whole, chunks.bytes, tensor);
    const auto number = static_cast<std::uint32_t>(m_content.tensors.size() - 1);
    std::vector<ByteRange> pieces;
    for (const Chunks::Piece& piece : chunks.pieces) {
        if (!piece.data.empty())
            pieces.push_back(piece.data);
    }
    const auto first = std::ranges::min_element(pieces, {}, &ByteRange::begin);
    for (auto piece = pieces.begin(); piece != pieces.end(); ++piece) {
        if (isSound && piece == first)
            tensor.bytes = *piece;
        else if (isSound)
            m_content.parts.push_back({*piece, RegionKind::Tensor, number});
        else
            m_content.parts.push_back({*piece, RegionKind::Content});
    }
    if (isSound && (pieces.size() > 1 || chunks.whole.bigEndian)) {
        std::vector<BytePiece> list;
        list.reserve(pieces.size());
        for (const ByteRange piece : pieces)
            list.push_back({piece, piece.size(), nullptr});
        auto bytes = std::make_shared<StoredBytes>();
        bytes->range = tensor.bytes;
        bytes->size = chunks.bytes;
        bytes->packed = std::make_shared<const PiecedBytes>(std::move(list));
        bytes->bigEndian = chunks.whole.bigEndian;
        m_content.storages.push_back(std::make_shared<const StridedStorage>(
            std::move(bytes), 0, std::vector<StridedAxis>{{tensor.elements(), 1}}));
        tensor.storage = m_content.storages.back().get();
    }
    return true;
}

} // namespace loupe::flax
