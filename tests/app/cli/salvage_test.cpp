// Tests how truncated and damaged files are marked, and --salvage.

#include "app/cli/convert_fixture.h"

#include <gmock/gmock.h>

#include <algorithm>
#include <fstream>
#include <iterator>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::Not;
using testing::StartsWith;

class SalvageVerbTest : public ConvertTest {
protected:
    /// Copies the first `size` bytes of a sample; if negative, all but the last -size bytes.
    void cut(const std::string& sample, std::int64_t size) const
    {
        std::ifstream file(dataPath(sample), std::ios::binary);
        std::string bytes{std::istreambuf_iterator<char>(file), {}};
        bytes.resize(size < 0 ? bytes.size() + static_cast<std::size_t>(size) : static_cast<std::size_t>(size));
        m_folder.write(fs::path(sample).filename().string(), bytes);
    }
    Outcome run(std::vector<std::string> arguments) const { return tloupe(std::move(arguments), m_folder.path()); }
};

/// t_u64 is complete, t_i64 has 4 of its 48 bytes, and 13 more tensors have none: 52 of 294 bytes exist.
TEST_F(SalvageVerbTest, InfoMarksWhatIsNotWhole)
{
    cut("safetensors/all-dtypes.safetensors", 1020);
    const Outcome text = run({"info", "--flat", "all-dtypes.safetensors"});
    EXPECT_EQ(text.status, 1);
    EXPECT_THAT(text.out, HasSubstr("incomplete   14 tensors, 242 bytes missing\n"));
    EXPECT_THAT(text.out, HasSubstr("44 of 48 bytes missing\n"));
    EXPECT_THAT(text.out, testing::ContainsRegex("t_u64 .* 48 B\n"));
    const std::string info = run({"info", "all-dtypes.safetensors"}).out;
    EXPECT_THAT(info, HasSubstr("44 of 48 bytes missing\n"));
    EXPECT_THAT(info, HasSubstr("or salvage the intact tensors (tloupe convert --salvage) (byte 1016) [data-missing]"));

    const auto json = run({"info", "--json", "all-dtypes.safetensors"}).json();
    EXPECT_EQ(json["totals"]["incomplete_tensors"], 14);
    EXPECT_EQ(json["totals"]["missing_bytes"], 242);
    EXPECT_FALSE(json["tensors"][0].contains("missing_bytes"));
    EXPECT_EQ(json["tensors"][1]["missing_bytes"], 44);
    ASSERT_EQ(json["findings"].size(), 1U) << "one cause";
    const auto& finding = json["findings"][0];
    EXPECT_EQ(finding["code"], "data-missing");
    EXPECT_EQ(finding["message"],
        "the file is truncated: 242 B missing; 1 of 15 tensors intact. Download or copy it again, or salvage the "
        "intact tensors");
    EXPECT_TRUE(finding["tensor"].is_null());
    EXPECT_EQ(finding["affected_tensors"], 14);
    EXPECT_EQ(finding["affected"].size(), 14U);
    EXPECT_EQ(finding["affected"][0]["missing"], 44);
    const auto some = run({"info", "--json", "--filter", "t_u64", "all-dtypes.safetensors"}).json();
    EXPECT_FALSE(some["totals"].contains("missing_bytes"));
    EXPECT_THAT(tloupe({"info", "safetensors/all-dtypes.safetensors"}).out, Not(HasSubstr("REMARKS")));
}

