// Compares whole files with those that the reference libraries wrote, using the digests in the manifests.

#include "analysis/digests/digest.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "saving/writing/save.h"
#include "support/file_content.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <cstring>
#include <map>
#include <nlohmann/json.hpp>

namespace loupe::test {

namespace {

namespace fs = std::filesystem;

nlohmann::json manifestOf(const std::string& folder)
{
    return nlohmann::json::parse(readFile(dataPath(folder + "/manifest.json")));
}

/// The SHA-256 of `file` according to the manifest of `folder`; empty if it has none.
std::string manifestDigest(const std::string& folder, const std::string& file)
{
    const nlohmann::json manifest = manifestOf(folder);
    for (const auto& entry : manifest["files"]) {
        if (entry["file"] == file)
            return entry["sha256"];
    }
    return {};
}

/// The SHA-256 of each tensor by name, from the manifest.
std::map<std::string, std::string> tensorDigests(const std::string& folder, const std::string& file)
{
    std::map<std::string, std::string> digests;
    const nlohmann::json manifest = manifestOf(folder);
    for (const auto& entry : manifest["files"]) {
        if (entry["file"] != file)
            continue;
        for (const auto& tensor : entry["tensors_in_file_order"])
            digests[tensor["name"]] = tensor["sha256"];
    }
    return digests;
}

/// The file with sorted metadata keys. We sort them, but the reference writes them in a different order on each run.
std::string withSortedMetadata(const std::string& file)
{
    std::uint64_t length = 0;
    std::memcpy(&length, file.data(), 8);
    auto header = nlohmann::ordered_json::parse(file.substr(8, length));
    const nlohmann::json sorted = header["__metadata__"];
    header["__metadata__"] = nlohmann::ordered_json(sorted);
    std::string text = header.dump();
    text.resize((text.size() + 7) / 8 * 8, ' ');
    const std::uint64_t newLength = text.size();
    return std::string(reinterpret_cast<const char*>(&newLength), 8) + text + file.substr(8 + length);
}

std::string sha256(const fs::path& path)
{
    return digestFile(**Source::open(path), DigestAlgorithm::Sha256).value();
}

/// Converts all of `from` to this format, as `to`.
void convert(const fs::path& from, const fs::path& to, const std::string& format)
{
    const auto checkpoint = openCheckpoint(from);
    ASSERT_TRUE(checkpoint.has_value()) << checkpoint.error().message;
    const Recipe recipe = copyOf(*checkpoint, *findFormat(format));
    const auto plan = makePlan(recipe);
    ASSERT_TRUE(plan.has_value()) << plan.error().message;
    const auto saved = save(recipe, *plan, saveTarget(to, *plan, *recipe.format), {});
    ASSERT_TRUE(saved.has_value()) << saved.error().message;
}

void expectReference(const fs::path& written, const std::string& folder, const std::string& sample)
{
    const std::string digest = manifestDigest(folder, sample);
    ASSERT_NE(digest, "");
    if (sha256(written) == digest)
        return;
    const auto reference = openCheckpoint(dataPath(folder + "/" + sample));
    ASSERT_TRUE(folder == "safetensors" && (*reference)->metadata && (*reference)->metadata->size() > 1);
    ASSERT_EQ(sha256(dataPath(folder + "/" + sample)), digest);
    EXPECT_TRUE(readFile(written) == withSortedMetadata(readFile(dataPath(folder + "/" + sample))));
}

std::vector<std::string> samplesOf(const std::string& folder)
{
    std::vector<std::string> samples;
    const nlohmann::json manifest = manifestOf(folder);
    for (const auto& entry : manifest["files"])
        samples.push_back(entry["file"]);
    return samples;
}

std::string stem(const std::string& file)
{
    return fs::path(file).stem();
}

class SampleTest : public testing::Test {
private:
    TemporaryFolder m_folder;

protected:
    fs::path m_bt = m_folder.path() / "out.bt";
    fs::path m_safetensors = m_folder.path() / "out.safetensors";
    fs::path m_back = m_folder.path() / "back";
    void clean() const
    {
        for (const fs::path& path : {m_bt, m_safetensors, m_back})
            fs::remove(path);
    }
};

} // namespace

TEST_F(SampleTest, RewritingGivesTheSameFile)
{
    std::size_t compared = 0;
    for (const std::string folder : {"bintensors", "safetensors"}) {
        for (const std::string& sample : samplesOf(folder)) {
            SCOPED_TRACE(sample);
            convert(dataPath(folder + "/" + sample), m_back, folder);
            expectReference(m_back, folder, sample);
            ++compared;
            clean();
        }
    }
    EXPECT_EQ(compared, 32U);
}

TEST_F(SampleTest, ConvertingGivesTheOtherReferencesFileAndBackTheFirst)
{
    std::size_t compared = 0;
    for (const std::string& sample : samplesOf("bintensors")) {
        SCOPED_TRACE(sample);
        if (sample == "names.bt")
            continue; // has a tensor named __metadata__, which safetensors does not allow
        convert(dataPath("bintensors/" + sample), m_safetensors, "safetensors");
        convert(m_safetensors, m_bt, "bintensors");
        expectReference(m_bt, "bintensors", sample);
        // Samples with the same name have the same content in both formats, except for two whose random values differ.
        if (const std::string other = stem(sample) + ".safetensors"; manifestDigest("safetensors", other) != ""
            && tensorDigests("bintensors", sample) == tensorDigests("safetensors", other)) {
            expectReference(m_safetensors, "safetensors", other);
            ++compared;
        }
        clean();
    }
    EXPECT_GE(compared, 10U);
    for (const std::string& sample : samplesOf("safetensors")) {
        if (sample == "all-dtypes-extended.safetensors")
            continue; // has dtypes that bintensors lacks
        SCOPED_TRACE(sample);
        convert(dataPath("safetensors/" + sample), m_bt, "bintensors");
        convert(m_bt, m_safetensors, "safetensors");
        expectReference(m_safetensors, "safetensors", sample);
        clean();
    }
}

TEST_F(SampleTest, OldLayoutsAreSavedAsTheCurrentOne)
{
    std::size_t compared = 0;
    for (const std::string& sample : samplesOf("bintensors-pre010")) {
        if (manifestDigest("bintensors", sample).empty())
            continue;
        SCOPED_TRACE(sample);
        convert(dataPath("bintensors-pre010/" + sample), m_bt, "bintensors");
        expectReference(m_bt, "bintensors", sample);
        ++compared;
        clean();
    }
    EXPECT_GE(compared, 15U);
}

} // namespace loupe::test
