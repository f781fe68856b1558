// Decodes blocks of random bytes, and compares with digests of the values that ggml's own functions compute:
// dequantize_row_* of ggml-org/ggml d99724f2, built without fused multiply-add.

#include "gguf_bytes.h"
#include "numpy_files.h"

#include "analysis/digests/hasher.h"
#include "core/elements.h"
#include "formats/gguf/gguf_types.h"
#include "support/temporary_file.h"

#include <gtest/gtest.h>

#include <cmath>
#include <limits>
#include <random>

namespace loupe::test {

namespace {

constexpr std::size_t blockCount = 512;

/// Infinities, a NaN, the smallest and the largest numbers, both zeros, and 1.
constexpr std::array<std::uint16_t, 10> extremeScales{
    0x7c00, 0xfc00, 0x7e00, 0x0001, 0x83ff, 0x7bff, 0xfbff, 0x0000, 0x8000, 0x3c00};

void putWord(std::string& bytes, std::size_t at, std::uint16_t word)
{
    bytes.replace(at, 2, GgufBytes::bytesOf(word));
}

/// Random blocks. In the first half of them, the F16 values at the offsets `scales` go through all pairs of extreme
/// scales.
std::string blocksOf(const gguf::GgufTensorType& type, const std::vector<std::size_t>& scales)
{
    std::mt19937 random(type.code);
    std::string bytes(blockCount * type.blockBytes, '\0');
    for (char& byte : bytes)
        byte = static_cast<char>(random() >> 24);
    for (std::size_t block = 0; block < blockCount / 2; ++block) {
        const std::size_t begin = block * type.blockBytes;
        for (std::size_t i = 0; i < scales.size(); ++i)
            putWord(bytes, begin + scales[i], extremeScales.at(block / (i == 0 ? 1 : 10) % 10));
        for (std::size_t i = 0; i < 4 && type.name == "IQ1_M"; ++i) { // its scale: four bits in each of four words
            char& byte = bytes[begin + 49 + 2 * i];
            byte = static_cast<char>((byte & 15) | (extremeScales.at(block % 10) >> 4 * i & 15) << 4);
        }
    }
    return bytes;
}

/// SHA-256 of the values. All NaNs count as equal, since their sign depends on the compiler, in ggml as well.
std::string digestOf(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    const auto elements = Elements::open(checkpoint, 0);
    std::vector<float> values(elements->count());
    Buffer scratch;
    EXPECT_TRUE(elements->visit(0, values.size(), scratch, [&](std::span<const std::byte> bytes) {
        ASSERT_EQ(bytes.size(), values.size() * sizeof(float));
        std::memcpy(values.data(), bytes.data(), bytes.size());
    }));
    for (float& value : values)
        value = std::isnan(value) ? std::numeric_limits<float>::quiet_NaN() : value;
    const auto hasher = Hasher::create(DigestAlgorithm::Sha256);
    (*hasher)->add(std::as_bytes(std::span(values)));
    return *(*hasher)->hexDigest();
}

} // namespace

TEST(GgufBlocks, OfAnyBytesAreUnpackedAsGgmlDoes)
{
    struct Row {
        std::string_view type;
        std::vector<std::size_t> scales; ///< byte offsets of the F16 values in the block
        std::string_view digest;
    };
    const std::vector<Row> rows{
        {"Q4_0", {0}, "c0df884715732c036ba3db11b16cb63f62e784bf4b5d6a21f6cefe6f9dd0dcc2"},
        {"Q4_1", {0, 2}, "9b6bd7836447c9001527f95b75ccf1c544cefa18e38affd03247d0350f2fe12b"},
        {"Q5_0", {0}, "b44920e172b9a02280c7e982a7ca37f22add467e5e8f73d4e5f0ea2672133314"},
        {"Q5_1", {0, 2}, "6cdb50678dd2003cfae57eb52d9a4040a3af7ca30b0060dccb37bc437d48eeb1"},
        {"Q8_0", {0}, "7eaa6d95f6965bcdb0d055013684ac0ff992fe9dcd64b07fc8e1458781b90aa7"},
        {"Q2_K", {80, 82}, "1ba3edd81601a9ec72031760dac98db009b3f51ff193125b9ab3352aa86260f3"},
        {"Q3_K", {108}, "d27dc0c422622691ad13101c4c7df123ba352e46c9ed4065c5a3eab6eba45c95"},
        {"Q4_K", {0, 2}, "de39b2d9f553caa860a7224266f72bd0d048169b4eef6cc0923d934ddfc66c35"},
        {"Q5_K", {0, 2}, "70af7de744a84dc892fea92321cd9545fbf8cb72ae08894acfb8f003f16cdf2b"},
        {"Q6_K", {208}, "f3bbe56d5ae24fd55ffd630ded9e6d4d2802f332f51642238b529ed6a40d4261"},
        {"IQ2_XXS", {0}, "cd6369886af22a2842baf0136783076f8dcf5aca0cbe890cdbd982ae51f58b46"},
        {"IQ2_XS", {0}, "6987f289d1c77cdf951a30a39ebfcff867f99f8c8d31aabdadd47bfb1379a10a"},
        {"IQ3_XXS", {0}, "1986bee000f74bd661ff8bfab24c1299a5db90d06e9340a7e7443bd1557057fa"},
        {"IQ1_S", {0}, "2fe6d8e5f2971d7b747fc389a8a6db01157f76b44478eae581c4248eeed624c4"},
        {"IQ4_NL", {0}, "b2b7cffcdf7336bb5c9cb96a2d6dbfc146276f80e596527b42ae3c3d020807f3"},
        {"IQ3_S", {0}, "1644c9480d88288a10aa9b364cc85efb26f0c7fbb86eb9cbbfbb8212f3393d29"},
        {"IQ2_S", {0}, "24e2adb3fb5c76571bd5d1ba757f7484ff5d117c74eb664b010b04157ad026e8"},
        {"IQ4_XS", {0}, "49afdfa06404557359988c0c4e883ffdbf3ee89fff262f23ff8b7f11dc6505d3"},
        {"IQ1_M", {}, "1cb920008041bdb526462cf310a88165dd9c164afc46df9be699db9165a07b48"},
        {"TQ1_0", {52}, "3e740004aff7775541b4f32f52a56a57a20ed932e7f386a2547ae495ef7662a2"},
        {"TQ2_0", {64}, "c91dcd317261877b1242538b9a368a524fffb2119b4fdf556da7bc0d06b0c706"},
        {"MXFP4", {}, "cae31138cfaf277b6bb9e3ec2caf3f04e897746d0e10d4297834d0d02d1bb7b1"},
        {"NVFP4", {}, "0616462b7a51810eae66ed1299ba341a0d9203f2958faf833336a32a37335b29"},
        {"Q1_0", {0}, "ff6f0f7be4d499833310003c239868f5832a59dfcd14380a4f5b42dbb5017542"},
        {"Q2_0", {0}, "9167c26aec4b2f480c508ec9b9bf49526189117e14861520c450ce6dd9080d0b"},
    };
    std::size_t checked = 0;
    for (std::uint32_t code = 0; code < gguf::ggufTypeCount; ++code) {
        const gguf::GgufTensorType& type = *gguf::ggufTensorType(code);
        const auto row = std::ranges::find(rows, type.name, &Row::type);
        EXPECT_EQ(row != rows.end(), type.dequantize != nullptr) << type.name;
        if (row == rows.end())
            continue;
        ++checked;
        const TemporaryFolder folder;
        const auto checkpoint = open(folder.write("w.gguf",
            GgufBytes().tensor("w", {blockCount * type.blockElements}, code, blocksOf(type, row->scales)).bytes()));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(digestOf(checkpoint), row->digest) << type.name;
    }
    EXPECT_EQ(checked, rows.size());
}

} // namespace loupe::test
