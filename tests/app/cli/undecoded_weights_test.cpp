// Quantized weights that cannot be decoded: all of their parts count, and the reason is stated.

#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <filesystem>
#include <map>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;

class UndecodedWeightsTest : public testing::Test {
protected:
    Outcome run(std::vector<std::string> arguments) const { return tloupe(std::move(arguments), m_folder.path()); }
    static std::string sample(const char* name) { return dataPath(std::string("quantized/") + name); }
    static constexpr const char* weight = "model.layers.0.self_attn.q_proj.weight";

    /// Writes one HQQ weight per layer. All have the same codes; each byte of a layer's scales is `scales[layer]`.
    void writeHqq(const char* folder, const std::map<int, char>& scales) const
    {
        std::vector<WantedTensor> tensors;
        for (const auto& [layer, scale] : scales) {
            const std::string module = "model.layers." + std::to_string(layer) + ".self_attn.q_proj.";
            tensors.push_back({module + "W_q", "U8", "[32,24]", std::string(32 * 24, '\7')});
            tensors.push_back({module + "scale", "F16", "[1,24]", std::string(48, scale)});
            tensors.push_back({module + "zero", "F16", "[1,24]", std::string(48, '\0')});
        }
        std::filesystem::copy(sample("not-decoded/hqq"), m_folder.path() / folder);
        m_folder.write(std::string(folder) + "/model.safetensors", safetensorsOf(tensors));
    }

    TemporaryFolder m_folder;
};

} // namespace

TEST_F(UndecodedWeightsTest, RenamesAreFoundByAllParts)
{
    writeHqq("a", {{0, '\1'}, {1, '\2'}});
    writeHqq("b", {{7, '\2'}, {8, '\3'}});
    const json found = run({"diff", "--json", "--detect-renames", "a", "b"}).json();
    std::map<std::string, std::string> pairs;
    for (const json& pair : found["tensors"]) {
        if (pair.value("paired_by", "") == "digest")
            pairs[pair["name"]] = pair["name_b"];
    }
    EXPECT_THAT(pairs,
        testing::ElementsAre(
            testing::Pair("model.layers.1.self_attn.q_proj.weight", "model.layers.7.self_attn.q_proj.weight")));
}

/// git's text conversion needs these digests to show changes.
TEST_F(UndecodedWeightsTest, DigestsAreOfAllParts)
{
    writeHqq("a", {{0, '\1'}});
    writeHqq("same", {{0, '\1'}});
    writeHqq("other", {{0, '\2'}});
    const auto digests = [&](const char* folder) { return run({"info", "--diffable", "--digests", folder}).out; };
    const std::string expected = digests("a");
    EXPECT_THAT(expected, HasSubstr(weight));
    EXPECT_EQ(digests("same"), expected);
    EXPECT_NE(digests("other"), expected);
}

TEST_F(UndecodedWeightsTest, DiffSaysWhyAPairIsNotCompared)
{
    m_folder.write(
        "plain.safetensors", safetensorsOf({{weight, "F32", "[48,32]", std::string(48 * 32 * sizeof(float), '\0')}}));
    EXPECT_THAT(
        run({"diff", "plain.safetensors", sample("not-decoded/hqq")}).out, HasSubstr("B is HQQ, not decoded\n"));
    const std::string faulty = "model.layers.2.self_attn.q_proj.weight";
    m_folder.write("layer.safetensors", safetensorsOf({{faulty, "F32", "[8,8]", std::string(256, '\0')}}));
    const std::string out = run({"diff", sample("damaged/ct-packed-width"), "layer.safetensors"}).out;
    EXPECT_THAT(out, HasSubstr("A is INT4, not decoded: "));
    EXPECT_THAT(out, HasSubstr("weight_scale\" has 3 groups"));
}

} // namespace loupe::test
