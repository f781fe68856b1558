// Data that does not match its checksum, in formats whose reference reader checks it when it returns a tensor: NumPy
// raises BadZipFile for each of these archives (verify_test.py confirms it).

#include "app/cli/process.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using nlohmann::json;
using testing::HasSubstr;

class DamagedTest : public testing::Test {
protected:
    /// "damaged.npz": a copy of a sample with one bit of its directory's CRC-32 of the first member flipped.
    void SetUp() override
    {
        std::ifstream sample(dataPath("npz/stored.npz"), std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(sample), {}};
        const auto record = bytes.find("PK\1\2");
        ASSERT_NE(record, std::string::npos);
        bytes[record + 16] ^= 1;
        m_folder.write("damaged.npz", bytes);
        m_name = tloupe({"info", "--json", "damaged.npz"}, m_folder.path()).json()["tensors"][0]["name"];
    }

    Outcome run(std::vector<std::string> arguments) const { return tloupe(std::move(arguments), m_folder.path()); }

    TemporaryFolder m_folder;
    std::string m_name; ///< of the damaged tensor
};

TEST_F(DamagedTest, ValidateComparesWhatTheReferenceReaderCompares)
{
    const Outcome outcome = run({"validate", "--json", "damaged.npz"});
    EXPECT_EQ(outcome.status, 1);
    const json file = outcome.json()["files"][0];
    EXPECT_EQ(file["valid"], false);
    ASSERT_EQ(file["findings"].size(), 1U) << file["findings"];
    EXPECT_EQ(file["findings"][0]["code"], "data-damaged");
    EXPECT_EQ(file["findings"][0]["tensor"], m_name);
    EXPECT_EQ(run({"validate", "--quick", "damaged.npz"}).status, 0) << "the headers are sound";
    EXPECT_EQ(run({"validate", dataPath("npz/stored.npz")}).status, 0);
}

TEST_F(DamagedTest, NoReadingOfAWholeTensorPassesItOn)
{
    struct Case {
        std::vector<std::string> arguments;
        std::string output; ///< the file that must not exist afterward
    };
    const std::vector<Case> cases{
        {{"stats", "damaged.npz", m_name}, ""},
        {{"scan", "damaged.npz"}, ""},
        {{"diff", "damaged.npz", dataPath("npz/stored.npz")}, ""},
        {{"convert", "damaged.npz", "out.safetensors"}, "out.safetensors"},
        {{"export", "damaged.npz", m_name, "-o", "out.npy"}, "out.npy"},
        {{"export", "damaged.npz", m_name, "-o", "out.csv"}, "out.csv"},
    };
    for (const Case& one : cases) {
        const Outcome outcome = run(one.arguments);
        EXPECT_EQ(outcome.status, 3) << one.arguments.front();
        EXPECT_THAT(outcome.error, HasSubstr("\"" + m_name + "\" is damaged: its crc32 is ")) << one.arguments.front();
        EXPECT_FALSE(!one.output.empty() && fs::exists(m_folder.path() / one.output)) << one.output;
    }
    EXPECT_EQ(run({"convert", "--salvage", "damaged.npz", "kept.safetensors"}).status, 1) << "the others are intact";
}

/// torch.load does not check the CRC-32 of members, so the file is valid and its values are read.
TEST_F(DamagedTest, WhatTheReferenceReaderDoesNotCompareStaysValid)
{
    std::ifstream sample(dataPath("torch/single-tensor.pt"), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(sample), {}};
    for (auto record = bytes.find("PK\1\2"); record != std::string::npos; record = bytes.find("PK\1\2", record + 4))
        bytes[record + 16] ^= 1;
    m_folder.write("damaged.pt", bytes);
    EXPECT_EQ(run({"validate", "damaged.pt"}).status, 0);
    EXPECT_EQ(run({"stats", "damaged.pt"}).status, 0);
    EXPECT_EQ(run({"hash", "--verify", "damaged.pt"}).status, 1);
}

} // namespace

} // namespace loupe::test
