// Compares headers byte for byte with those that the reference libraries wrote.

#include "format_files.h"
#include "formats/bintensors/bincode_reader.h"
#include "formats/shared/new_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using testing::HasSubstr;

std::vector<NewTensor> tensorsOf(const Checkpoint& checkpoint)
{
    std::vector<NewTensor> tensors;
    for (const Tensor& tensor : checkpoint.tensors)
        tensors.push_back({tensor.name, tensor.shape, tensor.dtype});
    return tensors;
}

/// The bytes before the data. For safetensors the metadata is sorted, since its order in the reference differs on each
/// run.
std::string referenceStart(const Checkpoint& checkpoint)
{
    const std::string file = readFile(checkpoint.path);
    const std::string start = file.substr(0, checkpoint.files.front().data.begin);
    if (checkpoint.format != "safetensors" || !checkpoint.metadata || checkpoint.metadata->size() < 2)
        return start;
    auto header = nlohmann::ordered_json::parse(start.substr(8));
    const nlohmann::json sorted = header["__metadata__"];
    header["__metadata__"] = nlohmann::ordered_json(sorted);
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    return framed(text);
}

void expectReferenceBytes(const std::filesystem::path& path)
{
    SCOPED_TRACE(path);
    const auto checkpoint = open(path);
    ASSERT_NE(checkpoint, nullptr);
    auto tensors = tensorsOf(*checkpoint);
    std::reverse(tensors.begin(), tensors.end());
    auto metadata = checkpoint->metadata;
    if (metadata)
        std::reverse(metadata->begin(), metadata->end());
    const auto layout = findFormatOf(*checkpoint)->writer->layOut(tensors, metadata);
    ASSERT_TRUE(layout.has_value()) << layout.error().message;
    EXPECT_EQ(layout->start, referenceStart(*checkpoint));
    EXPECT_EQ(layout->size, checkpoint->totalFileBytes());
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::size_t original = tensors.size() - 1 - i;
        EXPECT_EQ(layout->ranges[i], checkpoint->tensors[original].bytes);
        if (checkpoint->tensors[original].elements() > 0) {
            EXPECT_EQ(layout->order[original], i) << "the order of the bytes";
        }
    }
}

Result<FileLayout> layOut(
    std::string_view format, const std::vector<NewTensor>& tensors, const std::optional<Metadata>& metadata = {})
{
    return findFormat(format)->writer->layOut(tensors, metadata);
}

std::string refusalOf(
    std::string_view format, const std::vector<NewTensor>& tensors, const std::optional<Metadata>& metadata = {})
{
    const auto layout = layOut(format, tensors, metadata);
    return layout ? std::string() : layout.error().message;
}

} // namespace

TEST(FormatWriter, HeadersAreThoseOfTheReference)
{
    std::size_t samples = 0;
    for (const char* const folder : {"bintensors", "safetensors"}) {
        for (const auto& entry : std::filesystem::directory_iterator(dataPath(folder))) {
            if (formatForName(entry.path())) {
                expectReferenceBytes(entry.path());
                ++samples;
            }
        }
    }
    EXPECT_EQ(samples, 32U);
}

TEST(FormatWriter, EmptyMetadataWithoutTensorsIsStillJson)
{
    EXPECT_EQ(layOut("safetensors", {}, Metadata())->start, framed("{\"__metadata__\":{}}     "));
    EXPECT_EQ(layOut("bintensors", {}, Metadata())->start, framed(std::string("\1\0\0     ", 8)));
}

