// Files that tensorizer itself wrote, and files that it would never write.

#include "tensorizer_files.h"

#include "analysis/digests/stated_check.h"
#include "core/elements.h"
#include "core/region.h"
#include "formats/tensorizer/tensorizer_names.h"
#include "formats/tensorizer/tensorizer_types.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

std::string statedHex(const StatedDigest& stated)
{
    if (stated.algorithm == StatedDigest::Algorithm::Sha256)
        return stated.digest;
    std::string bytes; // as in the file
    for (std::size_t i = stated.digest.size(); i > 0; i -= 2)
        bytes += stated.digest.substr(i - 2, 2);
    return bytes;
}

} // namespace

class TensorizerFile : public testing::TestWithParam<TensorizerSample> { };

TEST_P(TensorizerFile, TensorsAreThoseOfTheManifest)
{
    const json& file = GetParam().file;
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->formatText(), "tensorizer " + std::to_string(file["data_version"].get<int>()));
    EXPECT_TRUE(checkpoint->findings.referenceAccepts()) << codes(*checkpoint);
    for (const Finding& finding : checkpoint->findings.list())
        EXPECT_EQ(finding.severity, Severity::Note) << finding.message;
    EXPECT_EQ(checkpoint->files[0].header.end, 73 + file["metadata_reserved"].get<std::uint64_t>());
    EXPECT_EQ(checkpoint->files[0].headerContent.end, 73 + file["metadata_used"].get<std::uint64_t>());
    ASSERT_EQ(checkpoint->tensors.size(), GetParam().tensors().size());
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const json& want = GetParam().tensors()[i];
        const Tensor& tensor = checkpoint->tensors[i];
        SCOPED_TRACE(want["name"]);
        const auto dtype = want["dtype"].get<std::string>();
        EXPECT_EQ(tensor.name, joined(want["name"]));
        EXPECT_EQ(tensor.dtype, dtype.ends_with("torch.bfloat16") ? DType::BF16 : dtypeOfDescr(dtype));
        EXPECT_EQ(shapeOf(*checkpoint, i), want["shape"].get<std::vector<std::uint64_t>>());
        EXPECT_EQ(tensor.bytes.begin, want["file_offset"].get<std::uint64_t>());
        EXPECT_EQ(tensor.bytes.size(), want["nbytes"].get<std::uint64_t>());
    }
}

TEST_P(TensorizerFile, HeadersAreParts)
{
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    const auto& parts = checkpoint->files[0].parts;
    ASSERT_EQ(parts.size(), GetParam().tensors().size() + 1); // plus the end marker
    for (std::size_t i = 0; i + 1 < parts.size(); ++i) {
        const json& want = GetParam().tensors()[i];
        EXPECT_EQ(parts[i].range.begin, want["header_offset"].get<std::uint64_t>());
        EXPECT_EQ(parts[i].range.size(), want["header_len"].get<std::uint64_t>());
        EXPECT_EQ(parts[i].kind, RegionKind::Header);
    }
    EXPECT_EQ(parts.back().range.size(), 8U);
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(*checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        EXPECT_TRUE(region.kind == RegionKind::Header || region.kind == RegionKind::Tensor
            || region.kind == RegionKind::Padding)
            << regionKindName(region.kind);
        position = region.range.end;
    }
    EXPECT_EQ(position, GetParam().file["bytes"].get<std::uint64_t>());
}

TEST_P(TensorizerFile, FieldsCoverAllHeaders)
{
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    const CheckpointFile& file = checkpoint->files[0];
    const auto fields = findFormatOf(*checkpoint)->headerFields(*file.source, {0, file.size()}, {});
    ASSERT_TRUE(fields);
    std::uint64_t bytes = 0;
    std::uint64_t position = 0;
    for (const HeaderField& field : *fields) {
        EXPECT_GE(field.range.begin, position);
        EXPECT_NE(field.label, "unread");
        EXPECT_TRUE(file.touchesHeader(field.range));
        bytes += field.range.size();
        position = field.range.end;
    }
    EXPECT_EQ(bytes, file.headerBytes());
    // A window in the first tensor's header gets only fields of that header.
    const std::uint64_t begin = GetParam().tensors()[0]["header_offset"];
    const auto few = findFormatOf(*checkpoint)->headerFields(*file.source, {begin + 8, begin + 11}, {});
    ASSERT_TRUE(few);
    ASSERT_EQ(few->size(), 2U);
    EXPECT_EQ((*few)[0].label, "module index");
    EXPECT_EQ((*few)[0].value, std::to_string(GetParam().tensors()[0]["module_index"].get<int>()));
    EXPECT_EQ((*few)[1].label, "kind");
}

