// HDF5 files on a server. The descriptions of datasets are spread over the file, between the values.

#include "analysis/statistics/summary.h"
#include "core/elements.h"
#include "formats/opening/open_checkpoint.h"
#include "remote/network_files.h"
#include "support/fault_server.h"
#include "support/hdf5_file.h"
#include "support/temporary_file.h"

#include <algorithm>

#include <gtest/gtest.h>

namespace loupe::remote {
namespace {

class RemoteHdf5Test : public testing::Test {
protected:
    ~RemoteHdf5Test() override { setRemoteFiles(nullptr); }

    /// A file of more than 20 MB: three large datasets, one of each kind, with forty small datasets before each of them
    /// and after the last.
    static std::vector<test::WantedDataset> wanted()
    {
        std::vector<test::WantedDataset> datasets;
        const auto addSmall = [&](const std::string& group) {
            for (int i = 0; i < 40; ++i) {
                datasets.push_back({.name = group + '/' + std::to_string(i) + "/bias",
                    .shape = {256},
                    .chunk = {},
                    .isCompressed = false,
                    .factor = 3,
                    .attribute = "of layer " + std::to_string(i)});
            }
        };
        addSmall("a");
        datasets.push_back({"contiguous", {1536, 2048}, {}, false, 7, "large"});
        addSmall("b");
        datasets.push_back({"chunked", {1024, 2048}, {64, 512}, false, 11, "large"});
        addSmall("c");
        datasets.push_back({"compressed", {1024, 2048}, {64, 512}, true, 13, "large"});
        addSmall("d");
        return datasets;
    }

    static void expectFigures(const Summary& summary, const test::WantedDataset& dataset, std::uint64_t elements)
    {
        float least = test::hdf5Value(dataset, 0);
        float most = least;
        double sum = 0;
        for (std::uint64_t i = 0; i < elements; ++i) {
            const float value = test::hdf5Value(dataset, i);
            least = std::min(least, value);
            most = std::max(most, value);
            sum += value;
        }
        EXPECT_EQ(summary.elements, elements);
        EXPECT_NEAR(summary.mean.value_or(-1), sum / static_cast<double>(elements), 1e-9);
        EXPECT_EQ(summary.minimum.value().toDouble(), least);
        EXPECT_EQ(summary.maximum.value().toDouble(), most);
    }

    test::TemporaryFolder m_folder;
    test::FaultServer m_server{{"--root", m_folder.path().string()}};
};

TEST_F(RemoteHdf5Test, OpensFromFewBytesAndReadsOfATensorItsOwn)
{
    const auto datasets = wanted();
    const auto path = m_folder.path() / "model.h5";
    const auto stored = test::writeHdf5(path, datasets);
    const std::uint64_t size = std::filesystem::file_size(path);
    ASSERT_GT(size, 20'000'000U);

    NetworkFiles files;
    setRemoteFiles(&files);
    const auto opened = openCheckpoint(m_server.url("/model.h5"));
    ASSERT_TRUE(opened) << describe(opened.error());
    const auto& checkpoint = *opened;
    ASSERT_EQ(checkpoint->tensors.size(), datasets.size());
    const std::uint64_t atOpening = m_server.stats().at("bytes");
    RecordProperty("size", std::to_string(size));
    RecordProperty("atOpening", std::to_string(atOpening));
    EXPECT_LE(atOpening, size / 16);

    for (std::size_t i = 0; i < datasets.size(); ++i) {
        const test::WantedDataset& dataset = datasets[i];
        if (dataset.shape.size() == 1 && i % 40 != 20)
            continue;
        SCOPED_TRACE(dataset.name);
        const auto tensor = std::ranges::find(checkpoint->tensors, dataset.name, &Tensor::name);
        ASSERT_NE(tensor, checkpoint->tensors.end());
        m_server.reset();
        const auto elements =
            Elements::open(checkpoint, static_cast<std::uint32_t>(tensor - checkpoint->tensors.begin()));
        ASSERT_TRUE(elements) << describe(elements.error());
        const auto summary = summarize(*elements);
        ASSERT_TRUE(summary) << describe(summary.error());
        expectFigures(*summary, dataset, tensor->elements());
        // A request is for at least 64 KiB.
        EXPECT_LE(m_server.stats().at("bytes").get<std::uint64_t>(), stored[i] + stored[i] / 20 + 65'536);
    }
}

} // namespace
} // namespace loupe::remote
