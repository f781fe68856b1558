// Tests the limits in tests/README.md ("Resource limits per file") with the largest claims that each format can make:
// no claim may cost more than the file's own size allows.

#include "app/cli/claiming_files.h"
#include "app/cli/process.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>

#include <malloc.h>
#include <map>

namespace loupe::test {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
// Memory in addition to what the program needs without a file.
constexpr std::uint64_t memoryOfItself = 64 * mebibyte;
constexpr std::uint64_t memoryPerByte = 128;
constexpr std::uint64_t memoryPerByteOfText = 4;
// Processor time: ten times the documented limit, so that only gross violations fail, on any machine.
constexpr std::uint64_t secondsOfItself = 5;
constexpr std::uint64_t secondsPerMegabyte = 5;

constexpr std::uint64_t million = 1'000'000;
/// The number of items for formats that cannot have a million.
constexpr std::uint64_t many = 50'000;

std::string number(std::uint64_t i)
{
    return std::to_string(i);
}

/// A test creates all files before examining them, because memory held by this program when it starts another one
/// counts as that one's memory.
class Costs : public testing::Test {
protected:
    void SetUp() override
    {
        if (isSanitized)
            GTEST_SKIP() << "costs are those of the program without a sanitizer";
    }
    void file(const std::string& name, const std::string& content, std::uint64_t perByte = memoryPerByte)
    {
        m_files.push_back(
            {.path = m_folder.write(number(m_files.size()) + '-' + name, content), .perByte = perByte, .tensors = {}});
    }
    /// Adds a file that is read to the end.
    void fileOf(std::uint64_t tensors, const std::string& name, const std::string& content)
    {
        file(name, content);
        m_files.back().tensors = tensors;
    }

    void textFile(const std::string& name, const std::string& content) { file(name, content, memoryPerByteOfText); }

    void TearDown() override
    {
        malloc_trim(0);
        m_memoryWithout = tloupe({"--version"}).peakMemory;
        for (const File& file : m_files)
            look(file);
    }

private:
    struct File {
        std::filesystem::path path;
        std::uint64_t perByte = 0; ///< bytes of memory
        std::optional<std::uint64_t> tensors;
    };

    /// Runs every verb that reads only the header.
    void look(const File& file) const
    {
        static const std::map<std::string, std::string> formats{{".bt", "bintensors"}, {".gguf", "gguf"},
            {".json", "unknown"}, {".msgpack", "flax-msgpack"}, {".npy", "npy"}, {".npz", "npz"}, {".onnx", "onnx"},
            {".pdparams", "paddle"}, {".pt", "torch"}, {".safetensors", "safetensors"}};
        const std::string verdict = outputOf(file, {"validate", "--quick"});
        EXPECT_NE(verdict.find("valid (" + formats.at(file.path.extension())), std::string::npos) << verdict;
        outputOf(file, {"info"});
        const std::string json = outputOf(file, {"info", "--json"});
        if (file.tensors) {
            EXPECT_NE(json.rfind("\"totals\":{\"tensors\":" + number(*file.tensors) + ','), std::string::npos)
                << file.path;
        }
    }

    std::string outputOf(const File& file, std::vector<std::string> arguments) const
    {
        const std::uint64_t size = std::filesystem::file_size(file.path);
        const std::uint64_t mostMemory = m_memoryWithout + memoryOfItself + file.perByte * size;
        const std::uint64_t mostSeconds = secondsOfItself + secondsPerMegabyte * (size / 1'000'000);
        arguments.push_back(file.path);
        const Outcome outcome = runProgram(LOUPE_TLOUPE, arguments, {}, mostSeconds);
        const std::string what =
            arguments.front() + " of " + file.path.filename().string() + ", " + number(size) + " bytes";
        EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << what << ": " << outcome.status << outcome.error;
        EXPECT_LE(outcome.peakMemory, mostMemory) << what;
        return outcome.out;
    }

    TemporaryFolder m_folder;
    std::vector<File> m_files;
    std::uint64_t m_memoryWithout = 0; ///< of the program without a file
};

} // namespace