TEST_P(TensorizerFile, ValuesAreThoseOfTheManifest)
{
    const auto checkpoint = openUnlocked(GetParam());
    ASSERT_TRUE(checkpoint);
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const json& want = GetParam().tensors()[i];
        SCOPED_TRACE(want["name"]);
        if (want.contains("meta_tensor")) {
            const auto elements = Elements::open(checkpoint, i);
            ASSERT_TRUE(elements);
            Buffer scratch;
            ASSERT_TRUE(elements->visit(0, elements->count(), scratch, [&](std::span<const std::byte> bytes) {
                EXPECT_EQ(bytes.size(), valueBytes(checkpoint->tensors[i]));
                EXPECT_TRUE(std::ranges::all_of(bytes, [](std::byte byte) { return byte == std::byte{0}; }));
            }));
        } else {
            EXPECT_EQ(sha256Of(*checkpoint, i), want["sha256_plain_data"].get<std::string>());
        }
    }
}

/// Compares the digests that tensorizer stated with those that OpenSSL and zlib compute from the same bytes.
TEST_P(TensorizerFile, StatedDigestsHold)
{
    const auto checkpoint = openUnlocked(GetParam());
    ASSERT_TRUE(checkpoint && statesDigests(*checkpoint));
    for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
        const json& want = GetParam().tensors()[i];
        SCOPED_TRACE(want["name"]);
        const auto checked = checkStatedDigests(*checkpoint, i);
        ASSERT_TRUE(checked) << describe(checked.error());
        ASSERT_EQ(checked->size(), want["hashes"].size());
        EXPECT_TRUE(areSame(*checked));
        for (std::size_t hash = 0; hash < checked->size(); ++hash)
            EXPECT_EQ(statedHex((*checked)[hash].stated), want["hashes"][hash]["hex"].get<std::string>());
    }
}

INSTANTIATE_TEST_SUITE_P(Samples, TensorizerFile, testing::ValuesIn(tensorizerSamples()));

class TensorizerFault : public testing::TestWithParam<TensorizerHostile> { };

TEST_P(TensorizerFault, HasItsFindings)
{
    const json& file = GetParam().file;
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    std::vector<std::string> found;
    for (const Finding& finding : checkpoint->findings.list()) {
        found.emplace_back(finding.code);
        EXPECT_LE(finding.offset.value_or(0), checkpoint->files[0].size()) << finding.code;
    }
    EXPECT_EQ(found, file["findings"].get<std::vector<std::string>>());
    EXPECT_EQ(checkpoint->findings.referenceAccepts(), file["refused_as"].is_null());
    EXPECT_EQ(refusal(*checkpoint), file["refused_as"].is_null() ? "" : file["refused_as"].get<std::string>());
    EXPECT_EQ(checkpoint->tensors.size(), file["tensors"].get<std::size_t>());
    for (const Tensor& tensor : checkpoint->tensors)
        EXPECT_LE(tensor.bytes.begin, tensor.bytes.end);
    std::uint64_t position = 0;
    for (const Region& region : tileRegions(*checkpoint, 0)) {
        EXPECT_EQ(region.range.begin, position);
        position = region.range.end;
    }
}

TEST_P(TensorizerFault, HasFieldsWhereItHasHeaders)
{
    const auto checkpoint = open(GetParam().path());
    ASSERT_TRUE(checkpoint);
    const CheckpointFile& file = checkpoint->files[0];
    const auto fields = findFormatOf(*checkpoint)->headerFields(*file.source, {0, file.size()}, {});
    ASSERT_TRUE(fields);
    std::uint64_t position = 0;
    std::uint64_t bytes = 0;
    for (const HeaderField& field : *fields) {
        EXPECT_GE(field.range.begin, position) << field.label;
        position = field.range.end;
        bytes += field.range.size();
    }
    EXPECT_LE(bytes, file.headerBytes() + 8); // 8 bytes for the end marker, if not all tensors were found
    EXPECT_GE(bytes, file.header.size());
}

