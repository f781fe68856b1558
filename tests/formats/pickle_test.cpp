// The pickle reader: an object that Python itself wrote in each protocol, the effect of each opcode, and limits on the
// cost of hostile streams.

#include "formats/pickle/pickle_reader.h"
#include "formats/pickle/pickle_text.h"

#include <gtest/gtest.h>

#include <algorithm>
#include <cstdlib>
#include <new>

#include <malloc.h>

namespace {

std::size_t heapNow = 0;
std::size_t heapMost = 0;

} // namespace

// Counts allocations, to verify bounds on memory.
void* operator new(std::size_t size)
{
    void* const memory = std::malloc(size);
    if (!memory)
        throw std::bad_alloc();
    heapNow += malloc_usable_size(memory);
    heapMost = std::max(heapMost, heapNow);
    return memory;
}

void operator delete(void* memory) noexcept
{
    heapNow -= memory ? malloc_usable_size(memory) : 0;
    std::free(memory);
}

void operator delete(void* memory, std::size_t) noexcept
{
    operator delete(memory);
}

namespace loupe::test {

namespace {

using namespace std::string_literals;

/// pickle.dumps() of {'a': [1, -2, 300, 70000, -5000000000, 2**70, -2**70], 'b': (None, True, False), 'c': (1.5,
/// -0.25), 'd': 'hé😀"\\\n', 'e': b'\x00\xff', 't': (1,), 'u': (1, 2), 'v': (1, 2, 3), 'w': (), 'x': (1, 2, 3, 4), 'l':
/// [], 'm': {}, 's': OrderedDict([('k', 1)]), 'r': [s, s]} with s = [1], by Python 3.11.
constexpr const char* streams[] = {
    // protocol 0
    "286470300a56610a70310a286c70320a49310a61492d320a61493330300a614937303030300a614c2d353030303030303030"
    "304c0a614c313138303539313632303731373431313330333432344c0a614c2d313138303539313632303731373431313330"
    "333432344c0a617356620a70330a284e4930310a4930300a7470340a7356630a70350a2846312e350a462d302e32350a7470"
    "360a7356640a70370a5668e95c553030303166363030225c75303035635c75303030610a70380a7356650a70390a635f636f"
    "646563730a656e636f64650a7031300a28565c7530303030ff0a7031310a566c6174696e310a7031320a747031330a527031"
    "340a7356740a7031350a2849310a747031360a7356750a7031370a2849310a49320a747031380a7356760a7031390a284931"
    "0a49320a49330a747032300a7356770a7032310a28747356780a7032320a2849310a49320a49330a49340a747032330a7356"
    "6c0a7032340a286c7032350a73566d0a7032360a28647032370a7356730a7032380a63636f6c6c656374696f6e730a4f7264"
    "65726564446963740a7032390a2874527033300a566b0a7033310a49310a737356720a7033320a286c7033330a286c703334"
    "0a49310a61616733340a61732e",
    // protocol 1
    "7d71002858010000006171015d7102284b014afeffffff4d2c014a701101004c2d353030303030303030304c0a4c31313830"
    "3539313632303731373431313330333432344c0a4c2d313138303539313632303731373431313330333432344c0a65580100"
    "0000627103284e4930310a4930300a747104580100000063710528473ff800000000000047bfd00000000000007471065801"
    "000000647107580a00000068c3a9f09f9880225c0a71085801000000657109635f636f646563730a656e636f64650a710a28"
    "580300000000c3bf710b58060000006c6174696e31710c74710d52710e580100000074710f284b0174711058010000007571"
    "11284b014b027471125801000000767113284b014b024b037471145801000000777115295801000000787116284b014b024b"
    "034b0474711758010000006c71185d711958010000006d711a7d711b580100000073711c63636f6c6c656374696f6e730a4f"
    "726465726564446963740a711d2952711e58010000006b711f4b017358010000007271205d7121285d71224b016168226575"
    "2e",
    // protocol 2
    "80027d71002858010000006171015d7102284b014afeffffff4d2c014a701101008a05000efad5fe8a090000000000000000"
    "408a090000000000000000c06558010000006271034e88898771045801000000637105473ff800000000000047bfd0000000"
    "0000008671065801000000647107580a00000068c3a9f09f9880225c0a71085801000000657109635f636f646563730a656e"
    "636f64650a710a580300000000c3bf710b58060000006c6174696e31710c86710d52710e580100000074710f4b0185711058"
    "010000007571114b014b0286711258010000007671134b014b024b038771145801000000777115295801000000787116284b"
    "014b024b034b0474711758010000006c71185d711958010000006d711a7d711b580100000073711c63636f6c6c656374696f"
    "6e730a4f726465726564446963740a711d2952711e58010000006b711f4b017358010000007271205d7121285d71224b0161"
    "682265752e",
    // protocol 3
    "80037d71002858010000006171015d7102284b014afeffffff4d2c014a701101008a05000efad5fe8a090000000000000000"
    "408a090000000000000000c06558010000006271034e88898771045801000000637105473ff800000000000047bfd0000000"
    "0000008671065801000000647107580a00000068c3a9f09f9880225c0a71085801000000657109430200ff710a5801000000"
    "74710b4b0185710c580100000075710d4b014b0286710e580100000076710f4b014b024b0387711058010000007771112958"
    "01000000787112284b014b024b034b0474711358010000006c71145d711558010000006d71167d7117580100000073711863"
    "636f6c6c656374696f6e730a4f726465726564446963740a71192952711a58010000006b711b4b0173580100000072711c5d"
    "711d285d711e4b0161681e65752e",
    // protocol 4
    "800495ed000000000000007d94288c0161945d94284b014afeffffff4d2c014a701101008a05000efad5fe8a090000000000"
    "000000408a090000000000000000c0658c0162944e888987948c016394473ff800000000000047bfd000000000000086948c"
    "0164948c0a68c3a9f09f9880225c0a948c016594430200ff948c0174944b0185948c0175944b014b0286948c0176944b014b"
    "024b0387948c017794298c017894284b014b024b034b0474948c016c945d948c016d947d948c0173948c0b636f6c6c656374"
    "696f6e73948c0b4f726465726564446963749493942952948c016b944b01738c0172945d94285d944b0161682065752e",
    // protocol 5
    "800595ed000000000000007d94288c0161945d94284b014afeffffff4d2c014a701101008a05000efad5fe8a090000000000"
    "000000408a090000000000000000c0658c0162944e888987948c016394473ff800000000000047bfd000000000000086948c"
    "0164948c0a68c3a9f09f9880225c0a948c016594430200ff948c0174944b0185948c0175944b014b0286948c0176944b014b"
    "024b0387948c017794298c017894284b014b024b034b0474948c016c945d948c016d947d948c0173948c0b636f6c6c656374"
    "696f6e73948c0b4f726465726564446963749493942952948c016b944b01738c0172945d94285d944b0161682065752e",
};

std::string bytesOf(std::string_view hex)
{
    std::string bytes;
    for (std::size_t i = 0; i < hex.size(); i += 2)
        bytes += static_cast<char>(std::stoi(std::string(hex.substr(i, 2)), nullptr, 16));
    return bytes;
}

/// The object roughly as Python's repr() would write it, at most three levels deep.
std::string textOf(const pickle::PickleValues& values, pickle::PickleId id, unsigned depth = 0)
{
    if (id == pickle::PickleValues::none)
        return "nothing";
    if (depth > 6)
        return "…";
    const auto& value = values.at(id);
    const auto items = [&](const char* begin, const char* end) {
        std::string text = begin;
        for (const pickle::PickleId item : values.items(id))
            text += (text.size() == 1 ? "" : ",") + textOf(values, item, depth + 1);
        return text + end;
    };
    switch (value.kind) {
    case pickle::PickleKind::None:
        return "None";
    case pickle::PickleKind::Boolean:
        return value.integer != 0 ? "True" : "False";
    case pickle::PickleKind::Integer:
        return std::to_string(value.integer);
    case pickle::PickleKind::LongInteger:
        return pickle::decimalOfBytes(values.text(id)) + 'L';
    case pickle::PickleKind::Float: {
        std::string text = std::to_string(value.number);
        return text.substr(0, text.find_last_not_of('0') + 1);
    }
    case pickle::PickleKind::Text:
        return '\'' + std::string(values.text(id)) + '\'';
    case pickle::PickleKind::Bytes:
        return "b'" + std::string(values.text(id)) + '\'';
    case pickle::PickleKind::Tuple:
        return items("(", ")");
    case pickle::PickleKind::List:
        return items("[", "]");
    case pickle::PickleKind::Set:
        return items("<", ">");
    case pickle::PickleKind::Dictionary:
        return items("{", "}");
    case pickle::PickleKind::Global:
        return std::string(values.module(id)) + '.' + std::string(values.name(id));
    case pickle::PickleKind::Persistent:
        return "@" + textOf(values, value.node.argument, depth + 1);
    case pickle::PickleKind::Call:
        return textOf(values, value.node.callee, depth + 1) + textOf(values, value.node.argument, depth + 1)
            + items("{", "}")
            + (value.node.state == pickle::PickleValues::none ? "" : "|" + textOf(values, value.node.state));
    }
    return {};
}

std::string read(const std::string& stream)
{
    const pickle::PickleReading reading = pickle::readPickle(stream, {});
    if (reading.fault)
        return "at " + std::to_string(reading.fault->offset) + ": " + reading.fault->message;
    EXPECT_EQ(reading.end, stream.size());
    return textOf(reading.values, reading.root);
}

class PickleProtocol : public testing::TestWithParam<int> { };

} // namespace

TEST_P(PickleProtocol, GivesWhatPythonWrote)
{
    const int protocol = GetParam();
    const std::string stream = bytesOf(streams[protocol]);
    const pickle::PickleReading reading = pickle::readPickle(stream, {});
    ASSERT_FALSE(reading.fault) << reading.fault->message;
    EXPECT_EQ(reading.end, stream.size());
    // Python 3 writes bytes and OrderedDict as calls if the protocol has no opcode for them.
    const std::string bytes = protocol < 3 ? "_codecs.encode('\0\u00ff','latin1'){}"s : "b'\0\xff'"s;
    std::string expected = "{'a',[1,-2,300,70000,-5000000000,1180591620717411303424L,-1180591620717411303424L],"
                           "'b',(None,True,False),'c',(1.5,-0.25),'d','h\u00e9\U0001F600\"\\\n','e',"
        + bytes + ",'t',(1),'u',(1,2),'v',(1,2,3),'w',(),'x',(1,2,3,4),'l',[],'m',{},'s',collections.OrderedDict(){"
        + "'k',1},'r',[[1],[1]]}";
    EXPECT_EQ(textOf(reading.values, reading.root), expected);
    ASSERT_EQ(reading.importCount, protocol < 3 ? 2U : 1U);
    EXPECT_EQ(textOf(reading.values, reading.imports.back().global), "collections.OrderedDict");
    EXPECT_NE(reading.imports.back().call, pickle::PickleValues::none);
}

INSTANTIATE_TEST_SUITE_P(Protocols, PickleProtocol, testing::Range(0, 6));

TEST(Pickle, OpcodesDoWhatPythonsDo)
{
    const std::pair<std::string, const char*> cases[] = {
        {"I01\nI00\nI7\n\x87."s, "(True,False,7)"}, {"L12L\nL-3\n\x86."s, "(12,-3)"}, {"F0.5\n."s, "0.5"},
        {"S'a\\n\\x41\\101'\nS\"'\"\n\x86."s, "('a\nAA',''')"},
        {"V\\u00e9\\U0001f600\xe9\n."s, "'\u00e9\U0001F600\u00e9'"}, {"T\2\0\0\0abU\1c\x86."s, "('ab','c')"},
        {"(K\1K\2l."s, "[1,2]"}, {"(K\1K\2d."s, "{1,2}"}, {"]p3\n0g3\n."s, "[]"},
        {"]r\x00\x10\x00\x00q\0000j\x00\x10\x00\x00."s, "[]"}, {"(K\1K\2K\0031N."s, "None"}, {"K\0012\x86."s, "(1,1)"},
        {"K\1(0."s, "1"}, // POP takes a MARK with nothing above it
        {"(cos\nsystem\nU\2lso."s, "os.system('ls'){}"}, {"(U\2lsios\nsystem\n."s, "os.system('ls'){}"},
        {"ccollections\nOrderedDict\n)R(U\1aK\1u}b."s, "collections.OrderedDict(){'a',1}|{}"},
        {"\x80\4\x8c\2os\x8c\6system\x93)\x81."s, "os.system(){}"},
        {"\x80\4\x8c\2os\x94\x8c\6system\x93)h\0\x92."s, "os.system(){}|'os'"},
        {"(U\7storageK\1tQ."s, "@('storage',1)"}, {"Pan id\n."s, "@'an id'"},
        {"\x80\5\x96\2\0\0\0\0\0\0\0xy."s, "b'xy'"}, {"\x8f(K\1K\2\x90."s, "<1,2>"}, {"(K\1\x91."s, "<1>"},
        {"\x8a\0\x8a\2\xff\xff\x8a\2\xff\0\x87."s, "(0,-1,255)"},
        {"\x8d\2\0\0\0\0\0\0\0ab\x8e\1\0\0\0\0\0\0\0c\x86."s, "('ab',b'c')"},
        {"\x95\xff\xff\xff\xff\xff\xff\xff\xff"
         "G\x3f\xf0\0\0\0\0\0\0."s,
            "1."},
        {"]q\0h\0a."s, "[[[[[[[…]]]]]]]"}, // it contains itself
    };
    for (const auto& [stream, expected] : cases)
        EXPECT_EQ(read(stream), expected);
}

TEST(Pickle, FaultsSayWhereAndWhat)
{
    const std::pair<std::string, const char*> cases[] = {
        {"", "at 0: the pickle ends without STOP"},
        {"N", "at 1: the pickle ends without STOP"},
        {"N\xff", "at 1: 0xFF is not an opcode"},
        {"."s, "at 0: STOP needs a value where the stack has none"},
        {"(.", "at 1: STOP needs a value where the stack has none"},
        {"R", "at 0: REDUCE needs a value where the stack has none"},
        {"K\1K\1R", "at 4: REDUCE needs a tuple of arguments"},
        {"K\1)R", "at 3: REDUCE would call something that is not callable"},
        {"h\5", "at 0: BINGET refers to memo 5, which was never set"},
        {"X\xff\xff\xff\x7f"
         "ab",
            "at 0: BINUNICODE claims 2,147,483,647 bytes, the pickle has 2 left"},
        {"X\1\0"s, "at 0: BINUNICODE has an argument that is cut off"},
        {"T\xff\xff\xff\xff", "at 0: BINSTRING claims a negative number of bytes"},
        {"I12", "at 0: INT has a line that does not end"},
        {"Ix\n", "at 0: INT has an invalid argument"},
        {"gx\n", "at 0: GET has an argument that is not a memo number"},
        {"Sx\n", "at 0: STRING has an invalid argument"},
        {"t", "at 0: TUPLE needs a MARK where there is none"},
        {"(K\1d", "at 3: DICT has a key without a value"},
        {"}(K\1u", "at 4: SETITEMS has a key without a value"},
        {"}(]K\1a(K\1K\2u", "at 11: SETITEMS has no container for its items"},
        {"(K\1e", "at 3: APPENDS needs a value where the stack has none"},
        {"K\1K\1a", "at 4: APPEND has no container for its items"},
        {"\x82\1", "at 0: EXT1 names something that is not in the file"},
        {"\x97", "at 0: NEXT_BUFFER needs a buffer from outside of the pickle"},
        {"\x80\6", "at 0: PROTO names protocol 6, expected at most 5"},
        {"K\1K\1\x93", "at 4: STACK_GLOBAL needs the names of a module and of something in it"},
        {"c" + std::string(1001, 'a') + "\nb\n", "at 0: GLOBAL has a longer name than anything in Python"},
        {"(o", "at 1: OBJ needs a class where the stack has none"},
        {"]}b", "at 2: BUILD gives a state to a value that takes none"},
    };
    for (const auto& [stream, expected] : cases)
        EXPECT_EQ(read(stream), expected);
}

TEST(Pickle, WhatWasBegunIsThereWhereTheStreamBreaksOff)
{
    const auto begun = [](const std::string& stream) {
        const pickle::PickleReading reading = pickle::readPickle(stream, {});
        EXPECT_TRUE(reading.fault);
        return textOf(reading.values, reading.root);
    };
    EXPECT_EQ(begun("}(U\1aK\1U\1bK\2"), "{'a',1,'b',2}");
    EXPECT_EQ(begun("}(U\1aK\1U\1b"), "{'a',1}");
    EXPECT_EQ(begun("}(U\1a}(U\1bK\2U\1cK\3"), "{'a',{'b',2,'c',3}}");
    EXPECT_EQ(begun("](K\1](K\2"), "[1,[2]]");
    EXPECT_EQ(begun(""), "nothing");
}

TEST(Pickle, ImportsAreListedOnceWithTheirFirstOffset)
{
    const std::string stream = "Ncos\nsystem\ncos\nsystem\nU\2ls\x85Rcos\nname\n.";
    const pickle::PickleReading reading = pickle::readPickle(stream, {});
    ASSERT_EQ(reading.imports.size(), 2U);
    EXPECT_EQ(reading.importCount, 2U);
    EXPECT_EQ(reading.values.at(reading.imports[0].global).offset, 1U);
    EXPECT_EQ(textOf(reading.values, reading.imports[0].call), "os.system('ls'){}");
    EXPECT_EQ(textOf(reading.values, reading.imports[1].global), "os.name");
    EXPECT_EQ(reading.imports[1].call, pickle::PickleValues::none);
}

TEST(Pickle, StopsWhenAsked)
{
    std::stop_source source;
    source.request_stop();
    const std::string stream = std::string(100'000, ']') + '.';
    const pickle::PickleReading reading = pickle::readPickle(stream, {.stop = source.get_token()});
    EXPECT_TRUE(reading.stopped);
    EXPECT_LT(reading.values.size(), 5000U);
}

/// Memory is bounded by 64 KiB, plus 256 times the size of the stream, plus 128 bytes for each allowed part. Nearly
/// every opcode makes at most one value.
TEST(Pickle, HostileStreamsCostNoMoreThanTheirSize)
{
    constexpr std::size_t count = 50'000;
    const auto repeated = [](std::string begin, const std::string& what, const std::string& end = ".") {
        for (std::size_t i = 0; i < count; ++i)
            begin += what;
        return begin + end;
    };
    std::string farMemo = "]";
    std::string doubling = "]";
    std::string globals;
    for (std::uint32_t i = 1; i <= count; ++i) {
        const std::uint32_t number = i * 80'000;
        farMemo += "r" + std::string(reinterpret_cast<const char*>(&number), 4);
        globals += "ca" + std::to_string(i) + "\n\n";
    }
    for (std::uint32_t i = 0; i < 32; ++i) {
        const std::uint32_t number = std::uint32_t{1} << i;
        doubling += "r" + std::string(reinterpret_cast<const char*>(&number), 4);
    }
    const std::string name(1000, 'n');
    // Names of a thousand bytes; each pair is another import.
    std::string pairs = "\x80\4";
    for (std::uint32_t i = 0; i < 300; ++i) {
        const std::string number = std::to_string(100'000 + i);
        pairs += "X\xe8\3\0\0"s + number + name.substr(number.size()) + "\x94" + '0';
    }
    for (std::uint32_t i = 0; i < 300 * 300; ++i) {
        for (const std::uint32_t one : {i / 300, i % 300})
            pairs += "j" + std::string(reinterpret_cast<const char*>(&one), 4);
        pairs += "\x93" + std::string(1, '0');
    }
    const std::string hostile[] = {
        repeated("", "("), // marks
        repeated("", "]"), // values
        repeated("", "(](]("),
        repeated("N", "2"), // one value many times
        repeated("N", "\x85"), // nested ever deeper
        repeated("]q\0"s, "h\0h\0e"s),
        repeated("](", "2", "e."),
        repeated("]q\0"s, "(h\0h\0h\0h\0e"s), // a list that contains itself
        repeated("]", "2\x86"), // each tuple holds the previous value twice: a walk meets 2^n values
        repeated("K\1", "q\1"),
        repeated("", "c\n\n"),
        repeated("", "i\n\n"),
        repeated("", "(i\n\n"),
        repeated("X\xe8\3\0\0"s + name + "q\0"s, "h\0h\0\x93"s), // a long name many times
        repeated("", "X\xff\xff\xff\xff"), // each text claims 4 GiB
        repeated("", "B\xff\xff\xff\x7f"),
        farMemo + '.',
        doubling + '.',
        globals + '.',
        pairs + "N.",
        "V" + std::string(count, '\xe9') + "\n.",
        "L" + std::string(count, '9') + "\n.",
        "\x8b" + std::string("\x50\xc3\0\0", 4) + std::string(count, '\7') + '.',
    };
    for (const std::string& stream : hostile) {
        const std::size_t before = heapNow;
        heapMost = heapNow;
        const pickle::PickleReading reading = pickle::readPickle(stream, {});
        EXPECT_LE(heapMost - before, 256 * stream.size() + 65536) << stream.substr(0, 20);
        EXPECT_LE(reading.values.size(), 2 * stream.size()) << stream.substr(0, 20);
        constexpr std::size_t mostParts = 20'000;
        const std::size_t beforeFew = heapNow;
        heapMost = heapNow;
        const pickle::PickleReading few = pickle::readPickle(stream, {}, mostParts);
        EXPECT_LE(heapMost - beforeFew, 128 * mostParts + 65536) << stream.substr(0, 20);
        EXPECT_LE(reading.imports.size(), pickle::mostPickleImports);
        EXPECT_LE(reading.end, stream.size());
    }
}

TEST(Pickle, StreamsThatMakeTooMuchAreNotReadOn)
{
    constexpr std::size_t most = 1000;
    for (const char* const what : {"(", "]", "]2", "]2\x86", "(]t"}) {
        std::string stream = "N";
        while (stream.size() < 2 * most)
            stream += what;
        stream += '.';
        const pickle::PickleReading reading = pickle::readPickle(stream, {}, most);
        ASSERT_TRUE(reading.fault) << what;
        EXPECT_NE(reading.fault->message.find("makes more than 1,000 values"), std::string::npos)
            << reading.fault->message;
        EXPECT_LE(reading.values.size(), most + 1);
    }
}

/// A stream cut anywhere is a fault, at an offset within the stream.
TEST(Pickle, CutAnywhereIsAFault)
{
    for (const char* const hex : streams) {
        const std::string stream = bytesOf(hex);
        for (std::size_t size = 0; size < stream.size(); ++size) {
            const std::string cut = stream.substr(0, size); // a copy, so that a sanitizer knows where it ends
            const pickle::PickleReading reading = pickle::readPickle(cut, {});
            ASSERT_TRUE(reading.fault) << size;
            ASSERT_TRUE(reading.fault->ended) << size;
            ASSERT_LE(reading.fault->offset, size);
            textOf(reading.values, reading.root);
        }
    }
}

TEST(PickleText, LongNumbersBothWays)
{
    for (const char* const number : {"0", "1", "-1", "255", "-256", "18446744073709551616", "-119547037146038801333356",
             "340282366920938463463374607431768211455"})
        EXPECT_EQ(pickle::decimalOfBytes(*pickle::bytesOfDecimal(number)), number);
    EXPECT_EQ(pickle::decimalOfBytes(std::string("\x6c\xfc\x9c\x46\xf9\x20\x6a\xa8\x50\x19", 10)),
        "119547037146038801333356");
    EXPECT_FALSE(pickle::bytesOfDecimal(""));
    EXPECT_FALSE(pickle::bytesOfDecimal("-"));
    EXPECT_FALSE(pickle::bytesOfDecimal("12x"));
    EXPECT_EQ(pickle::decimalOfBytes(std::string(401, '\1')), "an integer of 401 bytes");
}

TEST(PickleOpcodes, AreThoseOfPython)
{
    // The codes that pickletools lists for protocols 0 to 5.
    const std::string codes = "IJKML\x8a\x8bSTUBC\x8e\x96\x97\x98NV\x8cX\x8d\x88\x89"
                              "FG]ael)t\x85\x86\x87}dsu\x8f\x90\x91"
                              "021(ghjpqr\x94\x82\x83\x84"
                              "c\x93Rbio\x81\x92\x80\x95PQ.";
    EXPECT_EQ(codes.size(), 68U);
    std::size_t known = 0;
    for (int code = 0; code < 256; ++code) {
        const pickle::PickleOpcode* const opcode = pickle::findPickleOpcode(static_cast<char>(code));
        EXPECT_EQ(opcode != nullptr, codes.find(static_cast<char>(code)) != std::string::npos) << code;
        known += opcode ? 1 : 0;
    }
    EXPECT_EQ(known, codes.size());
}

} // namespace loupe::test
