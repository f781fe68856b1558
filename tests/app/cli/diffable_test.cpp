// info --diffable, and its use by git.

#include "app/cli/process.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using testing::HasSubstr;
using testing::Not;

std::string two(float second)
{
    return packedBytes<float>({1, second});
}

} // namespace

TEST(Diffable, IsOneLineForEachTensorWhereverTheFileHasIt)
{
    const TemporaryFolder folder;
    folder.write("a.safetensors",
        safetensorsOf(
            {{"b", "F32", "[2]", two(2)}, {"a.w", "BF16", "[2,2]", two(3)}}, R"({"step":"1","format":"pt"})"));
    folder.write("b.safetensors",
        safetensorsOf(
            {{"a.w", "BF16", "[2,2]", two(3)}, {"b", "F32", "[2]", two(2)}}, R"({"format":"pt","step":"1"})"));
    const Outcome outcome = tloupe({"info", "--diffable", "a.safetensors"}, folder.path());
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.out, "format safetensors\nmetadata format = pt\nmetadata step = 1\na.w BF16 [2, 2]\nb F32 [2]\n");
    EXPECT_EQ(tloupe({"info", "--diffable", "b.safetensors"}, folder.path()).out, outcome.out);
    EXPECT_EQ(tloupe({"info", "--diffable", "--digests", "b.safetensors"}, folder.path()).out,
        tloupe({"info", "--diffable", "--digests", "a.safetensors"}, folder.path()).out);
}

TEST(Diffable, DigestsAreThoseOfHash)
{
    const TemporaryFolder folder;
    folder.write("a.safetensors", safetensorsOf({{"w", "F32", "[2]", two(2)}}));
    const std::string hash = tloupe({"hash", "--tensors", "a.safetensors"}, folder.path()).out;
    const std::string digest = hash.substr(0, hash.find(' '));
    ASSERT_EQ(digest.size(), 32U) << hash;
    EXPECT_THAT(tloupe({"info", "--diffable", "--digests", "a.safetensors"}, folder.path()).out,
        HasSubstr("\nw F32 [2] " + digest + "\n"));
}

TEST(Diffable, SucceedsForDamagedFilesAsGitGivesUpOtherwise)
{
    const TemporaryFolder folder;
    const std::string whole = safetensorsOf({{"w", "F32", "[2]", two(2)}});
    folder.write("cut.safetensors", whole.substr(0, whole.size() - 4));
    const Outcome outcome = tloupe({"info", "--diffable", "--digests", "cut.safetensors"}, folder.path());
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_THAT(outcome.out, HasSubstr("error: "));
    EXPECT_THAT(outcome.out, HasSubstr("\nw F32 [2] unreadable: "));
}

TEST(Diffable, RefusesWhatItIsNot)
{
    for (const std::vector<std::string>& other : std::vector<std::vector<std::string>>{{"--flat"}, {"--json"},
             {"--depth", "1"}, {"--families"}, {"--sort", "size"}, {"--top", "1"}, {"--columns", "name"}, {"-q"}}) {
        std::vector<std::string> arguments{"info", "--diffable", "bintensors/readme-example.bt"};
        arguments.insert(arguments.end(), other.begin(), other.end());
        EXPECT_EQ(tloupe(arguments).status, 2) << other.front();
    }
    EXPECT_EQ(tloupe({"info", "--digests", "bintensors/readme-example.bt"}).status, 2);
}

TEST(Diffable, GitShowsWhatChanged)
{
    const TemporaryFolder folder;
    folder.write("old",
        safetensorsOf({{"changed", "F32", "[2]", two(2)}, {"same", "F32", "[2]", two(3)},
            {"cast", "F32", "[2]", two(4)}, {"gone", "F32", "[2]", two(5)}}));
    folder.write("new",
        safetensorsOf({{"new", "F32", "[2]", two(5)}, {"cast", "F64", "[1]", two(4)}, {"same", "F32", "[2]", two(3)},
            {"changed", "F32", "[2]", two(6)}}));
    const Outcome outcome = runProgram("sh",
        {"-ec",
            "export HOME=$PWD GIT_CONFIG_NOSYSTEM=1\n"
            "git init -q repository && cd repository\n"
            "git config user.name A && git config user.email a@b.c\n"
            "git config diff.model.textconv \"$0 info --diffable --digests\"\n"
            "echo '*.safetensors diff=model' >.gitattributes\n"
            "cp ../old m.safetensors && git add . && git commit -qm old\n"
            "cp ../new m.safetensors && git commit -qam new\n"
            "git diff --no-color HEAD~ HEAD\n",
            LOUPE_TLOUPE},
        folder.path());
    ASSERT_EQ(outcome.status, 0) << outcome.error;
    for (const char* const line : {"\n-changed F32 [2] ", "\n+changed F32 [2] ", "\n-cast F32 [2] ", "\n+cast F64 [1] ",
             "\n-gone F32 [2] ", "\n+new F32 [2] "})
        EXPECT_THAT(outcome.out, HasSubstr(line));
    EXPECT_THAT(outcome.out, Not(HasSubstr("\n-same")));
    EXPECT_THAT(outcome.out, Not(HasSubstr("\n+same")));
}

} // namespace loupe::test
