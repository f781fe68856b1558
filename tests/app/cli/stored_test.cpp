// Decoded values and stored numbers:

#include "app/cli/convert_fixture.h"

#include <gmock/gmock.h>

#include <cmath>
#include <fstream>
#include <iterator>
#include <map>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::AllOf;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

/// Member `key` of each tensor, by name.
std::map<std::string, json> byName(const json& answer, const std::string& key)
{
    std::map<std::string, json> values;
    for (const json& tensor : answer["tensors"])
        values[tensor["name"]] = tensor[key];
    return values;
}

std::string textOfFile(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

class StoredTest : public ConvertTest { };

TEST_F(StoredTest, NullsAreCountedInEveryAnswer)
{
    std::ifstream stream(dataPath("arrow-nulls/expected.json"));
    const json expected = json::parse(stream)["nulls.arrows"];
    for (const char* const verb : {"stats", "scan"}) {
        auto nulls = byName(tloupe({verb, "--json", "arrow-nulls/nulls.arrows"}).json(), "null");
        auto means = byName(tloupe({verb, "--json", "arrow-nulls/nulls.arrows"}).json(), "mean");
        for (const auto& [name, want] : expected.items()) {
            EXPECT_EQ(nulls[name], want["null"]) << verb << ' ' << name;
            EXPECT_NEAR(
                means[name].get<double>(), want["mean"].get<double>(), 1e-9 * std::abs(want["mean"].get<double>()));
        }
        EXPECT_THAT(tloupe({verb, "arrow-nulls/nulls.arrows"}).out, HasSubstr("  NULL  "));
        EXPECT_THAT(tloupe({verb, "arrow-nulls/zeros.arrows"}).out, Not(HasSubstr("NULL")));
        // Stored numbers are never null.
        for (const auto& [name, count] :
            byName(tloupe({verb, "--json", "--stored", "arrow-nulls/nulls.arrows"}).json(), "null"))
            EXPECT_EQ(count, 0) << verb << ' ' << name;
    }
    EXPECT_EQ(
        byName(tloupe({"stats", "--json", "--stored", "arrow-nulls/nulls.arrows", "f16"}).json(), "max")["f16"], 77);
}

TEST_F(StoredTest, WhatIsMeantIsComparedUnlessWhatIsStoredIsAskedFor)
{
    struct Case {
        const char* a;
        const char* b;
        int status;
        int storedStatus;
    };
    constexpr Case cases[] = {{"arrow-nulls/one.arrows", "arrow-nulls/zeros.arrows", 1, 0},
        {"arrow-nulls/nulls.arrows", "arrow-nulls/other-fillers.arrows", 0, 1},
        {"torch-meaning/per-tensor.pt", "torch-meaning/per-tensor-other.pt", 1, 1}, // their metadata differ
        {"torch-meaning/per-channel.pt", "torch-meaning/per-channel-other.pt", 1, 1}, // zero points are tensors
        {"torch-meaning/sparse.pt", "torch-meaning/sparse-other.pt", 1, 1},
        {"torch-meaning/signs.pt", "torch-meaning/plain.pt", 1, 1}}; // one has an unsupported type
    for (const Case& one : cases) {
        EXPECT_EQ(tloupe({"diff", one.a, one.b}).status, one.status) << one.a;
        EXPECT_EQ(tloupe({"diff", "--stored", one.a, one.b}).status, one.storedStatus) << one.a;
    }
    const json nulls = tloupe({"diff", "--json", "arrow-nulls/one.arrows", "arrow-nulls/zeros.arrows"}).json();
    EXPECT_EQ(nulls["tensors"][0]["differing"], 4);
    EXPECT_EQ(nulls["tensors"][0]["null_only_a"], 4);
    EXPECT_EQ(nulls["tensors"][0]["first_difference"], 1);
    const auto channels =
        byName(tloupe({"diff", "--json", "torch-meaning/per-channel.pt", "torch-meaning/per-channel-other.pt"}).json(),
            "status");
    EXPECT_EQ(channels.at("axis0"), "changed");
    const auto stored = byName(
        tloupe({"diff", "--json", "--stored", "torch-meaning/per-channel.pt", "torch-meaning/per-channel-other.pt"})
            .json(),
        "status");
    EXPECT_EQ(stored.at("axis0"), "identical");
}

TEST_F(StoredTest, NullsAreWrittenAsNanOrRefusedByName)
{
    const auto refused = convert("arrow-nulls/one.arrows", {"a.safetensors"});
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(
        refused.error, AllOf(HasSubstr("tensor \"i32\" has nulls, which I32 cannot hold"), HasSubstr("--stored")));
    EXPECT_FALSE(std::filesystem::exists(m_folder.path() / "a.safetensors"));
    // i32 is 5 null -7 0, null null null, 100 9.
    EXPECT_EQ(convert("arrow-nulls/one.arrows", {"b.safetensors", "--dtype", "F64"}).status, 0);
    const json figures = tloupe({"stats", "--json", "b.safetensors"}, m_folder.path()).json()["tensors"][0];
    EXPECT_EQ(figures["nan"], 4);
    EXPECT_EQ(figures["first_nonfinite"], 1);
    EXPECT_DOUBLE_EQ(figures["mean"].get<double>(), 107.0 / 5);
    EXPECT_EQ(convert("arrow-nulls/one.arrows", {"c.safetensors", "--stored"}).status, 0);
    EXPECT_EQ(tloupe({"diff", "c.safetensors", dataPath("arrow-nulls/zeros.arrows")}, m_folder.path()).status, 0);
    // Floats need no cast.
    EXPECT_EQ(convert("arrow-nulls/nulls.arrows", {"d.safetensors", "--select", "f*"}).status, 0);
    auto nan = byName(tloupe({"stats", "--json", "d.safetensors"}, m_folder.path()).json(), "nan");
    EXPECT_EQ(nan["f32"], 4); // two of them are in the source
    EXPECT_EQ(nan["f16"], 3);
}

TEST_F(StoredTest, ATableSaysNull)
{
    EXPECT_EQ(tloupe({"export", dataPath("arrow-nulls/one.arrows"), "i32", "-o", "a.csv"}, m_folder.path()).status, 0);
    EXPECT_EQ(textOfFile(m_folder.path() / "a.csv"), "5\nnull\n-7\n0\nnull\nnull\nnull\n100\n9\n");
    const auto refused = tloupe({"export", dataPath("arrow-nulls/one.arrows"), "i32", "-o", "a.npy"}, m_folder.path());
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.error, HasSubstr("has nulls"));
}

