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

TEST_F(HubAccessTest, OtherPlacesHaveNone)
{
    EXPECT_EQ(hubAccessOf(HttpPlace("https://host/f", "f")), nullptr);
}

} // namespace
} // namespace loupe::remote
