#include "analysis/digests/digest.h"

#include "analysis/manifest.h"
#include "analysis/one_tensor.h"

#include <map>
#include <numeric>

namespace loupe {
namespace {

using test::OneTensor;

std::string digestOf(std::string_view content, DigestAlgorithm algorithm)
{
    const test::TemporaryFolder folder;
    const auto source = Source::open(folder.write("file", content));
    return digestFile(**source, algorithm).value();
}

TEST(Digest, NamesAreThoseOfTheCommandLine)
{
    for (const DigestAlgorithm algorithm : allDigestAlgorithms)
        EXPECT_EQ(digestAlgorithmFromName(digestAlgorithmName(algorithm)), algorithm);
    EXPECT_EQ(digestAlgorithmName(defaultDigestAlgorithm), "xxh3-128");
    EXPECT_EQ(digestAlgorithmFromName("sha3-256"), DigestAlgorithm::Sha3_256);
    EXPECT_EQ(digestAlgorithmFromName("SHA1"), std::nullopt);
    EXPECT_EQ(digestAlgorithmFromName("md5"), std::nullopt);
}

TEST(Digest, KnownAnswersForNothing)
{
    EXPECT_EQ(digestOf("", DigestAlgorithm::Xxh3_64), "2d06800538d394c2");
    EXPECT_EQ(digestOf("", DigestAlgorithm::Xxh3_128), "99aa06d3014798d86001c324468d497f");
    EXPECT_EQ(digestOf("", DigestAlgorithm::Sha1), "da39a3ee5e6b4b0d3255bfef95601890afd80709");
    EXPECT_EQ(
        digestOf("", DigestAlgorithm::Sha256), "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855");
    EXPECT_EQ(
        digestOf("", DigestAlgorithm::Sha3_256), "a7ffc6f8bf1ed76651c14756a061d662f580ff4de43b49fa82d80a4b80f8434a");
    EXPECT_EQ(digestOf("", DigestAlgorithm::Sha512),
        "cf83e1357eefb8bdf1542850d66d8007d620e4050b5715dc83f4a921d36ce9ce47d0d13c5d85f2b0ff8318d2877eec2f63b931bd47417a"
        "81"
        "a538327af927da3e");
}

// The SHA digests are the examples of FIPS 180-4 and FIPS 202.
TEST(Digest, KnownAnswersForAbc)
{
    EXPECT_EQ(digestOf("abc", DigestAlgorithm::Sha1), "a9993e364706816aba3e25717850c26c9cd0d89d");
    EXPECT_EQ(
        digestOf("abc", DigestAlgorithm::Sha256), "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad");
    EXPECT_EQ(
        digestOf("abc", DigestAlgorithm::Sha3_256), "3a985da74fe225b2045c172d6bd390bd855f086e3e9d525b46bfe24511431532");
    EXPECT_EQ(digestOf("abc", DigestAlgorithm::Sha512),
        "ddaf35a193617abacc417349ae20413112e6fa4e89a97ea20a9eeee64b55d39a2192992a274fc1a836ba3c23a3feebbd454d4423643ce8"
        "0e"
        "2a9ac94fa54ca49f");
}

// As printed by `xxhsum -H3` and `xxhsum -H2` of xxHash 0.8.
TEST(Digest, KnownAnswersOfXxhsum)
{
    EXPECT_EQ(digestOf("abc", DigestAlgorithm::Xxh3_64), "78af5f94892f3950");
    EXPECT_EQ(digestOf("abc", DigestAlgorithm::Xxh3_128), "06b05ab6733a618578af5f94892f3950");
}

TEST(Digest, ManyChunksAreAsOne)
{
    // SHA-256 of a million times "a": FIPS 180 example.
    EXPECT_EQ(digestOf(std::string(1'000'000, 'a'), DigestAlgorithm::Sha256),
        "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0");
    // 3 MiB and one byte: reading in several pieces gives the digest of a single piece.
    const std::string content(3 * (1u << 20) + 1, 'x');
    const OneTensor tensor(DType::U8, content);
    EXPECT_EQ(digestOf(content, DigestAlgorithm::Xxh3_64),
        digestTensor(*tensor.checkpoint(), 0, DigestAlgorithm::Xxh3_64).value());
}

TEST(Digest, ReproducesTheManifests)
{
    for (const char* folder : {"bintensors", "bintensors-pre010", "safetensors", "safetensors-sharded"}) {
        for (const auto& file : test::manifestFiles(folder)) {
            SCOPED_TRACE(file.path);
            const Source& source = *file.checkpoint->files.front().source;
            EXPECT_EQ(digestFile(source, DigestAlgorithm::Sha256).value(), file.json["sha256"]);
            std::vector<std::uint32_t> all(file.tensors.size());
            std::iota(all.begin(), all.end(), 0);
            const auto digests = digestTensors(*file.checkpoint, all, DigestAlgorithm::Sha256);
            ASSERT_TRUE(digests);
            ASSERT_EQ(digests->size(), all.size());
            for (std::size_t i = 0; i < all.size(); ++i)
                EXPECT_EQ((*digests)[i].value(), file.tensors[i]["sha256"]);
        }
    }
}

TEST(Digest, ReproducesSerializeWithChecksum)
{
    const std::map<std::string, DigestAlgorithm> algorithms{
        {"sha1", DigestAlgorithm::Sha1}, {"sha256", DigestAlgorithm::Sha256}, {"sha3_256", DigestAlgorithm::Sha3_256}};
    for (const auto& file : test::manifestFiles("bintensors")) {
        if (!file.json.contains("serialize_with_checksum"))
            continue;
        for (const auto& [name, expected] : file.json["serialize_with_checksum"].items())
            EXPECT_EQ(digestFile(*file.checkpoint->files.front().source, algorithms.at(name)).value(), expected)
                << file.path;
    }
}

TEST(Digest, ATensorThatIsNotThereDoesNotHinderTheOthers)
{
    const OneTensor tensor(DType::U8, std::string_view("abc"));
    auto checkpoint = std::make_shared<Checkpoint>(*tensor.checkpoint());
    checkpoint->tensors.push_back(checkpoint->tensors.front());
    checkpoint->tensors.back().bytes = {4, UINT64_MAX};
    checkpoint->files.emplace_back();
    checkpoint->tensors.push_back(checkpoint->tensors.front());
    checkpoint->tensors.back().file = 1;
    const auto digests = digestTensors(*checkpoint, std::vector<std::uint32_t>{2, 1, 0}, DigestAlgorithm::Sha1);
    ASSERT_TRUE(digests);
    EXPECT_EQ((*digests)[0].error().code, ErrorCode::NotFound);
    EXPECT_EQ((*digests)[1].error().code, ErrorCode::PastTheEnd);
    EXPECT_EQ((*digests)[2].value(), "a9993e364706816aba3e25717850c26c9cd0d89d");
}

TEST(Digest, ATruncatedFileIsAnError)
{
    for (const auto access : {Source::Access::Map, Source::Access::Read}) {
        const OneTensor tensor(DType::U8, std::string(3'000'000, 'x'), access);
        std::filesystem::resize_file(tensor.path(), 4096);
        const auto digest = digestTensor(*tensor.checkpoint(), 0, DigestAlgorithm::Sha256);
        ASSERT_FALSE(digest);
        EXPECT_EQ(digest.error().code, ErrorCode::Changed);
    }
}

TEST(Digest, StopsWhenAskedAndTellsHowFarItIs)
{
    const OneTensor tensor(DType::U8, std::string(3'000'000, 'x'));
    Progress progress;
    const Source& source = *tensor.checkpoint()->files.front().source;
    ASSERT_TRUE(digestFile(source, DigestAlgorithm::Xxh3_128, {.stop = {}, .progress = &progress}));
    EXPECT_EQ(progress.total, 3'000'003u);
    EXPECT_EQ(progress.done, progress.total);

    std::stop_source stop;
    stop.request_stop();
    const auto file = digestFile(source, DigestAlgorithm::Xxh3_128, {.stop = stop.get_token()});
    ASSERT_FALSE(file);
    EXPECT_EQ(file.error().code, ErrorCode::Stopped);
    const auto tensors = digestTensors(
        *tensor.checkpoint(), std::vector<std::uint32_t>{0}, DigestAlgorithm::Xxh3_128, {.stop = stop.get_token()});
    ASSERT_FALSE(tensors);
    EXPECT_EQ(tensors.error().code, ErrorCode::Stopped);
}

} // namespace
} // namespace loupe
