// A real git with tloupe: external diffs, git difftool, pointers of LFS, the hook and the workflow of packaging/git.

#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <numeric>
#include <sstream>

namespace loupe::test {

namespace {

using testing::ContainsRegex;
using testing::HasSubstr;
using testing::Not;

std::string pair(float second)
{
    return packedBytes<float>({1, second});
}

std::string oldModel()
{
    return safetensorsOf({{"changed", "F32", "[2]", pair(2)}, {"same", "F32", "[2]", pair(3)},
        {"cast", "F32", "[2]", pair(4)}, {"gone", "F32", "[2]", pair(5)}});
}

std::string newModel()
{
    return safetensorsOf({{"new", "BF16", "[2,2]", pair(5)}, {"cast", "F64", "[1]", pair(4)},
        {"same", "F32", "[2]", pair(3)}, {"changed", "F32", "[2]", pair(6)}});
}

std::string lfsPointer(const std::string& digest)
{
    return "version https://git-lfs.github.com/spec/v1\noid sha256:" + digest + "\nsize 5261334938\n";
}

std::string gitFile(const std::string& name)
{
    std::ifstream file(std::string(LOUPE_GIT_FILES) + '/' + name);
    return {std::istreambuf_iterator<char>(file), {}};
}

/// A repository in the folder "r", with the attributes of packaging/git, and tloupe in the path. Files for tests to
/// copy into the repository are next to it.
class Git : public testing::Test {
protected:
    Git()
    {
        m_folder.write("old", oldModel());
        m_folder.write("new", newModel());
        m_folder.write("attributes", gitFile("gitattributes"));
        EXPECT_EQ(run("git init -q . && cp ../attributes .gitattributes && git config user.name A\n"
                      "git config user.email a@b.c && git config diff.tensorloupe.command 'tloupe git-difftool --'\n"
                      "git add . && git commit -qm attributes\n")
                      .status,
            0);
    }

    Outcome run(const std::string& script) const
    {
        return runProgram("bash",
            {"-euc", "export HOME=\"$PWD\" GIT_CONFIG_NOSYSTEM=1 PATH=\"${0%/*}:$PATH\"; mkdir -p r; cd r\n" + script,
                LOUPE_TLOUPE},
            m_folder.path());
    }

    TemporaryFolder m_folder;
};

} // namespace

TEST_F(Git, DiffOfTwoCommitsShowsWhatChanged)
{
    const Outcome outcome = run("cp ../old m.safetensors; git add .; git commit -qm old\n"
                                "cp ../new m.safetensors; git commit -qam new; git diff HEAD~ HEAD\n");
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    // 1 of 2 elements differs, by 6 - 2.
    for (const char* const line : {"^diff --tensorloupe a/m.safetensors b/m.safetensors\n",
             "\nA  a/m.safetensors  .safetensors, 4 tensors.\n", "\nB  b/m.safetensors  .safetensors, 4 tensors.\n",
             "\n  changed +changed +F32 +\\[2\\] +2 +1 +4 ", "\n  other shape +cast +F32 -> F64 +\\[2\\] -> \\[1\\] ",
             "\n  only in A +gone +F32 +\\[2\\] ", "\n  only in B +new +BF16 +\\[2, 2\\] ",
             "\ndifferent: 1 identical, 1 changed, 1 only in A, 1 only in B, 1 other shape"})
        EXPECT_THAT(outcome.out, ContainsRegex(line));
    EXPECT_THAT(outcome.out, Not(ContainsRegex("\n[^\n]* same +F32")));
}

TEST_F(Git, DiffShowsAddedDeletedAndOtherFiles)
{
    const Outcome outcome =
        run("cp ../old gone.safetensors; git add .; git commit -qm old; git rm -q gone.safetensors\n"
            "cp ../new added.safetensors; echo text >z.txt; git add .; git diff --cached\n");
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    for (const char* const line :
        {"\nA  /dev/null  .no file, 0 tensors.\nB  b/added.safetensors  .safetensors, 4 tensors.\n",
            "\nA  a/gone.safetensors  .safetensors, 4 tensors.\nB  /dev/null  .no file, 0 tensors.\n",
            "\n  only in B +new +BF16 +\\[2, 2\\] ", "\n  only in A +gone +F32 +\\[2\\] ", "\ndifferent: 4 only in B\n",
            "\ndifferent: 4 only in A\n", "\n\\+text\n"})
        EXPECT_THAT(outcome.out, ContainsRegex(line));
}

TEST_F(Git, DiffOfARenamedFileHasBothNames)
{
    std::vector<float> values(1000);
    std::iota(values.begin(), values.end(), 0.0F);
    m_folder.write("large", safetensorsOf({{"w", "F32", "[1000]", packedBytes(values)}}));
    values.back() = 0;
    m_folder.write("edited", safetensorsOf({{"w", "F32", "[1000]", packedBytes(values)}}));
    const Outcome outcome = run("cp ../large before.safetensors; git add .; git commit -qm old\n"
                                "git mv before.safetensors after.safetensors; cp ../edited after.safetensors\n"
                                "git add .; git diff --cached -M\n");
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out,
        ContainsRegex("^diff --tensorloupe a/before.safetensors b/after.safetensors\nA  a/before.safetensors .*\n"
                      "B  b/after.safetensors "));
    EXPECT_THAT(outcome.out, ContainsRegex("\n  changed +w +F32 +\\[1000\\] +1,000 +1 +999 "));
}

