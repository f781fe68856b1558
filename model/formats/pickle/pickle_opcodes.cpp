#include "formats/pickle/pickle_opcodes.h"

#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <bit>
#include <cstdio>
#include <cstring>

namespace loupe::pickle {

namespace {

using enum PickleArgument;

constexpr PickleOpcode opcodes[] = {{'(', None, "MARK"}, {'.', None, "STOP"}, {'0', None, "POP"},
    {'1', None, "POP_MARK"}, {'2', None, "DUP"}, {'F', Line, "FLOAT"}, {'I', Line, "INT"}, {'J', Int, "BININT"},
    {'K', Byte, "BININT1"}, {'L', Line, "LONG"}, {'M', Short, "BININT2"}, {'N', None, "NONE"}, {'P', Line, "PERSID"},
    {'Q', None, "BINPERSID"}, {'R', None, "REDUCE"}, {'S', Line, "STRING"}, {'T', Counted4Signed, "BINSTRING"},
    {'U', Counted1, "SHORT_BINSTRING"}, {'V', Line, "UNICODE"}, {'X', Counted4, "BINUNICODE"}, {'a', None, "APPEND"},
    {'b', None, "BUILD"}, {'c', TwoLines, "GLOBAL"}, {'d', None, "DICT"}, {'}', None, "EMPTY_DICT"},
    {'e', None, "APPENDS"}, {'g', Line, "GET"}, {'h', Byte, "BINGET"}, {'i', TwoLines, "INST"},
    {'j', Unsigned, "LONG_BINGET"}, {'l', None, "LIST"}, {']', None, "EMPTY_LIST"}, {'o', None, "OBJ"},
    {'p', Line, "PUT"}, {'q', Byte, "BINPUT"}, {'r', Unsigned, "LONG_BINPUT"}, {'s', None, "SETITEM"},
    {'t', None, "TUPLE"}, {')', None, "EMPTY_TUPLE"}, {'u', None, "SETITEMS"}, {'G', Float, "BINFLOAT"},
    {'\x80', Byte, "PROTO"}, {'\x81', None, "NEWOBJ"}, {'\x82', Byte, "EXT1"}, {'\x83', Short, "EXT2"},
    {'\x84', Int, "EXT4"}, {'\x85', None, "TUPLE1"}, {'\x86', None, "TUPLE2"}, {'\x87', None, "TUPLE3"},
    {'\x88', None, "NEWTRUE"}, {'\x89', None, "NEWFALSE"}, {'\x8a', Counted1, "LONG1"},
    {'\x8b', Counted4Signed, "LONG4"}, {'B', Counted4, "BINBYTES"}, {'C', Counted1, "SHORT_BINBYTES"},
    {'\x8c', Counted1, "SHORT_BINUNICODE"}, {'\x8d', Counted8, "BINUNICODE8"}, {'\x8e', Counted8, "BINBYTES8"},
    {'\x8f', None, "EMPTY_SET"}, {'\x90', None, "ADDITEMS"}, {'\x91', None, "FROZENSET"}, {'\x92', None, "NEWOBJ_EX"},
    {'\x93', None, "STACK_GLOBAL"}, {'\x94', None, "MEMOIZE"}, {'\x95', Long, "FRAME"},
    {'\x96', Counted8, "BYTEARRAY8"}, {'\x97', None, "NEXT_BUFFER"}, {'\x98', None, "READONLY_BUFFER"}};

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
        failAt(m_position, "0x" + hexByte(code) + " is not an opcode", false);
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

} // namespace loupe::pickle
