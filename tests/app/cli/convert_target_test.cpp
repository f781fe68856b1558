// What convert and export report about the output path, and what they refuse to overwrite.

#include "app/cli/convert_fixture.h"

#include <gmock/gmock.h>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::AllOf;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

using ConvertTargetTest = ConvertTest;

TEST_F(ConvertTargetTest, ShardsStayShardsUnderAnIndex)
{
    const std::string sample = "safetensors/gpt2-tiny.safetensors";
    const auto before = convert(sample, {"m.safetensors", "--max-shard-size", "20KB", "--json"}).json();
    ASSERT_GT(before["files"].size(), 2U);
    const std::string index = before["index"];
    const Outcome done =
        tloupe({"convert", index, index, "--set-metadata", "a=b", "--force", "--json"}, m_folder.path());
    EXPECT_EQ(done.json()["files"].size(), before["files"].size());
    EXPECT_EQ(done.json()["left_behind"], json::array());
    EXPECT_EQ(info(index)["metadata"]["a"], "b");
    EXPECT_EQ(m_folder.names().size(), before["files"].size() + 1);
    const Outcome other = tloupe({"convert", index, "n.bt.index.json", "--json"}, m_folder.path());
    EXPECT_EQ(other.json()["files"].size(), before["files"].size());
    const Outcome merged = tloupe({"convert", index, "one.safetensors", "--json"}, m_folder.path());
    EXPECT_EQ(merged.json()["index"], nullptr) << "one file is asked for by its name";
    // A requested size takes precedence over existing shards.
    const Outcome asked =
        tloupe({"convert", index, "k.bt.index.json", "--max-shard-size", "1GB", "--json"}, m_folder.path());
    EXPECT_EQ(asked.json()["files"].size(), 1U);
}

TEST_F(ConvertTargetTest, APartOfAModelIsNotReplacedByItself)
{
    const std::string sample = "safetensors/gpt2-tiny.safetensors";
    const auto before = convert(sample, {"m.safetensors", "--max-shard-size", "20KB", "--json"}).json();
    const std::string index = before["index"];
    const std::string shard = before["files"][0]["path"];
    const std::string old = digest(shard);
    for (const bool dry : {false, true}) {
        std::vector<std::string> arguments{"convert", index, shard, "--force"};
        if (dry)
            arguments.emplace_back("--dry-run");
        const Outcome refused = tloupe(arguments, m_folder.path());
        EXPECT_EQ(refused.status, 3);
        EXPECT_THAT(refused.error, HasSubstr("tloupe: " + shard + ": is a part of " + index));
    }
    const Outcome exported = tloupe({"export", index, "-o", shard, "--force"}, m_folder.path());
    EXPECT_EQ(exported.status, 3);
    EXPECT_THAT(exported.error, HasSubstr("is a part of"));
    EXPECT_EQ(digest(shard), old);
    EXPECT_EQ(tloupe({"validate", index}, m_folder.path()).status, 0);
}

TEST_F(ConvertTargetTest, AnotherNameOfAPartOfAModelMayBeReplaced)
{
    const std::string sample = "safetensors/gpt2-tiny.safetensors";
    const auto before = convert(sample, {"m.safetensors", "--max-shard-size", "20KB", "--json"}).json();
    const std::string index = before["index"];
    const std::string shard = before["files"][0]["path"];
    fs::create_hard_link(m_folder.path() / shard, m_folder.path() / "second.safetensors");
    fs::create_hard_link(m_folder.path() / index, m_folder.path() / "n.safetensors.index.json");
    fs::create_symlink(shard, m_folder.path() / "link.safetensors");
    const std::string old = digest(shard);
    EXPECT_EQ(tloupe({"convert", index, "second.safetensors", "--force"}, m_folder.path()).status, 0);
    EXPECT_NE(digest("second.safetensors"), old);
    EXPECT_EQ(tloupe({"convert", index, "n.safetensors.index.json", "--force"}, m_folder.path()).status, 0);
    EXPECT_EQ(digest(shard), old);
    EXPECT_EQ(tloupe({"validate", index}, m_folder.path()).status, 0);
    // A shard with several names is still recognized under its own name, and through a link.
    fs::create_hard_link(m_folder.path() / shard, m_folder.path() / "third.safetensors");
    for (const std::string& path : {shard, "./" + shard, std::string("link.safetensors")}) {
        const Outcome refused = tloupe({"convert", index, path, "--force"}, m_folder.path());
        EXPECT_EQ(refused.status, 3) << path;
        EXPECT_THAT(refused.error, HasSubstr(path + ": is a part of " + index));
    }
    EXPECT_EQ(digest(shard), old);
}