TEST_F(Git, DiffGoesOnAfterADamagedFile)
{
    m_folder.write("cut", oldModel().substr(0, oldModel().size() - 4));
    m_folder.write("page", "<html>not found</html>");
    const Outcome outcome =
        run("cp ../old a.safetensors; cp ../old b.safetensors; cp ../old c.safetensors; git add .; git commit -qm old\n"
            "cp ../cut a.safetensors; cp ../page b.safetensors; cp ../new c.safetensors; git diff\n");
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.error, HasSubstr("tloupe: b/a.safetensors: "));
    EXPECT_THAT(outcome.error, HasSubstr("tloupe: b/b.safetensors: this is a web page"));
    EXPECT_THAT(outcome.out, ContainsRegex("B  b/c.safetensors .*\n(.*\n)*  changed +changed +F32 "));
}

TEST_F(Git, DifftoolShowsTheSame)
{
    // A driver in the attributes would take precedence over the tool.
    const std::string commits =
        "git config --unset diff.tensorloupe.command; cp ../old m.safetensors; git add .; git commit -qm old\n"
        "cp ../new m.safetensors; git commit -qam new\n";
    const Outcome asCommand = run(commits + "git difftool -y -x 'tloupe git-difftool --' HEAD~ HEAD </dev/null\n");
    const Outcome asTool =
        run("git config difftool.tloupe.cmd 'tloupe git-difftool --top 1 -- \"$LOCAL\" \"$REMOTE\" \"$MERGED\"'\n"
            "git difftool -y -t tloupe HEAD~ HEAD </dev/null\n");
    for (const Outcome& outcome : {asCommand, asTool}) {
        EXPECT_EQ(outcome.status, 0) << outcome.error;
        EXPECT_THAT(outcome.out, ContainsRegex("\n  changed +changed +F32 +\\[2\\] +2 +1 +4 "));
        EXPECT_THAT(outcome.out, Not(HasSubstr("diff --tensorloupe")));
    }
    EXPECT_THAT(asCommand.out, HasSubstr("  only in B "));
    EXPECT_THAT(asTool.out, Not(HasSubstr("  only in B ")));
    EXPECT_THAT(asTool.out, HasSubstr("A  a/m.safetensors  (safetensors, 4 tensors)\nB  b/m.safetensors  ("));
}

TEST_F(Git, LfsPointersAreNamed)
{
    m_folder.write("one", lfsPointer(std::string(64, '1')));
    m_folder.write("two", lfsPointer(std::string(64, '2')));
    const std::string pointer = "this is a Git LFS pointer to 4.9 GiB (sha256:";
    const std::string fetch = "), not the file itself: fetch it with \"git lfs pull\"\n";
    const Outcome outcome = run("cp ../one m.safetensors; git add .; git commit -qm one; cp ../two m.safetensors\n"
                                "git diff; git commit -qam two; cp ../old m.safetensors; git diff\n");
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.error, "");
    const std::string heading = "diff --tensorloupe a/m.safetensors b/m.safetensors\n";
    const std::string two = "m.safetensors: " + pointer + "222222222222" + fetch;
    EXPECT_EQ(outcome.out,
        heading + "A  a/m.safetensors: " + pointer + "111111111111" + fetch + "B  b/" + two + heading + "A  a/" + two
            + "B  b/m.safetensors  (4 tensors)\n");
    // Versions of equal size also differ as text.
    const Outcome text = run("git config --unset diff.tensorloupe.command\n"
                             "git config diff.tensorloupe.textconv 'tloupe info --diffable'; git diff HEAD~ HEAD\n");
    EXPECT_EQ(text.status, 0) << text.error;
    EXPECT_THAT(text.out, HasSubstr("\n-error: " + pointer + "111111111111)"));
    EXPECT_THAT(text.out, HasSubstr("\n+error: " + pointer + "222222222222)"));
}