INSTANTIATE_TEST_SUITE_P(Hostile, TensorizerFault, testing::ValuesIn(tensorizerHostiles()));

TEST(Tensorizer, TheHeaderCountsWhereTheIndexDisagrees)
{
    const auto dtype = open(dataPath("malformed/tensorizer-header-dtype.tensors"));
    EXPECT_EQ(dtype->tensors[0].dtype, DType::I32);
    const auto shape = open(dataPath("malformed/tensorizer-header-shape.tensors"));
    EXPECT_EQ(shapeOf(*shape, 0), (std::vector<std::uint64_t>{1, 2}));
    const auto offset = open(dataPath("malformed/tensorizer-data-offset.tensors"));
    const auto sound = open(dataPath("malformed/tensorizer-two.tensors"));
    EXPECT_EQ(sha256Of(*offset, 0), sha256Of(*sound, 0));
    const auto more = open(dataPath("malformed/tensorizer-length-more.tensors"));
    EXPECT_EQ(sha256Of(*more, 0), sha256Of(*sound, 0));
}

/// A file cut anywhere is read up to the cut, with a finding. It counts as whole only if nothing but the end marker is
/// cut.
TEST(Tensorizer, TruncationIsAFinding)
{
    TemporaryFolder folder;
    for (const char* const name : {"malformed/tensorizer-two.tensors", "malformed/tensorizer-encrypted.tensors"}) {
        const std::string bytes = readFile(dataPath(name));
        const auto whole = open(dataPath(name));
        for (std::size_t size = 0; size < bytes.size(); ++size) {
            SCOPED_TRACE(size);
            std::filesystem::remove(folder.path() / "cut.tensors");
            const auto cut = open(folder.write("cut.tensors", bytes.substr(0, size)));
            ASSERT_TRUE(cut);
            ASSERT_EQ(cut->findings.referenceAccepts(), size + 8 >= bytes.size()) << codes(*cut);
            ASSERT_EQ(hasFinding(*cut, "end-mark"), size + 8 >= bytes.size()) << codes(*cut);
            ASSERT_LE(cut->tensors.size(), whole->tensors.size());
            const auto fields = findFormatOf(*cut)->headerFields(*cut->files[0].source, {0, size}, {});
            ASSERT_TRUE(fields.has_value());
            for (std::uint32_t i = 0; i < cut->tensors.size(); ++i)
                (void)checkStatedDigests(*cut, i); // may fail, but must not crash
        }
    }
}

/// Flipping any bit after the index of a valid file leads to a finding, a digest that does not match, or a missing
/// digest.
TEST(Tensorizer, NoBitChangesUnnoticedWhereDigestsLook)
{
    TemporaryFolder folder;
    const std::string bytes = readFile(dataPath("malformed/tensorizer-two.tensors"));
    const auto sound = open(dataPath("malformed/tensorizer-two.tensors"));
    const std::uint64_t first = sound->files[0].parts[0].range.begin;
    for (std::size_t bit = first * 8; bit < (bytes.size() - 8) * 8; ++bit) {
        SCOPED_TRACE(bit);
        std::string flipped = bytes;
        flipped[bit / 8] = static_cast<char>(flipped[bit / 8] ^ 1 << bit % 8);
        std::filesystem::remove(folder.path() / "flipped.tensors");
        const auto checkpoint = open(folder.write("flipped.tensors", flipped));
        ASSERT_TRUE(checkpoint);
        bool isNoticed = !checkpoint->findings.list().empty();
        for (std::uint32_t i = 0; i < checkpoint->tensors.size(); ++i) {
            const auto checked = checkStatedDigests(*checkpoint, i);
            isNoticed = isNoticed || !checked || checked->size() < 2 || !areSame(*checked);
        }
        ASSERT_TRUE(isNoticed);
    }
}

TEST(Tensorizer, AStoppedCheckEndsAsStopped)
{
    std::stop_source stop;
    stop.request_stop();
    const auto checkpoint = open(dataPath("tensorizer/one.tensors"));
    const std::vector<std::uint32_t> all{0};
    const auto checked = checkStatedDigests(*checkpoint, all, Work{stop.get_token(), nullptr});
    ASSERT_FALSE(checked);
    EXPECT_EQ(checked.error().code, ErrorCode::Stopped);
}