TEST_F(StoredTest, WhoeverWritesIntegersKeepsTheirScale)
{
    EXPECT_EQ(convert("torch-meaning/per-tensor.pt", {"a.safetensors", "--stored"}).status, 0);
    const json written = info("a.safetensors");
    EXPECT_EQ(byName(written, "dtype")["a"], "I8");
    EXPECT_EQ(written["metadata"]["a.scale"], "0.1");
    EXPECT_EQ(written["metadata"]["a.zero_point"], "-3");
    EXPECT_EQ(convert("torch-meaning/per-tensor.pt", {"b.safetensors"}).status, 0);
    EXPECT_EQ(byName(info("b.safetensors"), "dtype")["a"], "F32");
    EXPECT_EQ(convert("torch-meaning/sparse.pt", {"c.safetensors"}).status, 0);
    EXPECT_EQ(byName(info("c.safetensors"), "dtype").count("s.shape"), 1U);
}

TEST_F(StoredTest, RemarksOfInfoAreMadeWhereValuesAreReadAndWritten)
{
    const auto stats = tloupe({"stats", "torch-meaning/per-tensor.pt", "a"});
    EXPECT_THAT(stats.error,
        AllOf(HasSubstr("tensor \"a\" is quantized: its values are (integer + 3) * 0.1; --stored shows the integers"),
            Not(HasSubstr("tensor \"b\"")), Not(HasSubstr("imports"))));
    EXPECT_THAT(tloupe({"stats", "-q", "torch-meaning/per-tensor.pt"}).error, IsEmpty());
    EXPECT_THAT(convert("torch-meaning/sparse.pt", {"a.safetensors"}).error,
        HasSubstr("tensor \"s\" is sparse (torch.sparse_coo): the tensors that it consists of are shown, and its "
                  "shape, (3, 4)"));
    EXPECT_THAT(convert("arrow-more/batches.arrow", {"b.safetensors", "--stored"}).error,
        AllOf(HasSubstr("column \"i32\" has 8 nulls"), HasSubstr("only columns of numbers are tensors")));
    EXPECT_THAT(tloupe({"export", dataPath("torch-meaning/signs.pt"), "neg", "-o", "a.npy"}, m_folder.path()).error,
        HasSubstr("tensor \"neg\" is a view that torch negates when it loads it: so are its values here"));
}

} // namespace loupe::test