TEST_F(ConvertTargetTest, AnIndexThatNamesWhatIsReplacedIsRemarked)
{
    const std::string sample = "safetensors/gpt2-tiny.safetensors";
    const auto before = convert(sample, {"m.safetensors", "--max-shard-size", "20KB", "--json"}).json();
    const std::string shard = before["files"][0]["path"];
    const std::string wanted = "tloupe: m.safetensors.index.json lists a file that is replaced";
    // If all names stay the same, the shard's own index is not affected.
    const Outcome same =
        tloupe({"convert", shard, shard, "--force", "--set-metadata", "k=v", "--json"}, m_folder.path());
    EXPECT_EQ(same.error, "");
    EXPECT_EQ(same.json()["other_indexes"], json::array());
    EXPECT_THAT(convert(sample, {shard, "--force", "--dry-run"}).error, StartsWith(wanted));
    const Outcome exported = tloupe({"export", dataPath(sample), "wte", "-o", shard, "--force"}, m_folder.path());
    EXPECT_EQ(exported.status, 0);
    EXPECT_THAT(exported.error, StartsWith(wanted));
    const Outcome replaced = convert(sample, {shard, "--force", "--json"});
    EXPECT_EQ(replaced.status, 0);
    EXPECT_THAT(replaced.error, StartsWith(wanted));
    EXPECT_EQ(replaced.json()["other_indexes"], json({"m.safetensors.index.json"}));
    // No warning is needed for the index that is itself rewritten.
    EXPECT_EQ(convert(sample, {"m.safetensors", "--max-shard-size", "20KB", "--force"}).error, "");
}

TEST_F(ConvertTargetTest, ADryRunSaysWhatTheRunWouldRefuse)
{
    const std::string sample = "bintensors/readme-example.bt";
    m_folder.write("a.bt", "mine");
    const std::string exists = "tloupe: a.bt: the file exists; use --force to overwrite\n";
    const Outcome there = convert(sample, {"a.bt", "--dry-run"});
    EXPECT_EQ(there.status, 3);
    EXPECT_EQ(there.error, exists);
    EXPECT_THAT(there.out, AllOf(StartsWith("a.bt: "), HasSubstr("nothing was written\n")));
    const Outcome asJson = convert(sample, {"a.bt", "--dry-run", "--json"});
    EXPECT_EQ(asJson.status, 3);
    EXPECT_EQ(asJson.json()["error"]["code"], "exists");
    EXPECT_EQ(asJson.json()["files"].size(), 1U);
    EXPECT_EQ(convert(sample, {"a.bt", "--dry-run", "--force"}).status, 0);
    for (const std::string path : {"no/deep/b.bt", "a.bt/b.bt"}) {
        const Outcome dry = convert(sample, {path, "--dry-run"});
        const Outcome real = convert(sample, {path});
        EXPECT_EQ(dry.status, 3) << path;
        EXPECT_EQ(dry.error, real.error) << path;
    }
    EXPECT_THAT(m_folder.names(), ElementsAre("a.bt"));
}

TEST_F(ConvertTargetTest, WhatIsAlreadySoIsNotRewritten)
{
    ASSERT_EQ(convert("bintensors/readme-example.bt", {"a.bt"}).status, 0);
    const auto time = fs::last_write_time(m_folder.path() / "a.bt");
    const Outcome dry = tloupe({"convert", "a.bt", "a.bt", "--force", "--dry-run"}, m_folder.path());
    EXPECT_THAT(dry.out, HasSubstr("nothing would change\n"));
    const Outcome done = tloupe({"convert", "a.bt", "a.bt", "--force"}, m_folder.path());
    EXPECT_EQ(done.status, 0);
    EXPECT_THAT(done.out, HasSubstr("nothing to change: the file stays as it was\n"));
    EXPECT_EQ(fs::last_write_time(m_folder.path() / "a.bt"), time);
    const Outcome edited =
        tloupe({"convert", "a.bt", "a.bt", "--force", "--set-metadata", "k=v", "--json"}, m_folder.path());
    EXPECT_EQ(edited.json()["unchanged"], false);
}

TEST_F(ConvertTargetTest, OtherNamesOfWhatIsReplacedAreSaid)
{
    m_folder.write("a.bt", "mine");
    fs::create_hard_link(m_folder.path() / "a.bt", m_folder.path() / "b.bt");
    const std::string sample = "bintensors/readme-example.bt";
    EXPECT_THAT(convert(sample, {"a.bt", "--force", "--dry-run"}).out,
        HasSubstr("a.bt: hard links to it would keep the old content\n"));
    EXPECT_THAT(convert(sample, {"a.bt", "--force"}).out, HasSubstr("a.bt: hard links to it keep the old content\n"));
    EXPECT_EQ(fs::file_size(m_folder.path() / "b.bt"), 4U);
    EXPECT_EQ(convert(sample, {"a.bt", "--force", "--json"}).json()["hard_linked"], json::array());
}

