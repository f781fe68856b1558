// Conversions of files on a server to local files.

#include "formats/opening/open_checkpoint.h"
#include "formats/opening/registry.h"
#include "remote/cache/block_file.h"
#include "remote/network_files.h"
#include "saving/writing/export.h"
#include "saving/writing/save.h"
#include "support/file_content.h"
#include "support/pattern_bytes.h"
#include "support/temporary_file.h"
#include "support/writable_formats.h"

#include <map>
#include <utility>

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

namespace fs = std::filesystem;
using test::bintensors;
using test::safetensors;

class RemoteConversionTest : public testing::Test {
protected:
    ~RemoteConversionTest() override { setRemoteFiles(nullptr); }

    static constexpr const char* model = "/model/1x40x64/model-00001-of-00001.safetensors";
    static constexpr std::uint64_t tensorBytes = 64 * 1024 * 2;
    static constexpr std::uint64_t valueBytes = 40 * tensorBytes;

    std::unique_ptr<NetworkFiles> start(const fs::path& cache = {})
    {
        auto files = std::make_unique<NetworkFiles>(RetryPolicy{.tries = 4,
            .failuresInARow = 1000,
            .firstWait = std::chrono::milliseconds(1),
            .longestWait = std::chrono::milliseconds(4),
            .longestAskedFor = std::chrono::milliseconds(1000)});
        if (!cache.empty())
            files->keepOnDisk({cache, std::uint64_t{1} << 30});
        setRemoteFiles(files.get());
        m_server.reset();
        return files;
    }
    /// Converts to a .bt file.
    Result<SaveTarget> convert(const std::string& path, const fs::path& into)
    {
        const auto checkpoint = openCheckpoint(m_server.url(path));
        if (!checkpoint)
            return fail(checkpoint.error());
        m_dataBegin = (*checkpoint)->files.front().data.begin;
        for (const Tensor& tensor : (*checkpoint)->tensors)
            m_offsets[std::string(tensor.name)] = tensor.bytes.begin;
        const Recipe recipe = copyOf(*checkpoint, bintensors);
        const auto plan = makePlan(recipe);
        if (!plan)
            return fail(plan.error());
        return save(recipe, *plan, saveTarget(into, *plan, bintensors), {.existing = Existing::Replace});
    }
    std::uint64_t bytesOfModel() const { return m_server.stats().at("files").at(model).at("bytes"); }
    static std::uint64_t bytesOfBlocks(const fs::path& cache)
    {
        std::uint64_t sum = 0;
        for (const auto& file : fs::recursive_directory_iterator(cache)) {
            if (const auto block = blockOfName(file.path().filename().string()))
                sum += block->range.size();
        }
        return sum;
    }
    /// Expects all tensors, each of `size` bytes, with values that follow from its offset in the remote file.
    void expectRight(const fs::path& written, std::uint64_t size = tensorBytes) const
    {
        const auto checkpoint = openCheckpoint(written);
        ASSERT_TRUE(checkpoint) << describe(checkpoint.error());
        ASSERT_EQ((*checkpoint)->tensors.size(), 40U);
        for (const Tensor& tensor : (*checkpoint)->tensors) {
            std::vector<std::byte> bytes(tensor.bytes.size());
            ASSERT_EQ(bytes.size(), size);
            ASSERT_TRUE((*checkpoint)->files.front().source->read(tensor.bytes.begin, bytes));
            const bool isRight = bytes == test::patternFrom(m_offsets.at(std::string(tensor.name)), size);
            EXPECT_TRUE(isRight) << tensor.name;
        }
    }

    test::TemporaryFolder m_folder;
    test::FaultServer m_server;
    std::uint64_t m_dataBegin = 0;
    std::map<std::string, std::uint64_t> m_offsets; ///< the offsets of the tensors in the remote file
};

TEST_F(RemoteConversionTest, ReadsEachByteOnceAlthoughItVerifies)
{
    const auto files = start();
    const fs::path written = m_folder.path() / "m.bt";
    const auto saved = convert(model, written);
    ASSERT_TRUE(saved) << describe(saved.error());
    expectRight(written);
    EXPECT_LE(bytesOfModel(), m_dataBegin + valueBytes);
}

