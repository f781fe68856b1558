#include "await.h"
#include "formats/opening/open_checkpoint.h"
#include "items/session/digest_job.h"
#include "items/values/hex_pages.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <fstream>
#include <iterator>

#include <gtest/gtest.h>

namespace loupe {
namespace {

using test::Signal;

std::vector<std::byte> contentOf(const std::filesystem::path& path)
{
    std::ifstream stream(path, std::ios::binary);
    const std::string text(std::istreambuf_iterator<char>(stream), {});
    const auto* const begin = reinterpret_cast<const std::byte*>(text.data());
    return {begin, begin + text.size()};
}

class HexPagesTest : public testing::Test {
protected:
    HexPagesTest()
    {
        QObject::connect(&pages, &HexPages::ready, &pages, [this](const auto& arrived) { page = arrived; });
        QObject::connect(&pages, &HexPages::failed, &pages, [this](const Error& error) { code = error.code; });
    }
    void open(const std::filesystem::path& path)
    {
        checkpoint = *openCheckpoint(path);
        pages.setCheckpoint(checkpoint);
    }

    std::shared_ptr<const Checkpoint> checkpoint;
    HexPages pages;
    std::shared_ptr<const HexPage> page;
    std::optional<ErrorCode> code;
    Signal ready{&pages, &HexPages::ready};
    Signal failed{&pages, &HexPages::failed};
};

TEST_F(HexPagesTest, FetchesBytesAndHeaderFields)
{
    const auto path = test::dataPath("bintensors/shapes.bt");
    const std::vector<std::byte> content = contentOf(path);
    open(path);
    pages.request(0, {0, 64});
    pages.request(0, {8, 40}); // the newest wins
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(page->range, (ByteRange{8, 40}));
    EXPECT_TRUE(std::equal(page->bytes.begin(), page->bytes.end(), content.begin() + 8));
    EXPECT_FALSE(page->fields.empty());
    EXPECT_EQ(page->at(8), content[8]);
    EXPECT_FALSE(page->at(40));

    pages.request(0, {content.size() - 3, content.size() + 100});
    ASSERT_TRUE(ready.await());
    EXPECT_EQ(page->bytes.size(), 3U);
    EXPECT_TRUE(page->fields.empty());
    pages.request(0, {content.size() + 10, content.size() + 100});
    ASSERT_TRUE(ready.await());
    EXPECT_TRUE(page->bytes.empty());
}

TEST_F(HexPagesTest, TruncatedFileIsAnErrorAndNotACrash)
{
    const test::TemporaryFolder folder;
    const auto file = folder.path() / "model.bt";
    std::filesystem::copy_file(test::dataPath("bintensors/gpt2-tiny.bt"), file);
    open(file);
    std::filesystem::resize_file(file, 100);
    pages.request(0, checkpoint->tensors.back().bytes);
    ASSERT_TRUE(failed.await());
    EXPECT_EQ(code, ErrorCode::Changed);
}

TEST(HexValues, ElementsAndTheirBytes)
{
    Tensor tensor;
    const std::uint64_t shape[] = {3};
    tensor.shape = shape;
    tensor.dtype = DType::I16;
    tensor.bytes = {100, 106};
    HexPage page;
    page.range = {98, 104};
    for (const int value : {9, 9, 1, 0, 0xff, 0xff})
        page.bytes.push_back(static_cast<std::byte>(value));
    EXPECT_EQ(elementText(page, tensor, 0), QStringLiteral("1"));
    EXPECT_EQ(elementText(page, tensor, 1), QStringLiteral("-1"));
    EXPECT_EQ(elementText(page, tensor, 2), QString()); // not in the page
    EXPECT_EQ(elementText(page, tensor, 3), QString()); // not in the tensor
    EXPECT_FALSE(elementAt(tensor, 99));
    EXPECT_EQ(elementAt(tensor, 103), 1U);
    EXPECT_FALSE(elementAt(tensor, 106));
}

TEST(HexValues, ElementsSmallerThanAByte)
{
    Tensor tensor;
    const std::uint64_t shape[] = {8};
    tensor.shape = shape;
    tensor.dtype = DType::F4;
    tensor.bytes = {0, 4};
    HexPage page;
    page.range = {0, 4};
    for (const int value : {0x42, 0, 0, 0x20})
        page.bytes.push_back(static_cast<std::byte>(value));
    EXPECT_EQ(elementText(page, tensor, 0), QStringLiteral("1")); // the low nibble: E2M1 pattern 2
    EXPECT_EQ(elementText(page, tensor, 1), QStringLiteral("2"));
    EXPECT_EQ(elementText(page, tensor, 7), QStringLiteral("1"));
    EXPECT_EQ(elementAt(tensor, 3), 6U);
    tensor.dtype = DType::F6_E2M3;
    tensor.bytes = {0, 6};
    EXPECT_EQ(elementAt(tensor, 1), 1U);
    EXPECT_EQ(elementAt(tensor, 5), 6U);
    EXPECT_EQ(elementText(page, tensor, 0), QString());
}

TEST(DigestJob, DigestsFilesAndTensors)
{
    const auto checkpoint = *openCheckpoint(test::dataPath("bintensors/shapes.bt"));
    DigestJob job;
    Signal finished(&job, &DigestJob::finished);
    QString digest;
    QObject::connect(&job, &DigestJob::finished, &job, [&](const QString& text) { digest = text; });
    job.startFile(checkpoint, 0, DigestAlgorithm::Sha1);
    job.startFile(checkpoint, 0, DigestAlgorithm::Sha256);
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(digest.toStdString(), *digestFile(*checkpoint->files[0].source, DigestAlgorithm::Sha256));
    job.startTensor(checkpoint, 0, DigestAlgorithm::Xxh3_64);
    ASSERT_TRUE(finished.await());
    EXPECT_EQ(digest.toStdString(), *digestTensor(*checkpoint, 0, DigestAlgorithm::Xxh3_64));
    job.startTensor(checkpoint, 0, DigestAlgorithm::Xxh3_64);
    job.stop();
    EXPECT_FALSE(job.isRunning());
}

} // namespace
} // namespace loupe