TEST_F(ConvertTargetTest, ALinkToAFileThatIsNotThereIsFollowed)
{
    fs::create_symlink("real.bt", m_folder.path() / "link.bt");
    EXPECT_EQ(convert("bintensors/readme-example.bt", {"link.bt"}).status, 0);
    EXPECT_TRUE(fs::is_symlink(m_folder.path() / "link.bt"));
    EXPECT_EQ(digest("real.bt"), digest(dataPath("bintensors/readme-example.bt")));
    fs::create_symlink("no/folder.bt", m_folder.path() / "far.bt");
    const Outcome far = convert("bintensors/readme-example.bt", {"far.bt"});
    EXPECT_EQ(far.status, 3);
    EXPECT_THAT(far.error, StartsWith("tloupe: no/folder.bt: folder no does not exist; create it first"));
}

/// Covers all verbs that write. More missing folders may be a misspelled path.
TEST_F(ConvertTargetTest, OneMissingFolderIsCreatedAndMoreAreAnError)
{
    const std::string sample = dataPath("bintensors/gpt2-tiny.bt");
    const auto adapter = [](const std::string& name) { return dataPath("adapters/" + name); };
    const struct {
        std::vector<std::string> arguments; ///< before the path
        std::string path;
        std::string written;
    } cases[]{
        {{"convert", sample}, "a.safetensors", "a.safetensors"},
        {{"convert", sample, "--to", "safetensors", "-o"}, "", "model.safetensors"},
        {{"convert", sample, "--max-shard-size", "10kB", "-o"}, "a.safetensors", "a.safetensors.index.json"},
        {{"merge", sample, adapter("peft-base.safetensors"), "-o"}, "a.safetensors", "a.safetensors"},
        {{"export", sample, "wte", "-o"}, "wte.npy", "wte.npy"},
        {{"export", sample, "wte", "-o"}, "", "wte.npy"},
        {{"lora", adapter("kohya.safetensors"), "--base", adapter("kohya-base.safetensors"), "--merge", "--to",
             "safetensors", "-o"},
            "", "model.safetensors"},
        {{"lora", adapter("kohya.safetensors"), "--rank", "1", "-o"}, "a.safetensors", "a.safetensors"},
        {{"diff", sample, sample, "--html"}, "report.html", "report.html"},
        {{"scan", sample, "--part", "1/2", "-o"}, "a.part", "a.part"},
        {{"thumbnail", sample}, "a.png", "a.png"},
    };
    for (const auto& one : cases) {
        std::vector<std::string> arguments = one.arguments;
        SCOPED_TRACE(arguments.front() + " " + one.path);
        arguments.push_back("no/deep/" + one.path);
        const Outcome deep = tloupe(arguments, m_folder.path());
        EXPECT_EQ(deep.status, 3);
        EXPECT_EQ(deep.out, "");
        EXPECT_THAT(deep.error, HasSubstr("folder no/deep does not exist; create it first"));
        EXPECT_FALSE(fs::exists(m_folder.path() / "no"));
        arguments.back() = "new/" + one.path;
        if (arguments.front() == "convert") {
            arguments.push_back("--dry-run");
            EXPECT_EQ(tloupe(arguments, m_folder.path()).status, 0);
            EXPECT_FALSE(fs::exists(m_folder.path() / "new"));
            arguments.pop_back();
        }
        const Outcome done = tloupe(arguments, m_folder.path());
        EXPECT_EQ(done.status, 0) << done.error;
        EXPECT_TRUE(fs::exists(m_folder.path() / "new" / one.written));
        fs::remove_all(m_folder.path() / "new");
    }
}

TEST_F(ConvertTargetTest, StandardOutputIsNoFile)
{
    const std::string sample = dataPath("bintensors/gpt2-tiny.bt");
    const std::vector<std::vector<std::string>> toDash{{"export", sample, "wte", "-o", "-", "--to", "npy"},
        {"convert", sample, "-", "--to", "bintensors"}, {"diff", sample, sample, "--html", "-"},
        {"diff", sample, sample, "--export-difference", "-"}};
    for (const auto& arguments : toDash) {
        const Outcome outcome = tloupe(arguments, m_folder.path());
        EXPECT_EQ(outcome.status, 2);
        EXPECT_THAT(outcome.error, HasSubstr("standard output is not supported"));
    }
    // Standard output is a file here, which must not be replaced while another process has it open.
    const Outcome linked = runProgram("sh",
        {"-c", "echo before > out; \"$0\" export \"$1\" wte --to npy -o /dev/stdout --force >> out", LOUPE_TLOUPE,
            sample},
        m_folder.path());
    EXPECT_EQ(linked.status, 3);
    EXPECT_THAT(linked.error, HasSubstr("/dev/stdout: is a link to what a process has open, expected a file"));
    EXPECT_EQ(fs::file_size(m_folder.path() / "out"), 7U);
    EXPECT_THAT(tloupe({"export", sample, "-o", "o/exp"}, m_folder.path()).error,
        HasSubstr("or a folder: one that is there, or a path that ends in a slash"));
    EXPECT_THAT(m_folder.names(), ElementsAre("out"));
}

} // namespace

} // namespace loupe::test
