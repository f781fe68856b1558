#include "remote/hub/hub_access.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::HasSubstr;

const std::string commitA(40, 'a');
const std::string commitB(40, 'b');

HttpAnswer answerAt(const std::string& commit)
{
    return {.status = 200, .headers = {{"x-repo-commit", commit}, {"etag", "\"1\""}}, .fromPublicServer = false};
}

class HubAccessTest : public testing::Test {
protected:
    static HubSettings settings()
    {
        HubSettings settings;
        settings.endpoint.server.host = "hub.test";
        return settings;
    }
    static HubAddress file(const std::string& revision = {})
    {
        return {HubKind::Models, "o/r", revision, "model.safetensors"};
    }

    std::shared_ptr<Hub> m_hub = std::make_shared<Hub>(settings());
};

TEST_F(HubAccessTest, AsksAtTheCommitThatWasKnownWhenItWasMade)
{
    const HubAccess early(m_hub, file());
    EXPECT_THAT(early.url(), HasSubstr("/resolve/main/"));
    m_hub->learnCommit(file(), commitA);
    EXPECT_THAT(early.url(), HasSubstr("/resolve/main/")) << "what is kept of this URL may be of any commit";
    EXPECT_EQ(early.commit(), "");
    const HubAccess late(m_hub, file());
    EXPECT_THAT(late.url(), HasSubstr("/resolve/" + commitA + "/"));
    EXPECT_EQ(late.commit(), commitA);
    EXPECT_EQ(HubAccess(m_hub, file(commitB)).commit(), commitB);
    EXPECT_EQ(early.placeNow("f")->url(), late.url());
}

TEST_F(HubAccessTest, AnAnswerOfAnotherCommitThanTheRestIsAChange)
{
    const HubAccess first(m_hub, file());
    const HubAccess second(m_hub, file());
    first.learn(first.url(), answerAt(commitA));
    EXPECT_EQ(first.answeredCommit().value(), commitA);
    EXPECT_EQ(second.answeredCommit().value(), "") << "it has no answer";
    second.learn(second.url(), answerAt(commitB));
    ASSERT_FALSE(second.answeredCommit());
    EXPECT_EQ(second.answeredCommit().error().code, ErrorCode::Changed);
    EXPECT_EQ(first.answeredCommit().value(), commitA);
    EXPECT_EQ(hubAccessOf(*second.placeNow("f"))->answeredCommit().value(), commitA);
}

TEST_F(HubAccessTest, DigestsOfAnotherCommitAreNotLearned)
{
    m_hub->learnCommit(file(), commitA);
    const HubAccess access(m_hub, file());
    const std::string url = access.url();
    const auto answer = [](const std::string& commit, const std::string& digest) {
        return HttpAnswer{.status = 302,
            .headers = {{"x-repo-commit", commit}, {"x-linked-etag", '"' + digest + '"'}},
            .fromPublicServer = false};
    };
    access.learn(url, answer(commitB, "b"));
    EXPECT_EQ(access.statedDigest(), "");
    access.learn(url, answer(commitA, "a"));
    EXPECT_EQ(access.statedDigest(), "a");
    access.learn(url, answer(commitB, "b"));
    EXPECT_EQ(access.statedDigest(), "a");
}

TEST_F(HubAccessTest, ListingOfAFolderAloneTellsNothingOfFoldersInIt)
{
    const auto at = [](const std::string& path) {
        HubAddress address = file();
        address.path = path;
        return address;
    };
    m_hub->learnFolder(at(""), {.files = {{"a", "1"}, {"folder/", ""}}, .isWhole = false});
    EXPECT_EQ(m_hub->digestOf(at("a")), "1");
    EXPECT_NE(m_hub->folderAround(at("none")), nullptr);
    EXPECT_NE(m_hub->folderAt(at("")), nullptr);
    EXPECT_EQ(m_hub->folderAround(at("folder/b")), nullptr);
    EXPECT_EQ(m_hub->folderAt(at("folder")), nullptr);
    m_hub->learnFolder(at(""), {.files = {{"a", "1"}, {"folder/b", "2"}}});
    EXPECT_EQ(m_hub->digestOf(at("folder/b")), "2");
    m_hub->learnFolder(at(""), {.files = {{"a", "1"}}, .isWhole = false});
    EXPECT_NE(m_hub->folderAt(at("folder")), nullptr) << "what shows more stays";
}

TEST_F(HubAccessTest, OtherPlacesHaveNone)
{
    EXPECT_EQ(hubAccessOf(HttpPlace("https://host/f", "f")), nullptr);
}

} // namespace
} // namespace loupe::remote
