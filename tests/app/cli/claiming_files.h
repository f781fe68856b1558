#pragma once

#include "formats/format_files.h"
#include "formats/gguf_bytes.h"
#include "formats/npz_bytes.h"
#include "formats/wire_bytes.h"

#include <cstdint>
#include <string>
#include <string_view>
#include <vector>

/// Builds files of any number of parts, from the specifications of their formats.
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

/// Concatenates `piece(i)` for each i below `count`.
template <typename Piece>
std::string each(std::uint64_t count, Piece&& piece)
{
    std::string all;
    for (std::uint64_t i = 0; i < count; ++i)
        all += piece(i);
    return all;
}

/// A safetensors file; `entries` starts with a comma.
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

/// A safetensors file with metadata only; `members` starts with a comma.
inline std::string safetensorsMetadata(const std::string& members)
{
    return framed(R"({"__metadata__":{"a":"b")" + members + "}}");
}

/// A number as in bintensors: a variable-length integer of bincode.
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

/// The entry of a U8 tensor of shape [1].
inline std::string bintensorsEntry(std::string_view name, std::uint64_t begin, std::uint64_t end)
{
    return bincodeText(name) + "\1\1\1" + bincode(begin) + bincode(end);
}

/// A bintensors file. The header is padded to a multiple of 8 bytes, as the reference reader requires. `header` starts
/// with the metadata.
inline std::string bintensors(std::string header, std::string_view data = {})
{
    header.resize((header.size() + 7) / 8 * 8, ' ');
    return framed(header, data);
}

inline std::string ggufStart(std::uint64_t tensors, std::uint64_t keys)
{
    return "GGUF" + bytesOf(std::uint32_t{3}) + bytesOf(tensors) + bytesOf(keys);
}

/// An I8 tensor's entry in the list of a GGUF file.
inline std::string ggufEntry(std::string_view name, const std::vector<std::uint64_t>& dimensions, std::uint64_t offset)
{
    std::string entry = GgufBytes::text(name) + bytesOf(static_cast<std::uint32_t>(dimensions.size()));
    for (const std::uint64_t dimension : dimensions)
        entry += bytesOf(dimension);
    return entry + bytesOf(std::uint32_t{24}) + bytesOf(offset);
}

/// The start of an array as the value of a GGUF key.
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

/// A PyTorch file with one byte as storage "0". `pickle` lacks the opcodes for the protocol and the end.
inline std::string torch(const std::string& pickle)
{
    return NpzBytes()
        .stored("archive/data.pkl", "\x80\4" + pickle + '.')
        .stored("archive/byteorder", "little")
        .stored("archive/data/0", "x")
        .stored("archive/version", "3\n")
        .bytes();
}

/// A tensor in storage "0"; `shape` is a pickled tuple.
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

/// A tensor of bytes; `dimensions` is encoded as fields.
inline std::string onnxTensor(std::string_view name, const std::string& dimensions)
{
    return bytesField(5, dimensions + numberField(2, 2) + bytesField(8, name) + bytesField(9, "x"));
}

/// Wraps `content` into a message as field `fields[0]`, that into another as field `fields[1]`, and so on. Repeats all
/// of this `times` times.
inline std::string onnxNested(const std::string& content, std::uint64_t times, const std::vector<std::uint32_t>& fields)
{
    std::vector<std::string> heads; // innermost first
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