TEST(FormatWriter, IntegersTakeTheirShortestForm)
{
    // Numbers around the limits of what one, three, five and nine bytes can hold, as given in bincode's own
    // documentation.
    const std::vector<std::pair<std::uint64_t, std::string>> written{{250, "\xfa"}, {251, std::string("\xfb\xfb\0", 3)},
        {3000, "\xfb\xb8\x0b"}, {65535, "\xfb\xff\xff"}, {65536, std::string("\xfc\0\0\1\0", 5)},
        {5'000'000'000, std::string("\xfd\0\xf2\5\x2a\1\0\0\0", 9)}};
    for (const auto& [number, bytes] : written) {
        const std::vector<std::uint64_t> shape{number, 0};
        const auto layout = layOut("bintensors", {{"a", shape, DType::U8}});
        ASSERT_TRUE(layout.has_value());
        EXPECT_EQ(layout->start.substr(8, 6 + bytes.size()), std::string("\0\1\1a\1\2", 6) + bytes) << number;
    }
}

TEST(FormatWriter, RefusalsNameTheTensor)
{
    const std::vector<std::uint64_t> three{3};
    const std::vector<std::uint64_t> huge{std::uint64_t{1} << 63, 2, 0};
    const std::vector<std::uint64_t> bits{std::uint64_t{1} << 61};
    for (const char* const format : {"bintensors", "safetensors"}) {
        EXPECT_THAT(refusalOf(format, {{"a", three, DType::U8}, {"a", three, DType::I8}}), HasSubstr("named \"a\""));
        EXPECT_THAT(refusalOf(format, {{"b", huge, DType::U8}}), HasSubstr("\"b\""));
        EXPECT_THAT(refusalOf(format, {{"c", bits, DType::U8}}), HasSubstr("\"c\""));
        EXPECT_THAT(refusalOf(format, {{"d\xff", three, DType::U8}}), HasSubstr("not UTF-8"));
        EXPECT_THAT(refusalOf(format, {{"e", three, DType::Opaque}}), HasSubstr("tensor \"e\" is Opaque"));
        EXPECT_THAT(refusalOf(format, {}, Metadata{{"k\xff", "v"}}), HasSubstr("not UTF-8"));
    }
    EXPECT_THAT(refusalOf("safetensors", {{"f", three, DType::F4}}), HasSubstr("whole bytes"));
    EXPECT_THAT(refusalOf("safetensors", {{"__metadata__", three, DType::U8}}), HasSubstr("__metadata__"));
    EXPECT_EQ(refusalOf("bintensors", {{"__metadata__", three, DType::U8}}), "");
    for (const DType dtype : {DType::F4, DType::F6_E2M3, DType::F6_E3M2, DType::F8_E8M0, DType::F8_E4M3FNUZ,
             DType::F8_E5M2FNUZ, DType::C64}) {
        const std::vector<std::uint64_t> eight{8};
        EXPECT_THAT(refusalOf("bintensors", {{"g", eight, dtype}}),
            HasSubstr("tensor \"g\" is " + std::string(dtypeName(dtype))));
    }
}

TEST(FormatWriter, OfEqualMetadataKeysTheLastIsWritten)
{
    EXPECT_EQ(layOut("safetensors", {}, Metadata{{"b", "1"}, {"a", "2"}, {"b", "3"}})->start.substr(8),
        R"({"__metadata__":{"a":"2","b":"3"}})" + std::string(6, ' '));
}

TEST(FormatWriter, WhatTheReferenceReaderRefusesIsNotWritten)
{
    // Tests both limits of the bintensors reader and the one of safetensors, each just below and just above.
    const std::vector<std::uint64_t> none{0};
    const auto many = [&](std::size_t count) {
        std::vector<std::string> names;
        for (std::size_t i = 0; i < count; ++i)
            names.push_back(std::to_string(i));
        return names;
    };
    const auto layOutMany = [&](const std::vector<std::string>& names) {
        std::vector<NewTensor> tensors;
        for (const std::string& name : names)
            tensors.push_back({name, none, DType::U8});
        return layOut("bintensors", tensors);
    };
    EXPECT_TRUE(layOutMany(many(1'380'000)).has_value());
    EXPECT_EQ(layOutMany(many(1'388'889)).error().code, ErrorCode::TooLarge);
    const std::string fits(99'999'900, 'x'); // with 48 + 8 + 8 units for the entry, and the key's
    const std::string tooLong(100'000'000, 'x');
    for (const char* const format : {"bintensors", "safetensors"}) {
        EXPECT_EQ(refusalOf(format, {}, Metadata{{"k", fits}}), "");
        EXPECT_EQ(layOut(format, {}, Metadata{{"k", tooLong}}).error().code, ErrorCode::TooLarge);
    }
}

} // namespace loupe::test
