// Folders that torch.distributed.checkpoint wrote, and damaged ones, compared with their manifest.

#include "numpy_files.h"

#include "core/elements.h"

#include <gtest/gtest.h>

#include <set>

namespace loupe::test {

namespace {

using nlohmann::json;

struct DistributedFolder {
    std::filesystem::path path;
    json expected;
    friend void PrintTo(const DistributedFolder& sample, std::ostream* out) { *out << sample.path; }
};

/// Those with metadata that this reader reads.
std::vector<DistributedFolder> distributedFolders()
{
    std::vector<DistributedFolder> all;
    const json manifest = readJson("torch-dcp/manifest.json");
    for (const json& checkpoint : manifest["checkpoints"]) {
        std::filesystem::path path = dataPath("torch-dcp/" + checkpoint["folder"].get<std::string>());
        if (checkpoint.contains("checkpoint_folder"))
            path /= checkpoint["checkpoint_folder"].get<std::string>();
        if (std::filesystem::exists(path / ".metadata"))
            all.push_back({path, checkpoint});
    }
    return all;
}

/// Codes of our own where others mean the same.
std::string codeOf(const std::string& code)
{
    if (code == "missing-file")
        return "companion-missing";
    return code == "unexpected-global" ? "import-unknown" : code;
}

bool isTransformed(const DistributedFolder& folder)
{
    const std::string name = folder.path.filename().string();
    return name == "syn-2.9-zstd" || name == "syn-2.9-rot13";
}

/// The tensor's number; the number of tensors where there is none.
std::uint32_t indexOf(const Checkpoint& checkpoint, const std::string& name)
{
    const auto found = std::ranges::find(checkpoint.tensors, name, &Tensor::name);
    return static_cast<std::uint32_t>(found - checkpoint.tensors.begin());
}

} // namespace

class DistributedSample : public testing::TestWithParam<DistributedFolder> { };

TEST_P(DistributedSample, GivesEachTensorWhole)
{
    if (isTransformed(GetParam()))
        return; // the next test
    const json& expected = GetParam().expected;
    const json none = json::array();
    const json& unreadable =
        expected.contains("unreadable") && !expected["unreadable"].is_null() ? expected["unreadable"] : none;
    for (const auto& path : {GetParam().path, GetParam().path / ".metadata"}) {
        const auto checkpoint = open(path);
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(checkpoint->format, "torch");
        EXPECT_EQ(checkpoint->variant, "distributed");
        EXPECT_EQ(checkpoint->tensors.size(), expected["tensors"].size() + unreadable.size());
        for (const json& tensor : expected["tensors"]) {
            const auto name = tensor["name"].get<std::string>();
            const std::uint32_t index = indexOf(*checkpoint, name);
            ASSERT_LT(index, checkpoint->tensors.size()) << name;
            EXPECT_EQ(checkpoint->dtypeName(index), tensor["dtype"].get<std::string>()) << name;
            const auto shape = checkpoint->tensors[index].shape;
            EXPECT_EQ(std::vector<std::uint64_t>(shape.begin(), shape.end()),
                tensor["shape"].get<std::vector<std::uint64_t>>())
                << name;
            EXPECT_EQ(sha256Of(*checkpoint, index), tensor["sha256"].get<std::string>()) << name;
            EXPECT_EQ(fileBytes(checkpoint->tensors[index]), tensor["nbytes"].get<std::uint64_t>()) << name;
        }
        for (const json& name : unreadable) {
            const std::uint32_t index = indexOf(*checkpoint, name.get<std::string>());
            ASSERT_LT(index, checkpoint->tensors.size()) << name;
            EXPECT_FALSE(Elements::open(checkpoint, index)) << name;
        }
    }
}

TEST_P(DistributedSample, HasTheExpectedFindings)
{
    std::set<std::string> expected;
    for (const json& finding : GetParam().expected["expected_findings"])
        expected.insert(codeOf(finding["code"].get<std::string>()));
    if (isTransformed(GetParam()))
        expected = {"item-transform"};
    const auto checkpoint = open(GetParam().path);
    ASSERT_TRUE(checkpoint);
    std::set<std::string> found;
    for (const Finding& finding : checkpoint->findings.list()) {
        if (finding.severity == Severity::Note)
            continue;
        found.insert(std::string(finding.code));
        if (!finding.aboutTensor || isTransformed(GetParam()))
            continue;
        const auto& all = GetParam().expected["expected_findings"];
        EXPECT_TRUE(std::any_of(all.begin(), all.end(), [&](const json& one) {
            return one["code"] == finding.code && one["subject"] == finding.tensor;
        })) << finding.message;
    }
    EXPECT_EQ(found, expected);
}

INSTANTIATE_TEST_SUITE_P(Samples, DistributedSample, testing::ValuesIn(distributedFolders()));

TEST(TorchDistributed, HasSamplesOfEachKind)
{
    EXPECT_GE(distributedFolders().size(), 28U);
}

TEST(TorchDistributed, OpensFromOneOfItsPieces)
{
    const auto checkpoint = open(dataPath("torch-dcp/real-1.13-4ranks/__2_0.distcp"));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(checkpoint->tensors.size(), 13U);
}

TEST(TorchDistributed, ShowsOtherObjectsAsMetadata)
{
    const auto checkpoint = open(dataPath("torch-dcp/real-1.13-4ranks"));
    ASSERT_TRUE(checkpoint && checkpoint->metadata);
    std::map<std::string, std::string> values;
    for (const auto& [key, value] : *checkpoint->metadata)
        values.emplace(key, value.shown());
    EXPECT_EQ(values["args.lr"], "0.1");
    EXPECT_EQ(values["args.name"], "run");
}

TEST(TorchDistributed, SaysThatTheMetadataIsMissing)
{
    for (const char* const path : {"bad-no-metadata", "bad-no-metadata/__0_0.distcp", "bad-metadata-tmp"}) {
        const auto checkpoint = openCheckpoint(dataPath("torch-dcp/" + std::string(path)));
        ASSERT_FALSE(checkpoint) << path;
        EXPECT_EQ(checkpoint.error().code, ErrorCode::NotFound);
        EXPECT_NE(checkpoint.error().message.find(".metadata"), std::string::npos) << checkpoint.error().message;
    }
}

} // namespace loupe::test