TEST(Tensorizer, ShowsWhatTheFileSaysAboutItself)
{
    const auto checkpoint = open(dataPath("tensorizer/module.tensors"));
    ASSERT_TRUE(checkpoint->metadata);
    std::map<std::string, std::string> values;
    for (const auto& [key, value] : *checkpoint->metadata)
        values[key] = value.shown();
    EXPECT_EQ(values["tensorizer.data_version"], "1");
    EXPECT_EQ(values["tensorizer.tensor_count"], "7");
    EXPECT_EQ(values["tensorizer.encrypted"], "false");
    EXPECT_EQ(values["tensorizer.parameters"], "4");
    EXPECT_EQ(values["tensorizer.buffers"], "3");
    EXPECT_EQ(values["tensorizer.modules"], "2");
}

TEST(TensorizerTypes, AreNumpysAndTorchs)
{
    using namespace std::string_literals;
    const std::vector<std::pair<std::string, DType>> known{{"<f4", DType::F32}, {"|b1", DType::BOOL},
        {"<V2\0torch.bfloat16"s, DType::BF16}, {"|V1\0torch.float8_e4m3fn"s, DType::F8_E4M3},
        {"|V1\0torch.float8_e5m2"s, DType::F8_E5M2}, {"|V1\0torch.float8_e4m3fnuz"s, DType::F8_E4M3FNUZ},
        {"|V1\0torch.float8_e5m2fnuz"s, DType::F8_E5M2FNUZ}, {"|V1\0torch.float8_e8m0fnu"s, DType::F8_E8M0},
        {"<V2\0torch.uint16"s, DType::U16}, {"<f4\0torch.float32"s, DType::F32}};
    for (const auto& [spelled, dtype] : known) {
        const tensorizer::TensorizerType type = tensorizer::tensorizerType(spelled);
        EXPECT_EQ(type.dtype, dtype) << spelled;
        EXPECT_EQ(type.size, bitsPerElement(dtype) / 8) << spelled;
        EXPECT_EQ(type.refusedAs, "") << spelled;
    }
    const tensorizer::TensorizerType half = tensorizer::tensorizerType("<V4\0torch.complex32"s);
    EXPECT_EQ(half.dtype, DType::Opaque);
    EXPECT_EQ(half.name, "complex32");
    EXPECT_EQ(half.size, 4U);
    EXPECT_EQ(half.refusedAs, "");
    for (const std::string& odd :
        {"<V4\0torch.bfloat16"s, "<V3\0torch.x"s, "<V2\0numpy.x"s, "<V2"s, "f"s, ""s, "<U4"s, ">i8"s, "O"s}) {
        EXPECT_NE(tensorizer::tensorizerType(odd).refusedAs, "") << odd;
        EXPECT_EQ(tensorizer::tensorizerType(odd).dtype, DType::Opaque) << odd;
    }
}

TEST(TensorizerNames, KeysAreJoinedByDots)
{
    EXPECT_EQ(tensorizer::tensorizerName("\x1e[\"a\",\"y\",0]").shown, "a.y.0");
    EXPECT_EQ(tensorizer::tensorizerName("\x1e[\"\\u00e9\"]").shown, "\u00e9");
    EXPECT_EQ(tensorizer::tensorizerName(".weight").shown, ".weight");
    EXPECT_FALSE(tensorizer::tensorizerName("a.b").isStructured);
    EXPECT_TRUE(tensorizer::tensorizerName("\x1e[0]").isStructured);
    EXPECT_EQ(tensorizer::tensorizerName("\x1e[0]").problem, "");
    for (const char* const odd : {"\x1e", "\x1e[", "\x1e[-1]", "\x1e[[\"a\"]]", "\x1e[null]", "\x1e\"a\"", "\x1e[1]x"})
        EXPECT_EQ(tensorizer::tensorizerName(odd).refusedAs, "ValueError") << odd;
    EXPECT_THAT(tensorizer::tensorizerName("a\xff").shown, HasSubstr("\\xff"));
}

} // namespace loupe::test