TEST_F(SalvageVerbTest, ConvertWritesWhatIsWholeWhereItIsAskedTo)
{
    cut("safetensors/all-dtypes.safetensors", 1070);
    const Outcome refused = run({"convert", "all-dtypes.safetensors", "out.bt"});
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.error,
        HasSubstr("tloupe: all-dtypes.safetensors: tensor \"t_f64\" is incomplete: 42 of 48 bytes missing, and 12 more "
                  "are incomplete; --salvage writes the intact ones (byte 1064)\n"));
    EXPECT_THAT(m_folder.names(), ElementsAre("all-dtypes.safetensors"));
    EXPECT_EQ(run({"convert", "--dry-run", "all-dtypes.safetensors", "out.bt"}).status, 3);

    const Outcome done = run({"convert", "--salvage", "all-dtypes.safetensors", "out.bt"});
    EXPECT_EQ(done.status, 1);
    EXPECT_THAT(done.out, HasSubstr("skipped: 13 incomplete tensors (192 bytes missing)\nwritten and verified\n"));
    EXPECT_THAT(done.error,
        StartsWith("tloupe: all-dtypes.safetensors: skipped: tensor \"t_f64\": 42 of 48 bytes missing (byte 1064)\n"));
    EXPECT_THAT(done.error, HasSubstr("skipped, too: 12 tensors, such as "));
    EXPECT_LE(std::count(done.error.begin(), done.error.end(), '\n'), 3) << done.error;
    const auto written =
        run({"hash", "--tensors", "--json", "--algorithm", "sha256", "out.bt"}).json()["files"][0]["tensors"];
    ASSERT_EQ(written.size(), 2U);
    // The digest is from the manifest next to the sample.
    EXPECT_EQ(written[0]["digest"], "f786ee0563798bf7636118bfb1f9e414eda0a0b58c8d6c1d2496b63751a25929");
    EXPECT_EQ(written[1]["digest"], "70002083f8bc819c619a1c1bdd4b4115039d341f2fb6148413f4954d11f9fc17");

    const std::string before = digest("out.bt");
    EXPECT_EQ(run({"convert", "--salvage", "all-dtypes.safetensors", "out.bt"}).status, 3);
    EXPECT_EQ(digest("out.bt"), before);
    const auto json = run({"convert", "--salvage", "--force", "--json", "all-dtypes.safetensors", "out.bt"}).json();
    ASSERT_EQ(json["left_out"].size(), 13U);
    EXPECT_EQ(json["left_out"][0]["name"], "t_f64");
    EXPECT_EQ(json["left_out"][0]["bytes"], 48);
    EXPECT_EQ(json["left_out"][0]["missing_bytes"], 42);
    EXPECT_EQ(json["left_out"][0]["error"]["code"], "past-the-end");
    EXPECT_EQ(json["tensors"].size(), 2U);
}

TEST_F(SalvageVerbTest, AWholeFileIsDoneWithoutAFinding)
{
    const Outcome done = convert("safetensors/all-dtypes.safetensors", {"--salvage", "out.bt", "--json"});
    EXPECT_EQ(done.status, 0);
    EXPECT_TRUE(done.json()["left_out"].empty());
    EXPECT_EQ(done.error, "");
}

TEST_F(SalvageVerbTest, ExportWritesWhatIsWhole)
{
    cut("bintensors/all-dtypes.bt", 300);
    EXPECT_EQ(run({"export", "all-dtypes.bt", "-o", "out.npz"}).status, 3);
    EXPECT_EQ(run({"export", "all-dtypes.bt", "t_u64", "-o", "one.npy"}).status, 0) << "which is whole";
    const Outcome done = run({"export", "--salvage", "all-dtypes.bt", "-o", "out.npz", "--json"});
    EXPECT_EQ(done.status, 1);
    EXPECT_THAT(done.json()["files"][0]["tensors"], ElementsAre("t_u64"));
    EXPECT_EQ(done.json()["left_out"].size(), 14U);
    const Outcome none = run({"export", "--salvage", "all-dtypes.bt", "t_f32", "-o", "none.npz"});
    EXPECT_EQ(none.status, 3);
    EXPECT_FALSE(fs::exists(m_folder.path() / "none.npz"));
}

