#pragma once

#include "formats/format_files.h"
#include "formats/gguf_bytes.h"
#include "formats/npz_bytes.h"
#include "formats/wire_bytes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Files put together from their formats' descriptions, of any number of pieces.
namespace loupe::test {

inline constexpr std::uint64_t twoTo62 = std::uint64_t{1} << 62;

inline std::string times(std::uint64_t count, std::string_view piece)
{
    std::string all;
    all.reserve(count * piece.size());
    for (std::uint64_t i = 0; i < count; ++i)
        all += piece;
    return all;
}

/// `piece(i)` of each i below `count`, one after the other.
template <typename Piece>
std::string each(std::uint64_t count, Piece&& piece)
{
    std::string all;
    for (std::uint64_t i = 0; i < count; ++i)
        all += piece(i);
    return all;
}

/// safetensors; `entries` begin with a comma.
inline std::string safetensors(const std::string& entries, std::string_view data = {})
{
    return framed(R"({"__metadata__":{"a":"b"})" + entries + '}', data);
}

inline std::string safetensorsEntry(
    std::string_view name, std::uint64_t begin, std::uint64_t end, std::string_view shape = "[1]")
{
    std::string entry = ",\"";
    entry.append(name).append(R"(":{"dtype":"U8","shape":)").append(shape).append(R"(,"data_offsets":[)");
    return entry.append(std::to_string(begin)).append(",").append(std::to_string(end)).append("]}");
}

/// `members` begin with a comma.
inline std::string safetensorsMetadata(const std::string& members)
{
    return framed(R"({"__metadata__":{"a":"b")" + members + "}}");
}

/// A number of bintensors: bincode's variable-length integers.
inline std::string bincode(std::uint64_t number)
{
    if (number < 251)
        return {static_cast<char>(number)};
    if (number < 65'536)
        return '\xfb' + bytesOf(static_cast<std::uint16_t>(number));
    if (number < std::uint64_t{1} << 32)
        return '\xfc' + bytesOf(static_cast<std::uint32_t>(number));
    return '\xfd' + bytesOf(number);
}

inline std::string bincodeText(std::string_view text)
{
    return bincode(text.size()) + std::string(text);
}

/// U8, of the shape [1].
inline std::string bintensorsEntry(std::string_view name, std::uint64_t begin, std::uint64_t end)
{
    return bincodeText(name) + "\1\1\1" + bincode(begin) + bincode(end);
}

/// The header's length is a multiple of 8, as the reference reader wants it. `header` begins with the metadata.
inline std::string bintensors(std::string header, std::string_view data = {})
{
    header.resize((header.size() + 7) / 8 * 8, ' ');
    return framed(header, data);
}

inline std::string ggufStart(std::uint64_t tensors, std::uint64_t keys)
{
    return "GGUF" + bytesOf(std::uint32_t{3}) + bytesOf(tensors) + bytesOf(keys);
}

/// A tensor of I8 values in GGUF's list.
inline std::string ggufEntry(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint64_t offset)
{
    std::string entry = GgufBytes::text(name) + bytesOf(static_cast<std::uint32_t>(dimensions.size()));
    for (const std::uint64_t dimension : dimensions)
        entry += bytesOf(dimension);
    return entry + bytesOf(std::uint32_t{24}) + bytesOf(offset);
}

/// The beginning of a GGUF key's value that is an array.
inline std::string ggufArray(std::uint32_t type, std::uint64_t count)
{
    return bytesOf(type) + bytesOf(count);
}

inline std::string npyHeader(std::string_view shape)
{
    return "{'descr': '|u1', 'fortran_order': False, 'shape': " + std::string(shape) + "}";
}

inline std::string pickleText(std::string_view text)
{
    return 'X' + bytesOf(static_cast<std::uint32_t>(text.size())) + std::string(text);
}

/// A PyTorch file with this pickle, without protocol and end opcodes, and one byte as storage "0".
inline std::string torch(const std::string& pickle)
{
    return NpzBytes()
        .stored("archive/data.pkl", "\x80\4" + pickle + '.')
        .stored("archive/byteorder", "little")
        .stored("archive/data/0", "x")
        .stored("archive/version", "3\n")
        .bytes();
}

/// A tensor of that storage; `shape` is a tuple.
inline std::string torchTensor(const std::string& shape)
{
    return "ctorch._utils\n_rebuild_tensor_v2\n((" + pickleText("storage") + "ctorch\nByteStorage\n" + pickleText("0")
        + pickleText("cpu") + "K\1tQK" + std::string(1, '\0') + shape + "K\1\x85\x89"
        + "ccollections\nOrderedDict\n)RtR";
}

/// A MessagePack text, array or map starts with its `code` and 32 bits; an extension also has its type.
inline std::string msgpack(char code, std::uint64_t number)
{
    std::string bytes(1, code);
    for (const int shift : {24, 16, 8, 0})
        bytes += static_cast<char>(number >> shift);
    return bytes;
}

inline std::string msgpackText(std::string_view text)
{
    return msgpack('\xdb', text.size()) + std::string(text);
}

/// An array of one byte as Flax writes it; `shape` is a MessagePack array.
inline std::string flaxArray(const std::string& shape)
{
    const std::string content = '\x93' + shape + "\xa5uint8" + "\xc4\1x";
    return msgpack('\xc9', content.size()) + '\1' + content;
}

inline std::string onnx(const std::string& graph, const std::string& more = {})
{
    return numberField(1, 8) + bytesField(7, graph) + bytesField(8, bytesField(1, "") + numberField(2, 17)) + more;
}

/// A tensor of bytes; `dimensions` are fields.
inline std::string onnxTensor(std::string_view name, const std::string& dimensions)
{
    return bytesField(5, dimensions + numberField(2, 2) + bytesField(8, name) + bytesField(9, "x"));
}

/// `content` in field `fields[0]` of a message, that in field `fields[1]` of another, and so on, all of it `times`
/// times.
inline std::string onnxNested(const std::string& content, std::uint64_t times, const std::vector<std::uint32_t>& fields)
{
    std::vector<std::string> heads; // from the innermost
    std::uint64_t size = content.size();
    for (std::uint64_t i = 0; i < times; ++i) {
        for (const std::uint32_t field : fields) {
            heads.push_back(varint(field * 8 + 2) + varint(size));
            size += heads.back().size();
        }
    }
    std::string all;
    for (auto head = heads.rbegin(); head != heads.rend(); ++head)
        all += *head;
    return all + content;
}

} // namespace loupe::test