TEST_F(Costs, NumbersOfTwoToThe62)
{
    const std::string huge = std::to_string(twoTo62);
    const std::string rest(1000, '\0');
    file("length.safetensors", bytesOf(twoTo62) + R"({"a":)");
    file("shape.safetensors", safetensors(safetensorsEntry("a", 0, twoTo62, '[' + huge + ']')));
    file("tensors.bt", bintensors('\0' + bincode(twoTo62) + rest));
    file("keys.bt", bintensors('\1' + bincode(twoTo62) + rest));
    file("name.bt", bintensors(std::string("\0\1", 2) + bincode(twoTo62) + rest));
    file("rank.bt", bintensors(std::string("\0\1\1a\1", 5) + bincode(twoTo62) + rest));
    file("tensors.gguf", ggufStart(twoTo62, 0) + rest);
    file("keys.gguf", ggufStart(0, twoTo62) + rest);
    file("shape.gguf", ggufStart(1, 0) + ggufEntry("a", {twoTo62}, 0) + rest);
    for (const std::uint32_t type : {0U, 8U, 9U}) // bytes, strings, arrays
        file("array.gguf", GgufBytes().key("a", 9, ggufArray(type, twoTo62) + rest).bytes());
    file("text.gguf", GgufBytes().key("a", 8, bytesOf(twoTo62) + rest).bytes());
    const std::string array = npyBytes(npyHeader('(' + huge + ",)"), rest);
    file("shape.npy", array);
    file("shape.npz", NpzBytes().stored("a.npy", array).bytes());
    file("header.npy", npyBytes("", "").substr(0, 8) + "\xff\xff\xff\xff{");
    file("text.pt", torch('\x8d' + bytesOf(twoTo62)));
    file("shape.pt", torch('}' + pickleText("a") + torchTensor("\x8a\x08" + bytesOf(twoTo62) + '\x85') + 's'));
    file("bytes.pdparams", "\x80\4\x8e" + bytesOf(twoTo62));
    file("map.msgpack", msgpack('\xdf', 0xffffffff) + msgpackText("a") + flaxArray("\x91\1"));
    file("bytes.msgpack", "\x81\xa1\x61" + msgpack('\xc6', 0xffffffff));
    file("shape.msgpack", "\x81\xa1\x61" + flaxArray("\x91\xcf\x40" + std::string(7, '\0')));
    file("length.onnx", numberField(1, 8) + '\x3a' + varint(twoTo62) + rest);
    file("shape.onnx", onnx(onnxTensor("a", numberField(1, twoTo62))));
}

TEST_F(Costs, DepthOfAMillion)
{
    file("open.safetensors", framed(times(million, "[")));
    file("lists.safetensors", safetensors(",\"a\":" + times(million, "[") + times(million, "]")));
    file("objects.safetensors", framed(times(million, R"({"a":)") + '1' + times(million, "}")));
    file("text.safetensors",
        safetensorsMetadata(R"(,"k":")" + times(million, R"({\"a\":)") + '1' + times(million, "}") + '"'));
    fileOf(1, "dots.safetensors", safetensors(safetensorsEntry(times(million, "a."), 0, 1), "x"));
    file("arrays.gguf", GgufBytes().key("a", 9, times(million, ggufArray(9, 1)) + ggufArray(0, 1) + 'x').bytes());
    file("tuples.npy", npyBytes(npyHeader(times(million, "(") + times(million, ")"))));
    file("types.npy", npyBytes("{'descr': " + times(million, "[('a',") + "'<f4'" + times(million, ")]")));
    const std::string lists = times(million, "]") + times(million - 1, "a");
    const std::string dictionaries = times(million, '}' + pickleText("a")) + '}' + times(million, "s");
    file("lists.pt", torch(lists));
    file("dictionaries.pt", torch(dictionaries));
    file("tuples.pt", torch(')' + times(million, "\x85")));
    file("marks.pt", torch(times(million, "(") + times(million, "t")));
    file("lists.pdparams", "\x80\4" + lists + '.');
    file("maps.msgpack", times(million, "\x81\xa1\x61") + flaxArray("\x91\1"));
    file("lists.msgpack", "\x81\xa1\x61" + times(million, "\x91") + '\1');
    // Graph, node, attribute, graph, …
    file("graphs.onnx", onnx(onnxNested(onnxTensor("a", numberField(1, 1)), million / 3, {6, 5, 1})));
    file("groups.onnx", onnx(times(million, "\x0b") + times(million, "\x0c")));
}

TEST_F(Costs, AMillionTensorsOfAByte)
{
    const std::string data(million, 'x');
    fileOf(million, "a.safetensors",
        safetensors(each(million, [](std::uint64_t i) { return safetensorsEntry(number(i), i, i + 1); }), data));
    fileOf(many, "a.bt",
        bintensors(
            '\0' + bincode(many) + each(many, [](std::uint64_t i) { return bintensorsEntry(number(i), i, i + 1); }),
            std::string(many, 'x')));
    // Each tensor starts at a multiple of 32.
    std::string gguf =
        ggufStart(many, 0) + each(many, [](std::uint64_t i) { return ggufEntry(number(i), {1}, 32 * i); });
    gguf.resize((gguf.size() + 31) / 32 * 32 + 32 * many);
    fileOf(many, "a.gguf", gguf);
    fileOf(many, "a.msgpack", msgpack('\xdf', many) + each(many, [](std::uint64_t i) {
        return msgpackText(number(i)) + flaxArray("\x91\1");
    }));
    fileOf(many, "a.onnx", onnx(each(many, [](std::uint64_t i) { return onnxTensor(number(i), numberField(1, 1)); })));
    fileOf(many, "a.pt",
        torch("}(" + each(many, [](std::uint64_t i) { return pickleText(number(i)) + torchTensor("K\1\x85"); }) + 'u'));
    // The maximum of a zip archive without ZIP64.
    constexpr std::uint64_t members = 65'534;
    NpzBytes archive;
    const std::string array = npyBytes(npyHeader("(1,)"), "x");
    for (std::uint64_t i = 0; i < members; ++i)
        archive.stored(number(i) + ".npy", array);
    fileOf(members, "a.npz", archive.bytes());
}

