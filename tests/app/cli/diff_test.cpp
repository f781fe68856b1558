// What scripts see of `tloupe diff` besides its figures, which diff_numpy_test.py holds against NumPy's.

#include "app/cli/process.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

constexpr const char* tiny = "bintensors/gpt2-tiny.bt";
constexpr const char* tinyBefore = "bintensors-pre010/gpt2-tiny.bt";
constexpr const char* sharded = "safetensors-sharded/model.safetensors.index.json";

/// A safetensors file of U8 tensors: name and bytes of each.
std::string checkpoint(const std::vector<std::pair<std::string, std::string>>& tensors)
{
    json header = json::object();
    std::string data;
    for (const auto& [name, bytes] : tensors) {
        header[name] = {
            {"dtype", "U8"}, {"shape", {bytes.size()}}, {"data_offsets", {data.size(), data.size() + bytes.size()}}};
        data += bytes;
    }
    const std::string text = header.dump();
    std::string start(8, '\0');
    start[0] = static_cast<char>(text.size() % 256);
    start[1] = static_cast<char>(text.size() / 256);
    return start + text + data;
}

TEST(Diff, TheSameInTwoHeaderLayoutsIsTheSame)
{
    const Outcome outcome = tloupe({"diff", tiny, tinyBefore});
    EXPECT_EQ(outcome.status, 0);
    EXPECT_EQ(outcome.error, "");
    EXPECT_THAT(outcome.out, HasSubstr("same: 35 identical\n"));
    EXPECT_EQ(tloupe({"diff", sharded, sharded}).status, 0);
}

TEST(Diff, TheDocumentHasWhatItsContractNames)
{
    const json document = tloupe({"diff", "--json", tiny, "safetensors/gpt2-tiny.safetensors"}).json();
    EXPECT_EQ(document["a"], tiny);
    EXPECT_EQ(document["b"], "safetensors/gpt2-tiny.safetensors");
    EXPECT_EQ(document["same"], false);
    for (const char* const key :
        {"identical", "changed", "only_a", "only_b", "renamed", "dtype_changed", "shape_changed"})
        EXPECT_TRUE(document["summary"][key].is_number_unsigned()) << key;
    for (const char* const key : {"added", "removed", "changed"})
        EXPECT_TRUE(document["metadata"][key].is_object()) << key;
    for (const json& tensor : document["tensors"]) {
        for (const char* const key : {"name", "name_b", "status", "dtype", "shape", "elements", "differing", "max_abs",
                 "mean_abs", "rms", "relative_l2", "cosine", "first_difference"})
            EXPECT_TRUE(tensor.contains(key)) << key;
    }
}

TEST(Diff, ThreadsDoNotChangeTheAnswer)
{
    const std::string a = "bintensors/bit-patterns.bt";
    const std::string b = "bintensors/all-dtypes.bt";
    EXPECT_EQ(tloupe({"diff", "--json", "--threads", "1", a, b}).out, tloupe({"diff", "--json", a, b}).out);
}

TEST(Diff, WhatCannotBeReadIsThreeWithOneLine)
{
    for (const auto& [a, b] : {std::pair("no/such.bt", tiny), std::pair(tiny, "no/such.bt")}) {
        const Outcome text = tloupe({"diff", a, b});
        EXPECT_EQ(text.status, 3);
        EXPECT_EQ(text.out, "");
        EXPECT_THAT(text.error, StartsWith("tloupe: no/such.bt: "));
        EXPECT_EQ(std::count(text.error.begin(), text.error.end(), '\n'), 1);
        EXPECT_EQ(tloupe({"diff", "--json", a, b}).json()["error"]["code"], "not-found");
    }
}

TEST(Diff, AMissingShardIsSaidAndThree)
{
    const std::string index = "safetensors-sharded/bad-missing-shard.index.json";
    for (const auto& [a, b] : {std::pair(index, std::string(sharded)), std::pair(std::string(sharded), index)}) {
        const Outcome outcome = tloupe({"diff", "--json", a, b});
        EXPECT_EQ(outcome.status, 3);
        EXPECT_EQ(outcome.json()["same"], false);
        EXPECT_EQ(outcome.json()["error"]["code"], "not-found");
        EXPECT_THAT(outcome.error, HasSubstr("model-00004-of-00003.safetensors"));
    }
}

TEST(Diff, SaysWhatIsOnlyOnOneSide)
{
    const TemporaryFolder folder;
    folder.write("a", checkpoint({{"both", "12"}, {"gone", "34"}}));
    folder.write("b", checkpoint({{"both", "12"}, {"new", "567"}}));
    const Outcome outcome = tloupe({"diff", "a", "b"}, folder.path());
    EXPECT_EQ(outcome.status, 1);
    EXPECT_THAT(outcome.out, HasSubstr("only in A  gone"));
    EXPECT_THAT(outcome.out, HasSubstr("only in B  new"));
    EXPECT_THAT(outcome.out, HasSubstr("different: 1 identical, 1 only in A, 1 only in B\n"));
    const json tensors = tloupe({"diff", "--json", "a", "b"}, folder.path()).json()["tensors"];
    ASSERT_EQ(tensors.size(), 3u);
    EXPECT_EQ(tensors[2]["name"], "new");
    EXPECT_EQ(tensors[2]["name_b"], "new");
    EXPECT_EQ(tensors[2]["dtype"], json({nullptr, "U8"}));
    EXPECT_EQ(tensors[2]["shape"], (json{nullptr, {3}}));
    EXPECT_EQ(tloupe({"diff", "--filter", "both", "a", "b"}, folder.path()).status, 0);
}

TEST(Diff, NamesCannotFoolATerminal)
{
    const TemporaryFolder folder;
    folder.write("a", checkpoint({{"x\x1b[31m\n", "1"}}));
    folder.write("b", checkpoint({{"y\x1b[31m\n", "2"}}));
    for (const std::vector<std::string>& extra : {std::vector<std::string>{}, {"--detect-renames"}}) {
        std::vector<std::string> arguments{"diff", "a", "b"};
        arguments.insert(arguments.end(), extra.begin(), extra.end());
        const Outcome outcome = tloupe(arguments, folder.path());
        EXPECT_EQ(outcome.status, 1);
        EXPECT_THAT(outcome.out, Not(HasSubstr("\x1b")));
        EXPECT_THAT(outcome.out, HasSubstr("x\\x1b[31m\\n"));
    }
}

TEST(Diff, RulesAreFollowedInTheOrderTheyAreGiven)
{
    const TemporaryFolder folder;
    folder.write("a", checkpoint({{"[a].0", "1"}, {"[a].1", "2"}}));
    folder.write("b", checkpoint({{"last", "1"}, {"b.1", "2"}}));
    const Outcome outcome = tloupe({"diff", "--map", R"(.*0$=last)", "--map", R"(\[a\]=b)", "a", "b"}, folder.path());
    EXPECT_EQ(outcome.status, 0) << outcome.out << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("[a].0 -> last"));
    EXPECT_THAT(outcome.out, HasSubstr("same: 2 identical, 2 renamed\n"));
}

} // namespace

} // namespace loupe::test