TEST_F(RemoteConversionTest, OfAnExportReadsEachByteOnce)
{
    const auto files = start();
    const auto checkpoint = openCheckpoint(m_server.url(model));
    ASSERT_TRUE(checkpoint);
    const Recipe recipe = copyOf(*checkpoint, safetensors);
    const fs::path written = m_folder.path() / "m.npz";
    const auto exported = exportTensors(recipe.items, ExportFormat::Npz, written, {});
    ASSERT_TRUE(exported) << describe(exported.error());
    EXPECT_LE(bytesOfModel(), (*checkpoint)->files.front().data.begin + valueBytes);
    EXPECT_TRUE(verifyExport(recipe.items, ExportFormat::Npz, written, {}));
}

TEST_F(RemoteConversionTest, GoesOnAfterLostConnections)
{
    for (const char* const fault : {"/~shaky=40,1", "/~cut=300000,6", "/~reset=300000,6", "/~short=200000,6"}) {
        const auto files = start();
        const fs::path written = m_folder.path() / "m.bt";
        const auto saved = convert(fault + std::string(model), written);
        ASSERT_TRUE(saved) << fault << ' ' << describe(saved.error());
        expectRight(written);
    }
}

TEST_F(RemoteConversionTest, ThatFailsLeavesNoFile)
{
    const auto files = start();
    const fs::path written = m_folder.path() / "m.bt";
    const auto saved = convert("/~change=3" + std::string(model), written);
    ASSERT_FALSE(saved);
    EXPECT_EQ(saved.error().code, ErrorCode::Changed);
    EXPECT_TRUE(m_folder.names().empty());
}

TEST_F(RemoteConversionTest, DoneAgainTakesWhatTheCacheHas)
{
    const fs::path cache = m_folder.path() / "cache";
    const fs::path written = m_folder.path() / "m.bt";
    {
        const auto files = start(cache);
        ASSERT_TRUE(convert(model, written));
    }
    fs::remove(written);
    const auto files = start(cache);
    ASSERT_TRUE(convert(model, written));
    expectRight(written);
    EXPECT_EQ(bytesOfModel(), 0U);
}

TEST_F(RemoteConversionTest, AfterTheServerWasLostFetchesOnlyTheRest)
{
    constexpr const char* large = "/model/1x40x1024/model-00001-of-00001.safetensors"; // 80 MiB
    constexpr std::uint64_t largeTensor = 1024 * 1024 * 2;
    const std::string path = "/~gone=10" + std::string(large);
    const fs::path cache = m_folder.path() / "cache";
    const fs::path written = m_folder.path() / "m.bt";
    const auto sent = [&]() -> std::uint64_t { return m_server.stats().at("files").at(large).at("bytes"); };
    std::uint64_t kept = 0;
    bool isDone = false;
    int runs = 0;
    // The server answers only ten requests in each run.
    for (; !isDone && runs < 10; ++runs) {
        SCOPED_TRACE(runs);
        auto files = start(cache);
        const auto saved = convert(path, written);
        isDone = saved.has_value();
        EXPECT_EQ(isDone ? ErrorCode::Io : saved.error().code, ErrorCode::Io);
        // A short rest at the end of the file is fetched together with the bytes before it.
        constexpr std::uint64_t smallRead = 65'536;
        EXPECT_LE(sent(), m_dataBegin + 40 * largeTensor - kept + smallRead);
        setRemoteFiles(nullptr);
        files.reset(); // writes fetched blocks to the cache
        const std::uint64_t before = std::exchange(kept, bytesOfBlocks(cache));
        EXPECT_GT(kept, before);
        EXPECT_EQ(fs::exists(written), isDone);
    }
    ASSERT_TRUE(isDone);
    EXPECT_GT(runs, 1);
    expectRight(written, largeTensor);
}

} // namespace
} // namespace loupe::remote