TEST_F(Costs, OneNameAMillionTimes)
{
    const std::string data(million, 'x');
    file("a.safetensors",
        safetensors(each(million, [](std::uint64_t i) { return safetensorsEntry("a", i, i + 1); }), data));
    file("keys.safetensors", safetensorsMetadata(times(million, R"(,"a":"b")")));
    file("a.bt",
        bintensors(
            '\0' + bincode(many) + each(many, [](std::uint64_t i) { return bintensorsEntry("a", i, i + 1); }), data));
    file("keys.bt", bintensors('\1' + bincode(million) + times(million, "\1a\1b") + '\0'));
    file("a.gguf", ggufStart(many, 0) + each(many, [](std::uint64_t i) { return ggufEntry("a", {1}, 32 * i); }));
    file("keys.gguf", ggufStart(0, million) + times(million, GgufBytes::text("a") + bytesOf(std::uint32_t{0}) + 'x'));
    file("a.msgpack", msgpack('\xdf', many) + times(many, msgpackText("a") + flaxArray("\x91\1")));
    file("a.onnx", onnx(times(many, onnxTensor("a", numberField(1, 1)))));
    const std::string tensor = torchTensor("K\1\x85") + "q\1";
    file("a.pt", torch(tensor + "0}(" + times(many, pickleText("a") + "h\1") + 'u'));
    file("tensor.pt",
        torch(tensor + "0}(" + each(many, [](std::uint64_t i) { return pickleText(number(i)) + "h\1"; }) + 'u'));
    constexpr std::uint64_t members = 65'534;
    NpzBytes archive;
    for (std::uint64_t i = 0; i < members; ++i)
        archive.stored("a.npy", npyBytes(npyHeader("(1,)"), "x"));
    file("a.npz", archive.bytes());
}