TEST_F(SalvageVerbTest, OfAModelWithoutAShardTheOthersAreWritten)
{
    fs::create_directory(m_folder.path() / "model");
    for (const std::string name :
        {"model-00001-of-00003.safetensors", "model-00003-of-00003.safetensors", "model.safetensors.index.json"})
        fs::copy_file(dataPath("safetensors-sharded/" + name), m_folder.path() / "model" / name);
    EXPECT_EQ(run({"convert", "model", "out.bt"}).status, 3);
    EXPECT_FALSE(fs::exists(m_folder.path() / "out.bt"));
    const Outcome done = run({"convert", "--salvage", "model", "out.bt"});
    EXPECT_EQ(done.status, 1);
    EXPECT_THAT(done.out,
        HasSubstr(
            "skipped: 12 tensors of shards that could not be read; the tensors of 1 unreadable part of the source\n"));
    EXPECT_THAT(done.error, HasSubstr("skipped: tensor \"h."));
    EXPECT_THAT(done.error, HasSubstr("skipped, too: 11 tensors, such as "));
    EXPECT_THAT(done.error, HasSubstr("model-00002-of-00003.safetensors"));
    EXPECT_EQ(run({"validate", "out.bt"}).status, 0);

    EXPECT_EQ(run({"export", "model", "-o", "out.npz"}).status, 3);
    EXPECT_FALSE(fs::exists(m_folder.path() / "out.npz"));
    const auto tensors = run({"info", "--json", "model"}).json()["tensors"];
    EXPECT_EQ(run({"export", "model", tensors[0]["name"], "-o", "one.npy"}).status, 0) << "which is there";
    const Outcome some = run({"export", "--salvage", "model", "-o", "out.npz", "--json"});
    EXPECT_EQ(some.status, 1);
    EXPECT_THAT(some.error, HasSubstr("model-00002-of-00003.safetensors"));
    EXPECT_EQ(some.json()["unread"].size(), 1U);
    EXPECT_EQ(some.json()["left_out"].size(), 12U);
    const Outcome lost = run({"export", "model", "h.2.step", "-o", "lost.npy"});
    EXPECT_EQ(lost.status, 3);
    EXPECT_THAT(lost.error, HasSubstr("model-00002-of-00003.safetensors: tensor \"h.2.step\" cannot be read"));
    EXPECT_EQ(some.json()["files"][0]["tensors"].size(), tensors.size());
}

/// Replacing the file would lose partial data forever.
TEST_F(SalvageVerbTest, TheDamagedFileItselfIsNotReplaced)
{
    cut("safetensors/all-dtypes.safetensors", 1070);
    const std::string before = digest("all-dtypes.safetensors");
    const Outcome refused =
        run({"convert", "--salvage", "--force", "all-dtypes.safetensors", "all-dtypes.safetensors"});
    EXPECT_EQ(refused.status, 3);
    EXPECT_THAT(refused.error, HasSubstr("whose incomplete tensors would be lost"));
    EXPECT_EQ(digest("all-dtypes.safetensors"), before);
}

/// A tensor of unknown type has no values to write, and does not prevent writing the others.
TEST_F(SalvageVerbTest, ATensorWithoutAValueIsLeftOut)
{
    cut("paddle/state-proto4.pdparams", 412);
    const Outcome done = run({"convert", "--salvage", "state-proto4.pdparams", "out.safetensors"});
    EXPECT_EQ(done.status, 1) << done.error;
    EXPECT_EQ(run({"validate", "out.safetensors"}).status, 0);
    EXPECT_GT(run({"info", "--json", "out.safetensors"}).json()["tensors"].size(), 0U);
}

TEST_F(SalvageVerbTest, WhereTensorsMayBeMissingTheAnswerIsNotThatAllIsWell)
{
    cut("npz/stored.npz", 1100); // between the headers of two members
    const Outcome scanned = run({"scan", "stored.npz"});
    EXPECT_EQ(scanned.status, 3);
    EXPECT_THAT(scanned.error, HasSubstr("the archive may have had more arrays"));
    EXPECT_EQ(run({"convert", "stored.npz", "out.bt"}).status, 3);
    EXPECT_EQ(run({"convert", "--salvage", "stored.npz", "out.bt"}).status, 1);
    EXPECT_EQ(run({"diff", "stored.npz", dataPath("npz/stored.npz")}).status, 3);

    std::ifstream file(dataPath("safetensors/all-dtypes.safetensors"), std::ios::binary);
    std::string bytes{std::istreambuf_iterator<char>(file), {}};
    bytes[bytes.find("\"t_i16\"") + 9] = '\1';
    m_folder.write("flipped.safetensors", bytes);
    EXPECT_EQ(run({"scan", "flipped.safetensors"}).status, 3);
    EXPECT_EQ(run({"convert", "flipped.safetensors", "flipped.bt"}).status, 3);
    EXPECT_EQ(run({"convert", "--salvage", "flipped.safetensors", "flipped.bt"}).status, 1);
}

} // namespace

} // namespace loupe::test
