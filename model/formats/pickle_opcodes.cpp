#include "formats/pickle_opcodes.h"

#include "core/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>

namespace loupe {

namespace {

using enum PickleArgument;

constexpr PickleOpcode opcodes[] = {{'(', "MARK", None}, {'.', "STOP", None}, {'0', "POP", None},
    {'1', "POP_MARK", None}, {'2', "DUP", None}, {'F', "FLOAT", Line}, {'I', "INT", Line}, {'J', "BININT", Int},
    {'K', "BININT1", Byte}, {'L', "LONG", Line}, {'M', "BININT2", Short}, {'N', "NONE", None}, {'P', "PERSID", Line},
    {'Q', "BINPERSID", None}, {'R', "REDUCE", None}, {'S', "STRING", Line}, {'T', "BINSTRING", Counted4Signed},
    {'U', "SHORT_BINSTRING", Counted1}, {'V', "UNICODE", Line}, {'X', "BINUNICODE", Counted4}, {'a', "APPEND", None},
    {'b', "BUILD", None}, {'c', "GLOBAL", TwoLines}, {'d', "DICT", None}, {'}', "EMPTY_DICT", None},
    {'e', "APPENDS", None}, {'g', "GET", Line}, {'h', "BINGET", Byte}, {'i', "INST", TwoLines},
    {'j', "LONG_BINGET", Unsigned}, {'l', "LIST", None}, {']', "EMPTY_LIST", None}, {'o', "OBJ", None},
    {'p', "PUT", Line}, {'q', "BINPUT", Byte}, {'r', "LONG_BINPUT", Unsigned}, {'s', "SETITEM", None},
    {'t', "TUPLE", None}, {')', "EMPTY_TUPLE", None}, {'u', "SETITEMS", None}, {'G', "BINFLOAT", Float},
    {'\x80', "PROTO", Byte}, {'\x81', "NEWOBJ", None}, {'\x82', "EXT1", Byte}, {'\x83', "EXT2", Short},
    {'\x84', "EXT4", Int}, {'\x85', "TUPLE1", None}, {'\x86', "TUPLE2", None}, {'\x87', "TUPLE3", None},
    {'\x88', "NEWTRUE", None}, {'\x89', "NEWFALSE", None}, {'\x8a', "LONG1", Counted1},
    {'\x8b', "LONG4", Counted4Signed}, {'B', "BINBYTES", Counted4}, {'C', "SHORT_BINBYTES", Counted1},
    {'\x8c', "SHORT_BINUNICODE", Counted1}, {'\x8d', "BINUNICODE8", Counted8}, {'\x8e', "BINBYTES8", Counted8},
    {'\x8f', "EMPTY_SET", None}, {'\x90', "ADDITEMS", None}, {'\x91', "FROZENSET", None}, {'\x92', "NEWOBJ_EX", None},
    {'\x93', "STACK_GLOBAL", None}, {'\x94', "MEMOIZE", None}, {'\x95', "FRAME", Long},
    {'\x96', "BYTEARRAY8", Counted8}, {'\x97', "NEXT_BUFFER", None}, {'\x98', "READONLY_BUFFER", None}};

constexpr std::array<std::uint8_t, 256> opcodePlaces = [] {
    std::array<std::uint8_t, 256> places{};
    for (std::size_t i = 0; i < std::size(opcodes); ++i)
        places[static_cast<unsigned char>(opcodes[i].code)] = static_cast<std::uint8_t>(i + 1);
    return places;
}();

std::string hexByte(char byte)
{
    std::array<char, 3> text{};
    std::snprintf(text.data(), text.size(), "%02X", static_cast<unsigned char>(byte));
    return text.data();
}

} // namespace

const PickleOpcode* findPickleOpcode(char code)
{
    const std::uint8_t place = opcodePlaces[static_cast<unsigned char>(code)];
    return place == 0 ? nullptr : &opcodes[place - 1];
}

bool PickleCursor::failAt(std::uint64_t offset, std::string message, bool ended)
{
    m_fault = {offset, std::move(message), ended};
    return false;
}

std::optional<PickleInstruction> PickleCursor::next()
{
    PickleInstruction instruction;
    instruction.begin = m_position;
    if (m_position == m_stream.size()) {
        failAt(m_position, "the pickle ends without STOP", true);
        return std::nullopt;
    }
    const char code = m_stream[m_position];
    instruction.opcode = findPickleOpcode(code);
    if (!instruction.opcode) {
        failAt(m_position, "the byte " + hexByte(code) + " is no opcode of a pickle", false);
        return std::nullopt;
    }
    ++m_position;
    if (!readArgument(instruction)) {
        m_position = instruction.begin;
        m_fault.offset = instruction.begin;
        m_fault.message = std::string(instruction.opcode->name) + ' ' + m_fault.message;
        return std::nullopt;
    }
    instruction.end = m_position;
    return instruction;
}

bool PickleCursor::readArgument(PickleInstruction& instruction)
{
    switch (instruction.opcode->argument) {
    case None:
        return true;
    case Line:
        return readLine(instruction.text);
    case TwoLines:
        return readLine(instruction.text) && readLine(instruction.secondLine);
    case Byte:
        return readNumber(1, instruction.number);
    case Short:
        return readNumber(2, instruction.number);
    case Unsigned:
    case Int:
        if (!readNumber(4, instruction.number))
            return false;
        instruction.signedNumber = static_cast<std::int32_t>(instruction.number);
        return true;
    case Long:
        return readNumber(8, instruction.number);
    case Float:
        if (!readNumber(8, instruction.number))
            return false;
        instruction.number = __builtin_bswap64(instruction.number);
        return true;
    case Counted1:
        return readCounted(1, false, instruction);
    case Counted4:
        return readCounted(4, false, instruction);
    case Counted4Signed:
        return readCounted(4, true, instruction);
    case Counted8:
        return readCounted(8, false, instruction);
    }
    return false;
}

bool PickleCursor::readLine(std::string_view& line)
{
    const std::string_view rest = m_stream.substr(m_position);
    const std::size_t size = rest.find('\n');
    if (size == std::string_view::npos)
        return failAt(m_position, "has a line that does not end", true);
    line = rest.substr(0, size);
    m_position += size + 1;
    return true;
}

bool PickleCursor::readNumber(unsigned size, std::uint64_t& number)
{
    if (m_stream.size() - m_position < size)
        return failAt(m_position, "has an argument that is cut off", true);
    number = 0;
    std::memcpy(&number, m_stream.data() + m_position, size);
    m_position += size;
    return true;
}

bool PickleCursor::readCounted(unsigned countSize, bool isSigned, PickleInstruction& instruction)
{
    std::uint64_t size = 0;
    if (!readNumber(countSize, size))
        return false;
    if (isSigned && size > INT32_MAX)
        return failAt(m_position, "claims a negative number of bytes", false);
    const std::uint64_t left = m_stream.size() - m_position;
    if (size > left) {
        return failAt(
            m_position, "claims " + counted(size, "byte") + ", the pickle has " + formatCount(left) + " left", true);
    }
    instruction.text = m_stream.substr(m_position, size);
    m_position += size;
    return true;
}

std::string describePickleArgument(const PickleInstruction& instruction)
{
    constexpr std::size_t longest = 120;
    const auto cut = [](std::string_view text) {
        return printable(text.substr(0, longest)) + (text.size() > longest ? "…" : "");
    };
    switch (instruction.opcode->argument) {
    case None:
        return {};
    case TwoLines:
        return cut(instruction.text) + ' ' + cut(instruction.secondLine);
    case Line:
        return cut(instruction.text);
    case Int:
        return std::to_string(instruction.signedNumber);
    case Byte:
    case Short:
    case Unsigned:
    case Long:
        return std::to_string(instruction.number);
    case Float: {
        std::array<char, 32> text{};
        std::snprintf(text.data(), text.size(), "%.17g", std::bit_cast<double>(instruction.number));
        return text.data();
    }
    default:
        break;
    }
    const bool isText = instruction.opcode->name.find("UNICODE") != std::string_view::npos
        || instruction.opcode->name.find("STRING") != std::string_view::npos;
    if (isText)
        return cut(instruction.text);
    std::string hex;
    for (std::size_t i = 0; i < std::min<std::size_t>(instruction.text.size(), 16); ++i)
        hex += (i == 0 ? "" : " ") + hexByte(instruction.text[i]);
    return hex + (instruction.text.size() > 16 ? " …" : "");
}

} // namespace loupe