TEST_F(Costs, KeysWithoutEnd)
{
    file("a.safetensors",
        safetensorsMetadata(each(many, [](std::uint64_t i) { return ",\"" + number(i) + R"(":"")"; })));
    file("a.bt", bintensors('\1' + bincode(million / 4) + each(million / 4, [](std::uint64_t i) {
        return bincodeText(number(i)) + '\0';
    }) + '\0'));
    file("a.gguf", ggufStart(0, many) + each(many, [](std::uint64_t i) {
        return GgufBytes::text(number(i)) + bytesOf(std::uint32_t{0}) + 'x';
    }));
    file("a.onnx", onnx("", each(many, [](std::uint64_t i) { return bytesField(14, bytesField(1, number(i))); })));
    file(
        "a.msgpack", msgpack('\xdf', many) + each(many, [](std::uint64_t i) { return msgpackText(number(i)) + '\1'; }));
    file("a.pt", torch("}(" + each(many, [](std::uint64_t i) { return pickleText(number(i)) + 'N'; }) + 'u'));
}

TEST_F(Costs, AHundredMegabytesOfMetadata)
{
    constexpr std::uint64_t size = 100'000'000;
    constexpr std::uint64_t less = size / 5;
    textFile("text.safetensors", safetensorsMetadata(R"(,"k":")" + times(size / 10, R"(0123\u0001)") + '"'));
    textFile("spaces.safetensors", framed('{' + std::string(less, ' ') + '}'));
    textFile("text.bt", bintensors(std::string("\1\1\1k", 4) + bincodeText(std::string(less, 'v')) + '\0'));
    // Not UTF-8, so it is escaped in the output.
    textFile("text.gguf", GgufBytes().string("k", times(less / 4, "a\x89\xc3\1")).bytes());
    textFile("bytes.gguf", GgufBytes().key("k", 9, ggufArray(0, less) + std::string(less, '\xff')).bytes());
    textFile("strings.gguf",
        GgufBytes().key("k", 9, ggufArray(8, less / 10) + times(less / 10, GgufBytes::text("ab"))).bytes());
    textFile("spaces.npy", npyBytes(std::string(less, ' ')));
    textFile("text.pt", torch('}' + pickleText("k") + pickleText(std::string(less, 'v')) + 's'));
    textFile("text.msgpack", "\x82\xa1\x61" + msgpackText(std::string(less, 'v')) + "\xa1\x62" + flaxArray("\x91\1"));
    textFile("text.onnx", onnx("", bytesField(6, std::string(less, 'v'))));
}

TEST_F(Costs, WhatInflates)
{
    constexpr std::uint64_t size = 16 * mebibyte;
    for (const std::string& pickle :
        {')' + times(size, "\x85"), "}(" + std::string(size, 'N') + 'u', pickleText(std::string(size, 'v'))})
        file("a.pt", NpzBytes().deflated("archive/data.pkl", "\x80\4" + pickle + '.').bytes());
    file("a.npz", NpzBytes().deflated("a.npy", npyBytes(std::string(size, ' '))).bytes());
}

TEST_F(Costs, AMillionDimensions)
{
    fileOf(1, "a.safetensors", safetensors(safetensorsEntry("a", 0, 1, "[1" + times(million - 1, ",1") + ']'), "x"));
    fileOf(1, "a.bt",
        bintensors(
            std::string("\0\1\1a\1", 5) + bincode(million) + times(million, "\1") + std::string("\0\1", 2), "x"));
    file("a.gguf", ggufStart(1, 0) + ggufEntry("a", std::vector<std::uint64_t>(million, 1), 0) + std::string(64, '\0'));
    file("a.npy", npyBytes(npyHeader('(' + times(million, "1,") + ')'), "x"));
    const std::string tuple = '(' + times(million, "K\1") + 't';
    file("a.pt", torch('}' + pickleText("a") + torchTensor(tuple) + 's'));
    file("a.msgpack", "\x81\xa1\x61" + flaxArray(msgpack('\xdd', million) + times(million, "\1")));
    file("a.onnx", onnx(onnxTensor("a", times(million, numberField(1, 1)))));
}

TEST_F(Costs, LongNames)
{
    // First, names of a megabyte each, then many names with a common beginning.
    const std::string name(million, 'n'); // also the data
    fileOf(20, "long.safetensors",
        safetensors(each(20, [&](std::uint64_t i) { return safetensorsEntry(name + number(i), i, i + 1); }), name));
    file("long.gguf",
        ggufStart(20, 0) + each(20, [&](std::uint64_t i) { return ggufEntry(name + number(i), {1}, 32 * i); }));
    for (const std::string& begin : {times(100, "a."), std::string(200, '0')}) {
        fileOf(many / 4, "alike.safetensors",
            safetensors(
                each(many / 4, [&](std::uint64_t i) { return safetensorsEntry(begin + number(i), i, i + 1); }), name));
    }
    // Each name takes a few bytes of the file, but its full name includes the long name of its container.
    const std::string arrays =
        each(many / 20, [](std::uint64_t i) { return msgpackText(number(i)) + flaxArray("\x91\1"); });
    file("a.msgpack", '\x81' + msgpackText(name) + msgpack('\xdf', many / 20) + arrays);
    file("a.pt",
        torch(pickleText(name) + "q\1" + torchTensor("K\1\x85") + "q\2" + "}("
            + each(many / 20, [](std::uint64_t i) { return pickleText(number(i)) + "}h\1h\2s"; }) + 'u'));
}

TEST_F(Costs, FaultsWithoutEnd)
{
    file("sizes.safetensors",
        safetensors(each(many, [](std::uint64_t i) { return safetensorsEntry(number(i), 0, 2); }), "xy"));
    file("overlaps.safetensors",
        safetensors(each(many, [](std::uint64_t i) { return safetensorsEntry(number(i), i, 2 * many - i); }),
            std::string(2 * many, 'x')));
    file("holes.safetensors",
        safetensors(each(many, [](std::uint64_t i) { return safetensorsEntry(number(i), 2 * i, 2 * i + 1); }),
            std::string(2 * many, 'x')));
    // References to missing files, each a different one.
    file("files.onnx", onnx(each(many / 4, [](std::uint64_t i) {
        const auto external = [](std::string_view key, std::string_view value) {
            return bytesField(13, bytesField(1, key) + bytesField(2, value));
        };
        return bytesField(5,
            numberField(1, 1) + numberField(2, 2) + bytesField(8, number(i)) + numberField(14, 1)
                + external("location", number(i)));
    })));
    file("model.safetensors.index.json", R"({"weight_map":{"":"a.safetensors")" + each(many / 4, [](std::uint64_t i) {
        return ",\"" + number(i) + "\":\"" + number(i) + R"(.safetensors")";
    }) + "}}");
    file("imports.pt", torch('(' + each(many, [](std::uint64_t i) { return "cos\nx" + number(i) + '\n'; }) + 't'));
}

} // namespace loupe::test
