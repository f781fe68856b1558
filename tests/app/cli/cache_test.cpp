// tloupe cache: the parts of remote files that are kept on disk.

#include "app/cli/process.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::test {

namespace {

using testing::HasSubstr;
using testing::Not;

class CacheVerb : public testing::Test {
protected:
    Outcome run(std::vector<std::string> arguments, const std::string& limit = "1GiB")
    {
        std::vector<std::string> all{"XDG_CACHE_HOME=" + m_folder.path().string(), "TENSORLOUPE_CACHE_LIMIT=" + limit,
            "http_proxy=", LOUPE_TLOUPE};
        all.insert(all.end(), arguments.begin(), arguments.end());
        return runProgram("env", std::move(all));
    }
    std::string model(int number) const
    {
        return m_server.url(number == 1 ? "/bintensors/gpt2-tiny.bt" : "/safetensors/gpt2-tiny.safetensors");
    }

    TemporaryFolder m_folder;
    FaultServer m_server{{"--root", dataPath().string()}};
};

TEST_F(CacheVerb, ShowsPlaceSizeLimitAndFiles)
{
    const Outcome before = run({"cache"});
    EXPECT_EQ(before.status, 0);
    EXPECT_THAT(before.out, HasSubstr((m_folder.path() / "tensorloupe" / "remote").string()));
    EXPECT_THAT(before.out, HasSubstr("of at most 1.0 GiB"));
    EXPECT_THAT(before.out, Not(HasSubstr("ADDRESS")));
    ASSERT_EQ(run({"info", model(1)}).status, 0);
    ASSERT_EQ(run({"info", model(2)}).status, 0);
    EXPECT_THAT(run({"cache"}).out, HasSubstr(model(2)));
    const auto json = run({"cache", "--json"}).json();
    EXPECT_EQ(json.at("folder"), (m_folder.path() / "tensorloupe" / "remote").string());
    EXPECT_EQ(json.at("limit"), std::uint64_t{1} << 30);
    ASSERT_EQ(json.at("files").size(), 2U);
    EXPECT_EQ(json.at("files").at(0).at("address"), model(1));
    std::uint64_t bytes = 0;
    for (const auto& file : json.at("files"))
        bytes += file.at("bytes").get<std::uint64_t>();
    EXPECT_EQ(json.at("bytes"), bytes);
    EXPECT_GT(bytes, 0U);
    EXPECT_EQ(run({"cache", "--json", model(2)}).json().at("files").size(), 1U);
}

TEST_F(CacheVerb, ClearsAFileOrAll)
{
    ASSERT_EQ(run({"info", model(1)}).status, 0);
    ASSERT_EQ(run({"info", model(2)}).status, 0);
    EXPECT_THAT(run({"cache", "--clear", model(1)}).out, HasSubstr("removed"));
    auto files = run({"cache", "--json"}).json().at("files");
    ASSERT_EQ(files.size(), 1U);
    EXPECT_EQ(files.at(0).at("address"), model(2));
    const std::string folder = model(2).substr(0, model(2).rfind('/'));
    EXPECT_THAT(run({"cache", folder}).out, HasSubstr(model(2))) << "what lies below";
    for (const std::vector<std::string>& command :
        {std::vector<std::string>{"cache", model(1)}, {"cache", "--clear", model(1)}}) {
        const Outcome nothing = run(command);
        EXPECT_EQ(nothing.status, 0);
        EXPECT_THAT(nothing.out, HasSubstr("nothing is kept of " + model(1)));
    }
    const auto removed = run({"cache", "--clear", "--json"}).json();
    EXPECT_EQ(removed.at("removed_bytes"), files.at(0).at("bytes"));
    EXPECT_TRUE(run({"cache", "--json"}).json().at("files").empty());
}

TEST_F(CacheVerb, KeepsNothingWithALimitOfZeroAndRefusesALimitThatIsNone)
{
    ASSERT_EQ(run({"info", model(1)}, "0").status, 0);
    EXPECT_TRUE(run({"cache", "--json"}).json().at("files").empty());
    const Outcome wrong = run({"cache"}, "much");
    EXPECT_EQ(wrong.status, 3);
    EXPECT_THAT(wrong.error, HasSubstr("TENSORLOUPE_CACHE_LIMIT is \"much\", expected a number of bytes"));
}

TEST_F(CacheVerb, IsNotInTheWayOfOtherVerbsWhereItCannotBeWritten)
{
    m_folder.write("tensorloupe", "a file where the folder should be");
    const Outcome info = run({"info", "--quiet", model(1)});
    EXPECT_EQ(info.status, 0);
    EXPECT_EQ(info.error, "");
}

} // namespace

} // namespace loupe::test
