// Zarr arrays on a server, which does not list chunks. Only reading values shows which chunks do not exist.

#include "analysis/statistics/health.h"
#include "analysis/statistics/health_remarks.h"
#include "core/elements.h"
#include "core/tensor.h"
#include "formats/opening/open_checkpoint.h"
#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/temporary_file.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

class RemoteZarrTest : public testing::Test {
protected:
    ~RemoteZarrTest() override { setRemoteFiles(nullptr); }

    /// Opens an array of eight 32-bit numbers in four chunks, of which the first and the third exist.
    std::shared_ptr<const Checkpoint> opened(const std::string& fill)
    {
        m_folder.write(".zarray",
            R"({"zarr_format":2,"shape":[8],"chunks":[2],"dtype":"<i4","order":"C","compressor":null,"filters":null,)"
            R"("fill_value":)"
                + fill + '}');
        const std::array<std::int32_t, 2> first{1, 2};
        const std::array<std::int32_t, 2> third{5, 6};
        m_folder.write("0", {reinterpret_cast<const char*>(first.data()), sizeof first});
        m_folder.write("2", {reinterpret_cast<const char*>(third.data()), sizeof third});
        setRemoteFiles(nullptr);
        m_files.emplace(); // without the data that an earlier one has read
        setRemoteFiles(&*m_files);
        const auto checkpoint = openCheckpoint(m_server.url("/.zarray"));
        EXPECT_TRUE(checkpoint) << describe(checkpoint.error());
        return checkpoint ? *checkpoint : nullptr;
    }

    /// The findings of a scan: "code: message".
    static std::vector<std::string> scanned(const std::shared_ptr<const Checkpoint>& checkpoint)
    {
        std::vector<std::string> all;
        const auto health = scanHealth(checkpoint, 0, Work());
        EXPECT_TRUE(health) << describe(health.error());
        if (!health)
            return all;
        EXPECT_EQ(healthOf(checkpoint->tensors[0], health).count(HealthRemark::Quantization), 0U);
        Findings found;
        for (const Finding& finding : health->findings)
            found.add(finding);
        const std::uint32_t only = 0;
        const Findings shown = quantizationFindings(*checkpoint, {&only, 1}, found);
        for (const Finding& finding : shown.list())
            all.push_back(std::string(finding.code) + ": " + finding.message);
        return all;
    }

    static std::vector<std::int32_t> valuesOf(const std::shared_ptr<const Checkpoint>& checkpoint)
    {
        std::vector<std::int32_t> values(8);
        const auto elements = Elements::open(checkpoint, 0);
        EXPECT_TRUE(elements) << describe(elements.error());
        Buffer scratch;
        const auto done = elements->visit(0, values.size(), scratch,
            [&](std::span<const std::byte> bytes) { std::memcpy(values.data(), bytes.data(), bytes.size()); });
        EXPECT_TRUE(done) << describe(done.error());
        return values;
    }

    std::optional<NetworkFiles> m_files;
    test::TemporaryFolder m_folder;
    test::FaultServer m_server{{"--root", m_folder.path().string()}};
};

TEST_F(RemoteZarrTest, SaysThatItKnowsNoSizeAndNoChunks)
{
    const auto checkpoint = opened("7");
    ASSERT_TRUE(checkpoint);
    ASSERT_EQ(checkpoint->tensors.size(), 1U);
    EXPECT_FALSE(knowsFileBytes(checkpoint->tensors[0]));
    const auto& findings = checkpoint->findings.list();
    const auto note = std::ranges::find(findings, "chunks-remote", &Finding::code);
    ASSERT_NE(note, findings.end());
    EXPECT_EQ(note->severity, Severity::Note);
    // The folder of the local array can be listed.
    const auto local = openCheckpoint(m_folder.path());
    ASSERT_TRUE(local);
    EXPECT_TRUE(knowsFileBytes((*local)->tensors[0]));
    EXPECT_EQ(fileBytes((*local)->tensors[0]), 16U);
}

TEST_F(RemoteZarrTest, CountsTheChunksThatDoNotExist)
{
    const std::string part = "tensor \"\" has no file for 2 of its 4 chunks";
    for (const auto& [fill, filled, message] :
        {std::tuple("7", 7, "chunk-fill: " + part + ": these elements have its fill value"),
            std::tuple("null", 0, "chunk-missing: " + part + " and no fill value: 0 is shown there")}) {
        const auto checkpoint = opened(fill);
        ASSERT_TRUE(checkpoint);
        EXPECT_THAT(valuesOf(checkpoint), testing::ElementsAre(1, 2, filled, filled, 5, 6, filled, filled));
        auto found = scanned(checkpoint);
        ASSERT_EQ(found.size(), 1U);
        const std::string name = "tensor \"" + std::string(checkpoint->tensors[0].name) + '"';
        EXPECT_EQ(found.front().replace(found.front().find(name), name.size(), "tensor \"\""), message);
    }
}

TEST_F(RemoteZarrTest, FindsNothingWhereAllChunksExist)
{
    const std::array<std::int32_t, 2> more{3, 4};
    for (const char* const name : {"1", "3"})
        m_folder.write(name, {reinterpret_cast<const char*>(more.data()), sizeof more});
    const auto checkpoint = opened("7");
    ASSERT_TRUE(checkpoint);
    EXPECT_THAT(scanned(checkpoint), testing::IsEmpty());
    EXPECT_THAT(valuesOf(checkpoint), testing::ElementsAre(1, 2, 3, 4, 5, 6, 3, 4));
}

/// As in a local folder, a missing chunk has no values if the fill value is not possible for an element.
TEST_F(RemoteZarrTest, FailsWhereTheFillValueIsNone)
{
    const auto checkpoint = opened("\"no number\"");
    ASSERT_TRUE(checkpoint);
    const auto health = scanHealth(checkpoint, 0, Work());
    ASSERT_FALSE(health);
    EXPECT_THAT(health.error().message, testing::HasSubstr("no fill value"));
}

} // namespace
} // namespace loupe::remote
