#include "remote/hub/hub_listing.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

using testing::ElementsAre;

const std::string listedCommit(40, 'c');

HubListing listingOf(const std::string& revision, const std::string& path = {})
{
    HubSettings settings;
    settings.endpoint.server.host = "hub.example";
    return {std::make_shared<Hub>(std::move(settings)),
        {.kind = HubKind::Datasets, .repository = "owner/name", .revision = revision, .path = path}};
}

HttpAnswer withLink(const std::string& link)
{
    return {.status = 200, .headers = {{"link", link}}, .fromPublicServer = false};
}

TEST(HubListing, AsksForTheCommitAndThenForEachPageAtIt)
{
    HubListing listing = listingOf("a/b", "data/x y");
    EXPECT_EQ(listing.nextPage()->url(), "https://hub.example/api/datasets/owner/name/revision/a%2Fb");
    ASSERT_TRUE(
        listing.add({}, R"({"id": "owner/name", "siblings": [{"rfilename": "a"}], "sha": ")" + listedCommit + "\"}"));
    const std::string tree = "https://hub.example/api/datasets/owner/name/tree/" + listedCommit;
    EXPECT_EQ(listing.nextPage()->url(), tree + "/data%2Fx%20y?recursive=true");
    ASSERT_TRUE(listing.add(withLink("<https://huggingface.co/api/x?cursor=1>; rel=\"next\""),
        R"([{"type": "file", "path": "data/x y/b.npy", "size": 5, "lfs": {"oid": "x"}},
            {"type": "directory", "path": "data/x y/sub"}, {"type": "file", "path": "data/x y/sub/c.npy"}])"));
    EXPECT_EQ(listing.nextPage()->url(), "https://hub.example/api/x?cursor=1") << "a mirror answers with the hub's own";
    ASSERT_TRUE(listing.add(
        {}, R"([{"path": "data/x y/deep/d/e.npy", "type": "file"}, {"type": "file", "path": "data/x y/a.npy"},
                                    {"type": "file", "path": "data/x yz"}, {"type": "directory", "path": "data/x y"}])"));
    EXPECT_EQ(listing.nextPage(), nullptr);
    const FolderContent content = listing.take();
    EXPECT_THAT(content.files, ElementsAre("a.npy", "b.npy"));
    EXPECT_THAT(content.folders, ElementsAre("deep", "sub"));
}

TEST(HubListing, TakesNothingThatIsNone)
{
    for (const std::string& body : {std::string(), std::string("<html>"), std::string("{}"), std::string("[1]"),
             std::string("[{\"path\": \"a\""), std::string("[{}]"), std::string("[{\"path\": 5}]"), std::string("[] x"),
             std::string("[{\"path\": \"a//b\"}]"), std::string("[{\"path\": \"/a\"}]"),
             std::string("[{\"path\": \"a/../b\"}]"), std::string("[{\"path\": \"\\u0000\"}]"),
             "[{\"path\": \"" + std::string(1 << 20, 'a') + "\"}]", std::string("[{\"path\": \"\xff\"}]")}) {
        HubListing listing = listingOf(listedCommit);
        listing.nextPage();
        const auto added = listing.add({}, body);
        ASSERT_FALSE(added) << body.substr(0, 100);
        EXPECT_EQ(added.error().code, ErrorCode::Malformed);
        EXPECT_LT(added.error().message.size(), 400U);
    }
    for (const char* const body : {"", "[]", "{\"id\": \"a/b\"}", "{\"sha\": \"main\"}", "{\"sha\": 5}"}) {
        HubListing listing = listingOf("main");
        listing.nextPage();
        EXPECT_FALSE(listing.add({}, body)) << body;
    }
}

TEST(HubListing, GoesOnWhereTheHubSays)
{
    const std::vector<std::pair<std::string, std::string>> cases{{"", ""},
        {"<https://a/b?c=1>; rel=\"next\"", "https://a/b?c=1"},
        {"<https://a>; rel=\"prev\", <https://b>; rel=\"next\"", "https://b"}, {"<https://a>; rel=next", "https://a"},
        {"<https://a>; rel=\"xet-auth\"", ""}, {"https://a; rel=\"next\"", ""}, {"<https://a", ""}, {"> <", ""}};
    for (const auto& [header, next] : cases)
        EXPECT_EQ(nextLink(header), next) << header;
    for (const char* const elsewhere : {"<https://other.example/x>; rel=next", "<http://hub.example/x>; rel=next",
             "<https://hub.example:8443/x>; rel=next", "<file:///etc/passwd>; rel=next"}) {
        HubListing listing = listingOf(listedCommit);
        listing.nextPage();
        EXPECT_FALSE(listing.add(withLink(elsewhere), "[]")) << elsewhere;
    }
}

} // namespace
} // namespace loupe::remote