TEST_F(Git, NamesThatLookLikeOptionsAreFiles)
{
    // Uses the lines from the README.
    const std::string readme = gitFile("README.md");
    const auto lineWith = [&](const std::string& start) {
        const std::size_t at = readme.find(start);
        EXPECT_NE(at, readme.npos) << start;
        return at == readme.npos ? std::string() : readme.substr(at, readme.find('\n', at) - at);
    };
    std::string asCommand = lineWith("git difftool -y -x ");
    asCommand.resize(std::min(asCommand.find(" HEAD~"), asCommand.size()));
    const std::string commits = "git config --unset diff.tensorloupe.command\n"
                                "for name in --key-file=x.safetensors -q.safetensors; do cp ../old ./\"$name\"; done\n"
                                "git add .; git commit -qm old\n"
                                "for name in --key-file=x.safetensors -q.safetensors; do cp ../new ./\"$name\"; done\n";
    const Outcome command = run(commits + asCommand + " HEAD </dev/null\n");
    const Outcome tool =
        run(lineWith("git config --global difftool.tloupe.cmd ") + "\ngit difftool -y -t tloupe HEAD </dev/null\n");
    for (const Outcome& outcome : {command, tool}) {
        EXPECT_EQ(outcome.status, 0) << outcome.error;
        EXPECT_EQ(outcome.error, "");
        EXPECT_THAT(outcome.out, ContainsRegex("\nB  [^\n]*--key-file=x.safetensors  .*\n(.*\n)*  changed +changed "));
        EXPECT_THAT(outcome.out, ContainsRegex("\nB  [^\n]*-q.safetensors  .*\n(.*\n)*  changed +changed "));
    }
}

TEST_F(Git, BothSidesOfAQuantizedModelAreReadByTheSameRule)
{
    // According to the config, 1 must not be added to stored zero points. git passes the old version without the
    // config.
    const std::filesystem::path sample = dataPath("quantized/gptq-4bit-v2");
    std::ifstream stream(sample / "model.safetensors", std::ios::binary);
    std::string model{std::istreambuf_iterator<char>(stream), {}};
    std::uint64_t header = 0;
    std::memcpy(&header, model.data(), sizeof header);
    const auto offsets = nlohmann::json::parse(model.substr(8, header))["model.norm.weight"]["data_offsets"];
    model[8 + header + offsets[0].get<std::size_t>()] ^= 1;
    m_folder.write("edited", model);
    const std::string commits =
        "cp '" + sample.string() + "'/* .; git add .; git commit -qm old; cp ../edited model.safetensors\n";
    const Outcome diff = run(commits + "git diff\n");
    EXPECT_EQ(diff.status, 0) << diff.error;
    EXPECT_THAT(diff.out, ContainsRegex("\n  changed +model.norm.weight +"));
    EXPECT_THAT(diff.out, ContainsRegex("\ndifferent: [0-9]+ identical, 1 changed\n"));
    const Outcome text = run("git config --unset diff.tensorloupe.command\n"
                             "git config diff.tensorloupe.textconv 'tloupe info --diffable --digests'; git diff -U0\n");
    EXPECT_EQ(text.status, 0) << text.error;
    EXPECT_THAT(text.out, ContainsRegex("\n-model.norm.weight [^\n]*\n\\+model.norm.weight [^\n]*\n$"));
    EXPECT_THAT(text.out, Not(ContainsRegex("\n[-+][^\n]*q_proj")));
}

TEST_F(Git, OtherArgumentsAreRefusedOrAnswered)
{
    const auto called = [&](std::vector<std::string> arguments) {
        arguments.insert(arguments.begin(), "git-difftool");
        return tloupe(std::move(arguments), m_folder.path());
    };
    const Outcome conflict = called({"m.safetensors"});
    EXPECT_EQ(conflict.status, 0);
    EXPECT_THAT(conflict.error, HasSubstr("m.safetensors: is not merged"));
    for (const std::size_t count : {0U, 4U, 5U, 6U, 8U, 10U})
        EXPECT_EQ(called(std::vector<std::string>(count, "old")).status, 2) << count;
    const Outcome json = called({"--json", "m", "old", "hex", "100644", "new", "hex", "100644"});
    EXPECT_EQ(json.status, 0);
    EXPECT_EQ(json.json()["a"], "a/m");
    EXPECT_EQ(json.json()["summary"]["changed"], 1);
    EXPECT_EQ(called({"-q", "m", "old", "hex", "100644", "new", "hex", "100644"}).out, "");
    EXPECT_EQ(called({"old", "old"}).status, 0);
    EXPECT_EQ(called({"old", "nowhere"}).status, 0);
    EXPECT_THAT(called({"old", "nowhere"}).error, HasSubstr("tloupe: nowhere: "));
    EXPECT_EQ(called({"--structure", "--rtol", "1", "old", "new"}).status, 2);
}

