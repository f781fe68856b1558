#include "same_as_local.h"

#include "analysis/comparison/comparison.h"
#include "analysis/statistics/summary.h"
#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "formats/shared/new_file.h"
#include "reports/summary_json.h"
#include "saving/writing/save.h"
#include "support/temporary_file.h"
#include "support/test_data.h"
#include "support/writable_formats.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace loupe::test {

namespace fs = std::filesystem;

namespace {

/// The output of `info` and `stats`.
std::string told(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    std::string text = checkpoint->formatText() + '\n';
    JsonWriter json([&](std::string_view piece) { text += piece; });
    json.beginArray(JsonWriter::Layout::Lines);
    for (const auto& [key, value] : checkpoint->metadata.value_or(Metadata())) {
        json.value(key);
        json.value(value.text().value_or("unreadable"));
    }
    for (const Finding& finding : checkpoint->findings.list()) {
        json.value(finding.code);
        json.value(finding.message);
        json.value(finding.offset);
    }
    for (std::uint32_t tensor = 0; tensor < checkpoint->tensors.size(); ++tensor) {
        json.beginObject();
        writeTensorHead(json, *checkpoint, tensor);
        json.key("begin");
        json.value(checkpoint->tensors[tensor].bytes.begin);
        json.key("bytes");
        json.value(checkpoint->tensors[tensor].bytes.size());
        const auto elements = Elements::open(checkpoint, tensor);
        const auto summary = elements ? summarize(*elements) : fail(elements.error());
        if (summary) {
            writeBasicFigures(json, *summary, checkpoint->tensors[tensor].shape);
        } else {
            json.key("error");
            json.value(summary.error().message);
        }
        json.endObject();
    }
    json.endArray();
    json.finish();
    return text;
}

/// The bytes of the file after conversion to bintensors, without tensors that this format cannot hold; or the error
/// message.
std::string converted(const std::shared_ptr<const Checkpoint>& checkpoint, const fs::path& into)
{
    Recipe recipe = copyOf(checkpoint, bintensors);
    std::erase_if(recipe.items, [](const RecipeItem& item) { return !bintensors.writer->holds(item.dtype); });
    const auto plan = makePlan(recipe);
    if (!plan)
        return plan.error().message;
    if (const auto saved = save(recipe, *plan, saveTarget(into, *plan, bintensors), {}); !saved)
        return saved.error().message;
    std::ifstream file(into, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

void expectSame(const std::string& address, const fs::path& path)
{
    SCOPED_TRACE(address);
    const auto there = openCheckpoint(address);
    const auto here = openCheckpoint(path);
    ASSERT_TRUE(there) << describe(there.error());
    ASSERT_TRUE(here) << describe(here.error());
    ASSERT_FALSE((*here)->tensors.empty());
    ASSERT_TRUE((*there)->files.front().source->isRemote());
    EXPECT_EQ(told(*there), told(*here));

    std::size_t same = 0;
    EXPECT_TRUE(comparePairs(
        *there, *here, pairTensors(**there, **here), {}, {}, [&](const TensorPair& pair, const PairOutcome& outcome) {
            const PairStatus status = statusOf(pair, outcome);
            same += status == PairStatus::Identical;
            EXPECT_EQ(status, PairStatus::Identical) << (outcome.error ? outcome.error->message : "");
        }));
    EXPECT_EQ(same, (*here)->tensors.size());

    const TemporaryFolder folder;
    const std::string expected = converted(*here, folder.path() / "here.bt");
    EXPECT_EQ(converted(*there, folder.path() / "there.bt"), expected);
    EXPECT_TRUE(fs::exists(folder.path() / "there.bt")) << expected;
}

std::vector<std::string> filesOfAllFormats()
{
    std::vector<std::string> names{"bintensors/gpt2-tiny.bt", "safetensors/gpt2-tiny.safetensors",
        "safetensors-sharded/model.safetensors.index.json", "gguf/llama-tiny.gguf", "npz/stored.npz",
        "npz/deflated.npz", "torch/state-dict.pt", "torch/state-dict-legacy.pt", "tensorizer/plain.tensors"};
    if (findFormat("hdf5")) { // HDF5 needs a library
        for (const char* const name : {"hdf5/keras-contiguous.h5", "hdf5/keras-chunked-gzip.h5",
                 "hdf5/latest-format.h5", "hdf5-more/deflated.keras"})
            names.emplace_back(name);
    }
    return names;
}

} // namespace

void copyFilesOfAllFormats(const fs::path& root)
{
    const auto copy = [&](const fs::path& name) {
        fs::create_directories((root / name).parent_path());
        fs::copy_file(dataPath(name.string()), root / name);
    };
    for (const std::string& name : filesOfAllFormats())
        copy(name);
    for (const char* const shard : {"00001", "00002", "00003"})
        copy(std::string("safetensors-sharded/model-") + shard + "-of-00003.safetensors");
}

void expectSameAsLocal(remote::NetworkFiles& files, const std::string& address)
{
    setRemoteFiles(&files);
    for (const std::string& name : filesOfAllFormats())
        expectSame(address + name, dataPath(name));
    setRemoteFiles(nullptr);
}

} // namespace loupe::test
