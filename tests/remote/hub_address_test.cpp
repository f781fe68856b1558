#include "remote/hub/hub_address.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

HubAddress hub(std::string_view text)
{
    const auto address = parseAddress(text);
    EXPECT_TRUE(address) << text << ": " << address.error().message;
    return address ? std::get<HubAddress>(*address) : HubAddress();
}

std::optional<HubAddress> ofWeb(std::string_view text, std::string_view endpoint = {})
{
    return hubAddressOf(std::get<WebAddress>(parseAddress(text).value()), endpoint);
}

TEST(HubAddress, HasKindRepositoryRevisionAndPath)
{
    EXPECT_EQ(hub("hf://o/r"), (HubAddress{HubKind::Models, "o/r", "", ""}));
    EXPECT_EQ(hub("hf://models/o/r"), (HubAddress{HubKind::Models, "o/r", "", ""}));
    EXPECT_EQ(hub("hf://datasets/o/r/a.npy"), (HubAddress{HubKind::Datasets, "o/r", "", "a.npy"}));
    EXPECT_EQ(hub("hf://spaces/o/r@v1/"), (HubAddress{HubKind::Spaces, "o/r", "v1", ""}));
    EXPECT_EQ(hub("hf://Meta-Llama/x_1.5/sub folder/a@b.bin"),
        (HubAddress{HubKind::Models, "Meta-Llama/x_1.5", "", "sub folder/a@b.bin"}));
}

TEST(HubAddress, ARevisionEndsAtASlashUnlessItIsAReference)
{
    EXPECT_EQ(hub("hf://o/r@main/refs/pr/1").revision, "main");
    EXPECT_EQ(hub("hf://o/r@refs/pr/12/a/b"), (HubAddress{HubKind::Models, "o/r", "refs/pr/12", "a/b"}));
    EXPECT_EQ(hub("hf://o/r@refs/pr/12").revision, "refs/pr/12");
    EXPECT_EQ(hub("hf://o/r@refs/convert/parquet/a").revision, "refs/convert/parquet");
    EXPECT_EQ(hub("hf://o/r@feature%2Fx/a"), (HubAddress{HubKind::Models, "o/r", "feature/x", "a"}));
}

TEST(HubAddress, IsWrittenAsItIsRead)
{
    for (const char* const text : {"hf://o/r", "hf://datasets/o/r/a b", "hf://o/r@refs/pr/12/a",
             "hf://o/r@feature%2Fx/a", "hf://spaces/o/r@1a2b", "hf://o/r@a%2Fb%2Fc", "hf://o/r@refs%2Fheads%2Fx"})
        EXPECT_EQ(hubAddressText(hub(text)), text);
}

TEST(HubAddress, WhatIsWrongIsSaid)
{
    const std::pair<const char*, const char*> cases[]{
        {"hf://", "OWNER/REPO"},
        {"hf://gpt2", "OWNER/REPO"},
        {"hf://datasets/squad", "OWNER/REPO"},
        {"hf://buckets/o/r", "buckets"},
        {"hf://kernels/o/r", "kernels"},
        {"hf://o/r@", "no branch"},
        {"hf://o/r@/a", "no branch"},
        {"hf://o/r@../a", "no branch"},
        {"hf://o/r@a%2F..%2Fb/a", "no branch"},
        {"hf://o/r@a%00b/a", "no branch"},
        {"hf://o/r@refs/pr/", "no branch"},
        {"hf://o/r@a%2/b", "hexadecimal"},
        {"hf://o/r//a", "empty"},
        {"hf://o/r/a//b", "empty"},
        {"hf://o/r/../x", ".."},
        {"hf://o/r/a/.", ".."},
        {"hf://o/..", "no name"},
        {"hf://../r", "no name"},
        {"hf://o/a--b", "no name"},
        {"hf://o/.r", "no name"},
        {"hf://o/r?x", "no name"},
        {"hf://me:token@o/r", "token"},
    };
    for (const auto& [text, message] : cases) {
        const auto address = parseAddress(text);
        ASSERT_FALSE(address) << text;
        EXPECT_THAT(address.error().message, testing::HasSubstr(message)) << text;
    }
    EXPECT_FALSE(parseAddress("hf://o/" + std::string(95, 'r')));
    EXPECT_TRUE(parseAddress("hf://o/" + std::string(94, 'r')));
}

TEST(HubAddress, IsFoundInWhatABrowserShows)
{
    EXPECT_EQ(ofWeb("https://huggingface.co/o/r"), (HubAddress{HubKind::Models, "o/r", "", ""}));
    EXPECT_EQ(ofWeb("https://hf.co/o/r/tree/main"), (HubAddress{HubKind::Models, "o/r", "main", ""}));
    EXPECT_EQ(ofWeb("https://huggingface.co/datasets/o/r/blob/v1/a%20b/c"),
        (HubAddress{HubKind::Datasets, "o/r", "v1", "a b/c"}));
    EXPECT_EQ(ofWeb("https://huggingface.co/o/r/resolve/refs%2Fpr%2F1/a?download=true"),
        (HubAddress{HubKind::Models, "o/r", "refs/pr/1", "a"}));
    EXPECT_EQ(ofWeb("http://127.0.0.1:8080/o/r/raw/main/a", "127.0.0.1:8080"),
        (HubAddress{HubKind::Models, "o/r", "main", "a"}));
}

TEST(HubAddress, OtherPagesAreNoRepositories)
{
    for (const char* const text :
        {"https://example.org/o/r", "https://huggingface.co/", "https://huggingface.co/o",
            "https://huggingface.co/api/models", "https://huggingface.co/docs/hub", "https://huggingface.co/datasets/o",
            "https://huggingface.co/o/r/discussions/1", "https://huggingface.co/o/r/resolve/main/%2e%2e/a",
            "https://huggingface.co/o/r/resolve/main/a%00", "https://huggingface.co.example.org/o/r"})
        EXPECT_EQ(ofWeb(text), std::nullopt) << text;
}

} // namespace
} // namespace loupe::remote
