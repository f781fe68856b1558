// The script-visible output of `tloupe diff` except its figures, which diff_numpy_test.py compares with NumPy's.

#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/file_content.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <limits>
#include <map>
#include <set>

namespace loupe::test {

namespace {

using nlohmann::json;
using testing::ElementsAre;
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

/// An index lists two shards, one of which is missing.
TEST(Diff, TensorsOfAMissingShardAreNotCompared)
{
    const TemporaryFolder folder;
    folder.write("m-00001-of-00002.safetensors", checkpoint({{"here", "12"}}));
    folder.write("m.safetensors.index.json",
        json{{"weight_map",
                 {{"here", "m-00001-of-00002.safetensors"}, {"away", "m-00002-of-00002.safetensors"},
                     {"both.away", "m-00002-of-00002.safetensors"}}}}
            .dump());
    folder.write("whole", checkpoint({{"here", "12"}, {"away", "34"}, {"new", "5"}}));
    const std::string index = "m.safetensors.index.json";
    for (const bool isA : {true, false}) {
        const auto ask = [&](std::vector<std::string> options) {
            options.insert(options.begin(), "diff");
            options.push_back(isA ? index : "whole");
            options.push_back(isA ? "whole" : index);
            return tloupe(options, folder.path());
        };
        const Outcome text = ask({"--html", "out.html", "--force"});
        EXPECT_EQ(text.status, 3);
        EXPECT_THAT(text.out, HasSubstr("not compared  away"));
        EXPECT_THAT(text.out,
            HasSubstr(isA ? "shard m-00002-of-00002.safetensors of A is not read"
                          : "shard m-00002-of-00002.safetensors of B is not read"));
        EXPECT_THAT(text.out, HasSubstr(isA ? "1 only in B, 1 not compared" : "1 only in A, 1 not compared"));
        EXPECT_EQ(std::count(text.error.begin(), text.error.end(), '\n'), 1) << "the shard once: " << text.error;
        EXPECT_THAT(readFile(folder.path() / "out.html"), HasSubstr("could not be opened"));
        const json document = ask({"--json"}).json();
        std::map<std::string, std::string> statuses;
        for (const json& tensor : document["tensors"])
            statuses[tensor["name"]] = tensor["status"];
        EXPECT_EQ(statuses["here"], "identical");
        EXPECT_EQ(statuses["away"], "not_compared");
        EXPECT_EQ(statuses["new"], isA ? "only_b" : "only_a");
        EXPECT_EQ(document["summary"]["not_compared"], 1);
        EXPECT_EQ(document["same"], false);
    }
    folder.write("rest", checkpoint({{"here", "12"}, {"away", "34"}}));
    EXPECT_THAT(tloupe({"diff", index, "rest"}, folder.path()).out,
        HasSubstr("no difference found, but not all could be compared: 1 identical, 1 not compared\n"));
    // The new name that a rule makes is also looked up in the index. A tensor found there is not offered as a rename.
    folder.write("renamed", checkpoint({{"here", "12"}, {"w.away", "34"}}));
    const Outcome mapped = tloupe({"diff", "--json", "--map", "^both=w", index, "renamed"}, folder.path());
    EXPECT_EQ(mapped.json()["tensors"][1]["status"], "not_compared");
}

TEST(Diff, WhatIsComparedIsNotReplaced)
{
    const TemporaryFolder folder;
    const auto shards = std::pair("m-00001-of-00002.safetensors", "m-00002-of-00002.safetensors");
    folder.write(shards.first, checkpoint({{"w", "12"}}));
    folder.write(shards.second, checkpoint({{"v", "34"}}));
    const std::string index = "m.safetensors.index.json";
    folder.write(index, json{{"weight_map", {{"w", shards.first}, {"v", shards.second}}}}.dump());
    folder.write("b.safetensors", checkpoint({{"w", "13"}, {"v", "34"}}));
    folder.write("other.safetensors", checkpoint({{"nothing", "in common"}}));
    std::filesystem::create_symlink("b.safetensors", folder.path() / "link.safetensors");
    std::filesystem::create_hard_link(folder.path() / "b.safetensors", folder.path() / "second.safetensors");
    const auto contents = [&] {
        std::map<std::string, std::string> found;
        for (const std::string& name : folder.names())
            found[name] = readFile(folder.path() / name);
        return found;
    };
    const auto before = contents();
    const std::vector<std::string> own{
        shards.first, shards.second, index, "b.safetensors", "./b.safetensors", "link.safetensors"};
    for (const char* const option : {"--html", "--export-difference"}) {
        for (const std::string& path : own) {
            const Outcome outcome = tloupe({"diff", index, "b.safetensors", option, path, "--force"}, folder.path());
            EXPECT_EQ(outcome.status, 3) << option << ' ' << path;
            EXPECT_EQ(
                outcome.error, "tloupe: " + path + ": is one of the files that are compared, expected another path\n");
        }
        // It is refused even if there is nothing to subtract.
        EXPECT_EQ(tloupe({"diff", "b.safetensors", "other.safetensors", option, "other.safetensors", "--force"},
                      folder.path())
                      .status,
            3);
    }
    EXPECT_EQ(contents(), before);
    // If the file has another name, only that name is replaced.
    EXPECT_EQ(
        tloupe({"diff", index, "b.safetensors", "--export-difference", "second.safetensors", "--force"}, folder.path())
            .status,
        1);
    auto after = contents();
    EXPECT_NE(after["second.safetensors"], before.at("second.safetensors"));
    after["second.safetensors"] = before.at("second.safetensors");
    EXPECT_EQ(after, before);
}

TEST(Diff, TheFilterKnowsTheWordsOfTheWindow)
{
    const TemporaryFolder folder;
    constexpr float nan = std::numeric_limits<float>::quiet_NaN();
    const auto file = [](const std::vector<std::pair<std::string, std::vector<float>>>& tensors) {
        std::vector<WantedTensor> wanted;
        for (const auto& [name, values] : tensors)
            wanted.push_back({name, "F32", "[" + std::to_string(values.size()) + "]", packedBytes(values)});
        return safetensorsOf(wanted);
    };
    folder.write(
        "a", file({{"same", {1, 2}}, {"small", {1, 2}}, {"large", {1, 2}}, {"broken", {1, 2}}, {"gone", {1}}}));
    folder.write("b", file({{"same", {1, 2}}, {"small", {1, 2.5}}, {"large", {1, 4}}, {"broken", {1, nan}}}));
    const auto kept = [&](const std::string& filter, int status) {
        const Outcome outcome = tloupe({"diff", "--json", "--filter", filter, "a", "b"}, folder.path());
        EXPECT_EQ(outcome.status, status) << filter << ": " << outcome.error;
        std::vector<std::string> names;
        const json document = outcome.json();
        for (const json& tensor : document["tensors"])
            names.push_back(tensor["name"]);
        return names;
    };
    EXPECT_THAT(kept("status:changed", 1), ElementsAre("small", "large", "broken"));
    EXPECT_THAT(kept("-status:changed -status:only_*", 0), ElementsAre("same"));
    EXPECT_THAT(kept("maxabs:>1", 1), ElementsAre("large", "broken")) << "a NaN is farther than any number";
    EXPECT_THAT(kept("maxabs:>2", 1), ElementsAre("broken"));
    EXPECT_THAT(kept("maxabs:>2 -nan:>0", 0), ElementsAre()); // only the NaN is that far apart
    EXPECT_THAT(kept("rell2:>0 rell2:<0.5 s", 1), ElementsAre("small"));
    EXPECT_THAT(kept("nan:>0", 1), ElementsAre("broken"));
    EXPECT_THAT(kept("-nan:>0 status:changed maxabs:<1", 1), ElementsAre("small"));
    EXPECT_EQ(tloupe({"diff", "--filter", "status:identical", "a", "b"}, folder.path()).status, 0);
    const Outcome text = tloupe({"diff", "--filter", "maxabs:>1", "a", "b"}, folder.path());
    EXPECT_THAT(text.out, HasSubstr("different: 2 changed\n"));
    EXPECT_THAT(text.out, Not(HasSubstr("small")));
    const Outcome structure = tloupe({"diff", "--structure", "--filter", "maxabs:>1", "a", "b"}, folder.path());
    EXPECT_EQ(structure.status, 2) << "nothing would be kept, and that looks the same";
    EXPECT_EQ(tloupe({"info", "--filter", "status:changed", "a"}, folder.path()).status, 2);
}

TEST(Diff, ASlipInTheFilterIsNotTheSame)
{
    const TemporaryFolder folder;
    folder.write("a", checkpoint({{"x", "1"}}));
    folder.write("b", checkpoint({{"x", "2"}}));
    const Outcome status = tloupe({"diff", "--filter", "status:bogus", "a", "b"}, folder.path());
    EXPECT_EQ(status.status, 2);
    EXPECT_THAT(status.error, HasSubstr("identical, changed, only_a"));
    for (const char* const none : {"nothing", "nan:>0"}) {
        const Outcome outcome = tloupe({"diff", "--filter", none, "a", "b"}, folder.path());
        EXPECT_EQ(outcome.status, 2) << none;
        EXPECT_THAT(outcome.error, HasSubstr("no pair matches the filter")) << none;
    }
    const Outcome tolerant = tloupe({"diff", "--structure", "--atol", "1", "a", "b"}, folder.path());
    EXPECT_EQ(tolerant.status, 2) << "no value was looked at";
    EXPECT_THAT(
        tloupe({"diff", "--structure", "a", "b"}, folder.path()).out, HasSubstr("same structure: 1 not compared\n"));

    EXPECT_EQ(tloupe({"diff", "--filter", "status:identical", "--html", "r.html", "a", "b"}, folder.path()).status, 0);
    const std::string report = readFile(folder.path() / "r.html");
    EXPECT_THAT(report, HasSubstr("No pair matches the filter."));
    EXPECT_THAT(report, HasSubstr("status:identical"));
    EXPECT_THAT(report, Not(HasSubstr("every tensor")));
}

TEST(Diff, TheSummarySaysWhereAllChangesAre)
{
    const TemporaryFolder folder;
    const auto write = [&](const char* file, const std::set<std::string>& changed) {
        std::vector<WantedTensor> tensors;
        for (const char* const name :
            {"h.0.attn.q", "h.0.mlp.up", "h.1.attn.q", "h.1.mlp.up", "h.2.mlp.up", "h.2.mlp.down", "norm"})
            tensors.push_back({name, "F32", "[1]", packedBytes<float>({changed.contains(name) ? 2.0F : 1.0F})});
        folder.write(file, safetensorsOf(tensors));
    };
    write("a", {});
    const std::pair<std::set<std::string>, const char*> cases[] = {
        {{"h.1.mlp.up", "h.2.mlp.down"}, "different: 5 identical, 2 changed; all changes in mlp of layers 1 and 2\n"},
        {{"h.0.attn.q", "norm"}, "different: 5 identical, 2 changed\n"},
        {{"norm"}, "different: 6 identical, 1 changed\n"},
        {{}, "same: 7 identical\n"},
    };
    for (const auto& [changed, words] : cases) {
        write("b", changed);
        EXPECT_THAT(tloupe({"diff", "a", "b"}, folder.path()).out, HasSubstr(words));
    }
}

TEST(Diff, TheSummaryTellsWhatMovedAndWhatIsWithinTheTolerance)
{
    const TemporaryFolder folder;
    const auto tensor = [](const char* name, float last) {
        return WantedTensor{name, "F32", "[2]", packedBytes<float>({1, last})};
    };
    folder.write("a", safetensorsOf({tensor("x", 0), tensor("y", 5)}));
    folder.write("moved", safetensorsOf({tensor("y", 5), tensor("x", 0)}));
    folder.write("near", safetensorsOf({tensor("x", 0.0002F), tensor("y", 6)}));
    EXPECT_THAT(tloupe({"diff", "a", "moved"}, folder.path()).out, HasSubstr("same: 2 identical, 2 moved\n"));
    EXPECT_EQ(tloupe({"diff", "--json", "a", "moved"}, folder.path()).json()["summary"]["moved"], 2);
    const Outcome near = tloupe({"diff", "--atol", "0.1", "a", "near"}, folder.path());
    EXPECT_EQ(near.status, 1);
    EXPECT_THAT(near.out, HasSubstr("different: 2 changed; 1 pair within the tolerance, 1 beyond it\n"));
    EXPECT_THAT(near.out, HasSubstr("0.99999998")) << "the cosine is not 1";
    const json summary = tloupe({"diff", "--json", "--atol", "0.1", "a", "near"}, folder.path()).json()["summary"];
    EXPECT_EQ(summary["within_tolerance"], 1);
    EXPECT_EQ(summary["beyond_tolerance"], 1);
}

} // namespace

} // namespace loupe::test