TEST_F(Git, HookRefusesBrokenModelsOnly)
{
    m_folder.write("cut", oldModel().substr(0, oldModel().size() - 4));
    const std::string hook = std::string("cp '") + LOUPE_GIT_FILES + "/pre-commit' .git/hooks/pre-commit\n";
    const Outcome good = run(hook
        + "cp ../old 'a model.safetensors'; cp ../cut notes.txt; git add .\n"
          "git commit -qm good; git rm -q notes.txt; git commit -qm removed\n");
    EXPECT_EQ(good.status, 0) << good.out << good.error;
    const Outcome broken = run("cp ../cut 'a model.safetensors'; git add .; git commit -qm broken\n");
    EXPECT_NE(broken.status, 0);
    EXPECT_THAT(broken.out + broken.error, HasSubstr("a model.safetensors: not valid"));
    EXPECT_THAT(run("git log --format=%s").out, Not(HasSubstr("broken")));
}

TEST_F(Git, HookChecksWhatIsStaged)
{
    m_folder.write("cut", oldModel().substr(0, oldModel().size() - 4));
    EXPECT_EQ(run(std::string("cp '") + LOUPE_GIT_FILES + "/pre-commit' .git/hooks/pre-commit\n").status, 0);
    for (const std::string name : {"'a folder/m.safetensors'", "./-q.safetensors"}) {
        const auto commit = [&](const char* staged, const char* later) {
            return run(std::string("mkdir -p 'a folder'; cp ../") + staged + ' ' + name + "; git add .; cp ../" + later
                + ' ' + name + "; git commit -qm " + staged + '\n');
        };
        const Outcome broken = commit("cut", "old");
        EXPECT_NE(broken.status, 0) << name;
        EXPECT_THAT(broken.out + broken.error, HasSubstr(".safetensors: not valid")) << name;
        const Outcome good = commit("old", "cut");
        EXPECT_EQ(good.status, 0) << name << good.out << good.error;
        EXPECT_EQ(run("git rm -qf -- " + name + "; git commit -qm gone\n").status, 0);
    }
    EXPECT_EQ(run("ln -s nowhere link.safetensors; git add .; git commit -qm link\n").status, 0);
    EXPECT_THAT(run("git log --format=%s").out, Not(HasSubstr("cut")));
}

TEST_F(Git, WorkflowChecksModelsOfAChange)
{
    // The scripts of the steps, except the one that installs tloupe.
    std::vector<std::string> steps;
    std::istringstream lines(gitFile("github-actions.yml"));
    bool inScript = false;
    for (std::string line; std::getline(lines, line);) {
        if (line.ends_with("run: |")) {
            inScript = true;
            steps.emplace_back();
        } else if (inScript && line.starts_with("          ")) {
            steps.back() += line.substr(10) + '\n';
        } else {
            inScript = false;
        }
    }
    ASSERT_EQ(steps.size(), 3U);
    m_folder.write("cut", oldModel().substr(0, oldModel().size() - 4));
    m_folder.write("tuned",
        safetensorsOf({{"changed", "F32", "[2]", pair(9)}, {"same", "F32", "[2]", pair(3)},
            {"cast", "F32", "[2]", pair(4)}, {"gone", "F32", "[2]", pair(5)}}));
    EXPECT_EQ(run("cp ../old m.safetensors; git add .; git commit -qm old; git tag base\n").status, 0);
    struct Case {
        const char* model;
        bool isValid;
        bool keepsStructure;
    };
    for (const Case& one : {Case{"tuned", true, true}, {"new", true, false}, {"cut", false, true}}) {
        const auto step = [&](std::size_t number) {
            return run(std::string("cp ../") + one.model
                + " m.safetensors; git commit -qam change || true; set -o pipefail; export BASE=base\n"
                + steps[number]);
        };
        EXPECT_EQ(step(0).status == 0, one.isValid) << one.model;
        const Outcome changes = step(1);
        EXPECT_EQ(changes.status, 0) << changes.error;
        EXPECT_THAT(changes.out, HasSubstr("diff --tensorloupe a/m.safetensors b/m.safetensors\n")) << one.model;
        EXPECT_EQ(step(2).status == 0, one.keepsStructure) << one.model;
    }
}

} // namespace loupe::test
