// Nothing that a file claims costs more than the file brings: the bound of tests/README.md ("What a file may cost"),
// held against the largest claims that each format can make.

#include "app/cli/claiming_files.h"
#include "app/cli/process.h"
#include "support/sanitized.h"

#include <gtest/gtest.h>

#include <map>

namespace loupe::test {

namespace {

constexpr std::uint64_t mebibyte = std::uint64_t{1} << 20;
// Of memory, beside what the program takes without any file.
constexpr std::uint64_t memoryOfItself = 64 * mebibyte;
constexpr std::uint64_t memoryPerByte = 128;
constexpr std::uint64_t memoryPerByteOfText = 4;
// Of the processor's time, ten times the bound: only what is out of all proportion ends there, on any machine.
constexpr std::uint64_t secondsOfItself = isSanitized ? 200 : 5;
constexpr std::uint64_t secondsPerMegabyte = isSanitized ? 100 : 5;

constexpr std::uint64_t million = isSanitized ? 50'000 : 1'000'000;
/// Of things that one format has a million of, in another.
constexpr std::uint64_t many = isSanitized ? 10'000 : 100'000;

/// Looks at the file in every way that reads its header, and returns what `tloupe info --json` says.
std::string look(const std::string& name, std::string content, std::uint64_t perByte = memoryPerByte)
{
    static const std::map<std::string, std::string> formats{{".bt", "bintensors"}, {".gguf", "gguf"},
        {".json", "unknown"}, {".msgpack", "flax-msgpack"}, {".npy", "npy"}, {".npz", "npz"}, {".onnx", "onnx"},
        {".pdparams", "paddle"}, {".pt", "torch"}, {".safetensors", "safetensors"}};
    const TemporaryFolder folder;
    const auto path = folder.write(name, content);
    content = {}; // what this program holds counts as the other's until that has begun
    const std::uint64_t size = std::filesystem::file_size(path);
    const std::uint64_t mostMemory = tloupe({"--version"}).peakMemory + memoryOfItself + perByte * size;
    const std::uint64_t mostSeconds = secondsOfItself + secondsPerMegabyte * (size / 1'000'000);
    const auto outputOf = [&](std::vector<std::string> arguments) {
        arguments.push_back(path);
        Outcome outcome = runProgram(LOUPE_TLOUPE, arguments, {}, mostSeconds);
        const std::string what = name + ", " + arguments.front() + ", of " + std::to_string(size) + " bytes";
        EXPECT_TRUE(outcome.status == 0 || outcome.status == 1) << what << ": " << outcome.status << outcome.error;
        if (!isSanitized) {
            EXPECT_LE(outcome.peakMemory, mostMemory) << what;
        }
        return outcome.out;
    };
    outputOf({"info"});
    const std::string verdict = outputOf({"validate"});
    EXPECT_NE(verdict.find("valid (" + formats.at(path.extension())), std::string::npos) << verdict;
    return outputOf({"info", "--json"});
}

void lookAtTensors(const std::string& name, std::string content, std::uint64_t tensors)
{
    const std::string json = look(name, std::move(content));
    EXPECT_NE(json.rfind("\"totals\":{\"tensors\":" + std::to_string(tensors) + ','), std::string::npos) << name;
}

std::string number(std::uint64_t i)
{
    return std::to_string(i);
}

} // namespace

TEST(Costs, NumbersOfTwoToThe62)
{
    const std::string huge = std::to_string(twoTo62);
    const std::string rest(1000, '\0');
    look("length.safetensors", bytesOf(twoTo62) + R"({"a":)");
    look("shape.safetensors", safetensors(safetensorsEntry("a", 0, twoTo62, '[' + huge + ']')));
    look("tensors.bt", bintensors('\0' + bincode(twoTo62) + rest));
    look("keys.bt", bintensors('\1' + bincode(twoTo62) + rest));
    look("name.bt", bintensors(std::string("\0\1", 2) + bincode(twoTo62) + rest));
    look("rank.bt", bintensors(std::string("\0\1\1a\1", 5) + bincode(twoTo62) + rest));
    look("tensors.gguf", ggufStart(twoTo62, 0) + rest);
    look("keys.gguf", ggufStart(0, twoTo62) + rest);
    look("shape.gguf", ggufStart(1, 0) + ggufEntry("a", {twoTo62}, 0) + rest);
    for (const std::uint32_t type : {0U, 8U, 9U}) // bytes, strings, arrays
        look("array.gguf", GgufBytes().key("a", 9, ggufArray(type, twoTo62) + rest).bytes());
    look("text.gguf", GgufBytes().key("a", 8, bytesOf(twoTo62) + rest).bytes());
    const std::string array = npyBytes(npyHeader('(' + huge + ",)"), rest);
    look("shape.npy", array);
    look("shape.npz", NpzBytes().stored("a.npy", array).bytes());
    look("header.npy", npyBytes("", "").substr(0, 8) + "\xff\xff\xff\xff{");
    look("text.pt", torch('\x8d' + bytesOf(twoTo62)));
    look("shape.pt", torch('}' + pickleText("a") + torchTensor("\x8a\x08" + bytesOf(twoTo62) + '\x85') + 's'));
    look("bytes.pdparams", "\x80\4\x8e" + bytesOf(twoTo62));
    look("map.msgpack", msgpack('\xdf', 0xffffffff) + msgpackText("a") + flaxArray("\x91\1"));
    look("bytes.msgpack", "\x81\xa1\x61" + msgpack('\xc6', 0xffffffff));
    look("shape.msgpack", "\x81\xa1\x61" + flaxArray("\x91\xcf\x40" + std::string(7, '\0')));
    look("length.onnx", numberField(1, 8) + '\x3a' + varint(twoTo62) + rest);
    look("shape.onnx", onnx(onnxTensor("a", numberField(1, twoTo62))));
}

TEST(Costs, DepthOfAMillion)
{
    look("open.safetensors", framed(times(million, "[")));
    look("lists.safetensors", safetensors(",\"a\":" + times(million, "[") + times(million, "]")));
    look("objects.safetensors", framed(times(million, R"({"a":)") + '1' + times(million, "}")));
    look("text.safetensors",
        safetensorsMetadata(R"(,"k":")" + times(million, R"({\"a\":)") + '1' + times(million, "}") + '"'));
    lookAtTensors("dots.safetensors", safetensors(safetensorsEntry(times(million, "a."), 0, 1), "x"), 1);
    look("arrays.gguf", GgufBytes().key("a", 9, times(million, ggufArray(9, 1)) + ggufArray(0, 1) + 'x').bytes());
    look("tuples.npy", npyBytes(npyHeader(times(million, "(") + times(million, ")"))));
    look("types.npy", npyBytes("{'descr': " + times(million, "[('a',") + "'<f4'" + times(million, ")]")));
    const std::string lists = times(million, "]") + times(million - 1, "a");
    const std::string dictionaries = times(million, '}' + pickleText("a")) + '}' + times(million, "s");
    for (const std::string& pickle :
        {lists, dictionaries, ')' + times(million, "\x85"), times(million, "(") + times(million, "t")}) {
        look("nested.pt", torch(pickle));
        look("nested.pdparams", "\x80\4" + pickle + '.');
    }
    look("maps.msgpack", times(million, "\x81\xa1\x61") + flaxArray("\x91\1"));
    look("lists.msgpack", "\x81\xa1\x61" + times(million, "\x91") + '\1');
    // Graph, node, attribute, graph, …
    look("graphs.onnx", onnx(onnxNested(onnxTensor("a", numberField(1, 1)), million, {6, 5, 1})));
    look("groups.onnx", onnx(times(million, "\x0b") + times(million, "\x0c")));
}

TEST(Costs, AMillionTensorsOfAByte)
{
    const std::string data(million, 'x');
    lookAtTensors("a.safetensors",
        safetensors(each(million, [](std::uint64_t i) { return safetensorsEntry(number(i), i, i + 1); }), data),
        million);
    lookAtTensors("a.bt",
        bintensors('\0' + bincode(million)
                + each(million, [](std::uint64_t i) { return bintensorsEntry(number(i), i, i + 1); }),
            data),
        million);
    // Each begins at a multiple of 32.
    std::string gguf =
        ggufStart(many, 0) + each(many, [](std::uint64_t i) { return ggufEntry(number(i), {1}, 32 * i); });
    gguf.resize((gguf.size() + 31) / 32 * 32 + 32 * many);
    lookAtTensors("a.gguf", std::move(gguf), many);
    lookAtTensors("a.msgpack",
        msgpack('\xdf', many)
            + each(many, [](std::uint64_t i) { return msgpackText(number(i)) + flaxArray("\x91\1"); }),
        many);
    lookAtTensors(
        "a.onnx", onnx(each(many, [](std::uint64_t i) { return onnxTensor(number(i), numberField(1, 1)); })), many);
    lookAtTensors("a.pt",
        torch("}(" + each(many, [](std::uint64_t i) { return pickleText(number(i)) + torchTensor("K\1\x85"); }) + 'u'),
        many);
    // The most that an archive has without the extension for more.
    constexpr std::uint64_t members = isSanitized ? 10'000 : 65'534;
    NpzBytes archive;
    const std::string array = npyBytes(npyHeader("(1,)"), "x");
    for (std::uint64_t i = 0; i < members; ++i)
        archive.stored(number(i) + ".npy", array);
    lookAtTensors("a.npz", archive.bytes(), members);
}

TEST(Costs, OneNameAMillionTimes)
{
    const std::string data(million, 'x');
    look("a.safetensors",
        safetensors(each(million, [](std::uint64_t i) { return safetensorsEntry("a", i, i + 1); }), data));
    look("keys.safetensors", safetensorsMetadata(times(million, R"(,"a":"b")")));
    look("a.bt",
        bintensors(
            '\0' + bincode(many) + each(many, [](std::uint64_t i) { return bintensorsEntry("a", i, i + 1); }), data));
    look("keys.bt", bintensors('\1' + bincode(million) + times(million, "\1a\1b") + '\0'));
    look("a.gguf", ggufStart(many, 0) + each(many, [](std::uint64_t i) { return ggufEntry("a", {1}, 32 * i); }));
    look("keys.gguf", ggufStart(0, million) + times(million, GgufBytes::text("a") + bytesOf(std::uint32_t{0}) + 'x'));
    look("a.msgpack", msgpack('\xdf', many) + times(many, msgpackText("a") + flaxArray("\x91\1")));
    look("a.onnx", onnx(times(many, onnxTensor("a", numberField(1, 1)))));
    const std::string tensor = torchTensor("K\1\x85") + "q\1";
    look("a.pt", torch(tensor + "0}(" + times(million, pickleText("a") + "h\1") + 'u'));
    look("tensor.pt",
        torch(tensor + "0}(" + each(many, [](std::uint64_t i) { return pickleText(number(i)) + "h\1"; }) + 'u'));
    constexpr std::uint64_t members = isSanitized ? 10'000 : 65'534;
    NpzBytes archive;
    for (std::uint64_t i = 0; i < members; ++i)
        archive.stored("a.npy", npyBytes(npyHeader("(1,)"), "x"));
    look("a.npz", archive.bytes());
}

TEST(Costs, AMillionKeys)
{
    look("a.safetensors",
        safetensorsMetadata(each(many, [](std::uint64_t i) { return ",\"" + number(i) + R"(":"")"; })));
    look("a.bt", bintensors('\1' + bincode(million) + each(million, [](std::uint64_t i) {
        return bincodeText(number(i)) + '\0';
    }) + '\0'));
    look("a.gguf", ggufStart(0, many) + each(many, [](std::uint64_t i) {
        return GgufBytes::text(number(i)) + bytesOf(std::uint32_t{0}) + 'x';
    }));
    look("a.onnx", onnx("", each(many, [](std::uint64_t i) { return bytesField(14, bytesField(1, number(i))); })));
    look(
        "a.msgpack", msgpack('\xdf', many) + each(many, [](std::uint64_t i) { return msgpackText(number(i)) + '\1'; }));
    look("a.pt", torch("}(" + each(many, [](std::uint64_t i) { return pickleText(number(i)) + 'N'; }) + 'u'));
}

TEST(Costs, AHundredMegabytesOfMetadata)
{
    constexpr std::uint64_t size = isSanitized ? 5'000'000 : 100'000'000;
    constexpr std::uint64_t less = size / 4;
    const auto lookAtText = [](const std::string& name, std::string content) {
        look(name, std::move(content), memoryPerByteOfText);
    };
    lookAtText("text.safetensors", safetensorsMetadata(R"(,"k":")" + times(size / 10, R"(0123\u0001)") + '"'));
    lookAtText("spaces.safetensors", framed('{' + std::string(size, ' ') + '}'));
    lookAtText("text.bt", bintensors(std::string("\1\1\1k", 4) + bincodeText(std::string(size, 'v')) + '\0'));
    // Not UTF-8, and escaped where it is written.
    lookAtText("text.gguf", GgufBytes().string("k", times(less / 4, "a\x89\xc3\1")).bytes());
    lookAtText("bytes.gguf", GgufBytes().key("k", 9, ggufArray(0, less) + std::string(less, '\xff')).bytes());
    lookAtText("strings.gguf",
        GgufBytes().key("k", 9, ggufArray(8, less / 10) + times(less / 10, GgufBytes::text("ab"))).bytes());
    lookAtText("spaces.npy", npyBytes(std::string(size, ' ')));
    lookAtText("text.pt", torch('}' + pickleText("k") + pickleText(std::string(less, 'v')) + 's'));
    lookAtText("text.msgpack", "\x82\xa1\x61" + msgpackText(std::string(size, 'v')) + "\xa1\x62" + flaxArray("\x91\1"));
    lookAtText("text.onnx", onnx("", bytesField(6, std::string(size, 'v'))));
}

TEST(Costs, WhatInflates)
{
    constexpr std::uint64_t size = 16 * mebibyte;
    for (const std::string& pickle :
        {')' + times(size, "\x85"), "}(" + std::string(size, 'N') + 'u', pickleText(std::string(size, 'v'))})
        look("a.pt", NpzBytes().deflated("archive/data.pkl", "\x80\4" + pickle + '.').bytes());
    look("a.npz", NpzBytes().deflated("a.npy", npyBytes(std::string(size, ' '))).bytes());
}

TEST(Costs, AMillionDimensions)
{
    lookAtTensors(
        "a.safetensors", safetensors(safetensorsEntry("a", 0, 1, "[1" + times(million - 1, ",1") + ']'), "x"), 1);
    lookAtTensors("a.bt",
        bintensors(std::string("\0\1\1a\1", 5) + bincode(million) + times(million, "\1") + std::string("\0\1", 2), "x"),
        1);
    look("a.gguf", ggufStart(1, 0) + ggufEntry("a", std::vector<std::uint64_t>(million, 1), 0) + std::string(64, '\0'));
    look("a.npy", npyBytes(npyHeader('(' + times(million, "1,") + ')'), "x"));
    const std::string tuple = '(' + times(million, "K\1") + 't';
    look("a.pt", torch('}' + pickleText("a") + torchTensor(tuple) + 's'));
    look("a.msgpack", "\x81\xa1\x61" + flaxArray(msgpack('\xdd', million) + times(million, "\1")));
    look("a.onnx", onnx(onnxTensor("a", times(million, numberField(1, 1)))));
}

TEST(Costs, LongNames)
{
    // Of a megabyte each; then many that begin alike.
    const std::string name(million, 'n');
    lookAtTensors("long.safetensors",
        safetensors(each(20, [&](std::uint64_t i) { return safetensorsEntry(name + number(i), i, i + 1); }), name), 20);
    look("long.gguf",
        ggufStart(20, 0) + each(20, [&](std::uint64_t i) { return ggufEntry(name + number(i), {1}, 32 * i); }));
    for (const std::string& begin : {times(100, "a."), std::string(200, '0')}) {
        lookAtTensors("alike.safetensors",
            safetensors(
                each(many / 4, [&](std::uint64_t i) { return safetensorsEntry(begin + number(i), i, i + 1); }), name),
            many / 4);
    }
    // A few bytes of the file each, that stand behind the long name of what they are in.
    const std::string arrays =
        each(many / 20, [](std::uint64_t i) { return msgpackText(number(i)) + flaxArray("\x91\1"); });
    look("a.msgpack", '\x81' + msgpackText(name) + msgpack('\xdf', many / 20) + arrays);
    look("a.pt",
        torch(pickleText(name) + "q\1" + torchTensor("K\1\x85") + "q\2" + "}("
            + each(many / 20, [](std::uint64_t i) { return pickleText(number(i)) + "}h\1h\2s"; }) + 'u'));
}

TEST(Costs, FaultsWithoutEnd)
{
    look("sizes.safetensors",
        safetensors(each(many, [](std::uint64_t i) { return safetensorsEntry(number(i), 0, 2); }), "xy"));
    look("overlaps.safetensors",
        safetensors(each(many, [](std::uint64_t i) { return safetensorsEntry(number(i), i, 2 * many - i); }),
            std::string(2 * many, 'x')));
    look("holes.safetensors",
        safetensors(each(many, [](std::uint64_t i) { return safetensorsEntry(number(i), 2 * i, 2 * i + 1); }),
            std::string(2 * many, 'x')));
    // Files that are not there, each another.
    look("files.onnx", onnx(each(many / 4, [](std::uint64_t i) {
        const auto external = [](std::string_view key, std::string_view value) {
            return bytesField(13, bytesField(1, key) + bytesField(2, value));
        };
        return bytesField(5,
            numberField(1, 1) + numberField(2, 2) + bytesField(8, number(i)) + numberField(14, 1)
                + external("location", number(i)));
    })));
    look("model.safetensors.index.json", R"({"weight_map":{"":"a.safetensors")" + each(many / 4, [](std::uint64_t i) {
        return ",\"" + number(i) + "\":\"" + number(i) + R"(.safetensors")";
    }) + "}}");
    look("imports.pt", torch('(' + each(many, [](std::uint64_t i) { return "cos\nx" + number(i) + '\n'; }) + 't'));
}

} // namespace loupe::test
