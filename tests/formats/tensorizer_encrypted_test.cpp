// Encrypted tensorizer files: locked, unlocked, opened with a wrong secret, damaged, and designed to cost too much.

#include "tensorizer_files.h"

#include "analysis/digests/stated_check.h"
#include "core/elements.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <algorithm>
#include <cstring>
#include <thread>

namespace loupe::test {

namespace {

using testing::HasSubstr;

constexpr const char* byKey = "tensorizer/encrypted-key.tensors";
constexpr const char* byPassphrase = "tensorizer/encrypted-passphrase.tensors";
constexpr std::string_view key = "000102030405060708090a0b0c0d0e0f101112131415161718191a1b1c1d1e1f";
constexpr std::string_view phrase = "correct horse battery staple";

Result<std::vector<std::byte>> valuesOf(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::uint64_t first, std::uint64_t count)
{
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return fail(elements.error());
    std::vector<std::byte> values;
    Buffer scratch;
    auto done = elements->visit(
        first, count, scratch, [&](std::span<const std::byte> bytes) { values.assign(bytes.begin(), bytes.end()); });
    if (!done)
        return fail(std::move(done.error()));
    return values;
}

Encryption::State stateOf(const Checkpoint& checkpoint)
{
    EXPECT_TRUE(checkpoint.files[0].encryption);
    return checkpoint.files[0].encryption.value_or(Encryption{}).state;
}

} // namespace

TEST(TensorizerLocked, OpensWithoutItsValues)
{
    const auto checkpoint = open(dataPath(byKey));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(stateOf(*checkpoint), Encryption::State::Locked);
    EXPECT_FALSE(checkpoint->files[0].encryption->takesPassphrase);
    EXPECT_EQ(codes(*checkpoint), "encrypted");
    EXPECT_EQ(
        checkpoint->findings.list()[0].message, "the values are encrypted; to read them, give the key (--key-file)");
    const auto values = valuesOf(checkpoint, 0, 0, 1);
    ASSERT_FALSE(values);
    EXPECT_EQ(values.error().code, ErrorCode::Unsupported);
    EXPECT_EQ(values.error().message, "tensor \"w\" is encrypted, expected the key or passphrase that opens it");
    EXPECT_FALSE(checkStatedDigests(*checkpoint, 0));
    EXPECT_TRUE(open(dataPath(byPassphrase))->files[0].encryption->takesPassphrase);
}

TEST(TensorizerUnlocked, SaysSo)
{
    EXPECT_EQ(stateOf(**openWith(dataPath(byKey), keyOf(key))), Encryption::State::Open);
    EXPECT_EQ(stateOf(**openWith(dataPath(byPassphrase), passphraseOf(phrase))), Encryption::State::Open);
    EXPECT_EQ(
        stateOf(**openWith(dataPath("malformed/tensorizer-encrypted.tensors"), keyOf(key))), Encryption::State::Open);
}

/// The manifest has the key that is derived from the passphrase.
TEST(TensorizerUnlocked, TheKeyThatAPassphraseMakesOpensToo)
{
    const auto checkpoint =
        openWith(dataPath(byPassphrase), keyOf("3188b1d28919f8ea0acade59e44cf06999c5528caf5c3671a17cfdd9d9f2f0f3"));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(stateOf(**checkpoint), Encryption::State::Open);
}

TEST(TensorizerUnlocked, PlainFilesNeedNoSecretAndTakeAny)
{
    const auto checkpoint = openWith(dataPath("tensorizer/one.tensors"), keyOf(key));
    ASSERT_TRUE(checkpoint);
    EXPECT_FALSE((*checkpoint)->files[0].encryption);
    EXPECT_EQ(codes(**checkpoint), "");
    EXPECT_TRUE(openWith(dataPath("npy/f32-c.npy"), keyOf(key)));
}

/// Reads ranges that begin and end anywhere, within one piece or across several, with and without a memory map.
TEST(TensorizerUnlocked, AnyRangeHasTheValuesOfTheWhole)
{
    const auto mapped = openWith(dataPath(byKey), keyOf(key), Source::Access::Map);
    const auto read = openWith(dataPath(byKey), keyOf(key), Source::Access::Read);
    ASSERT_TRUE(mapped && read);
    const std::uint32_t tensor = *findTensor(**mapped, "b"); // three pieces of at most 4,096 bytes
    const std::uint64_t count = (*mapped)->tensors[tensor].elements();
    const auto whole = valuesOf(*mapped, tensor, 0, count);
    ASSERT_TRUE(whole);
    for (std::uint64_t first = 0; first < count; first += 37) {
        for (const std::uint64_t length : {std::uint64_t{1}, std::uint64_t{33}, std::uint64_t{2048}, count - first}) {
            const std::uint64_t taken = std::min(length, count - first);
            const auto part = valuesOf(first % 2 == 0 ? *mapped : *read, tensor, first, taken);
            ASSERT_TRUE(part);
            ASSERT_TRUE(std::equal(part->begin(), part->end(), whole->begin() + static_cast<std::ptrdiff_t>(first * 2),
                whole->begin() + static_cast<std::ptrdiff_t>((first + taken) * 2)))
                << first << ' ' << taken;
        }
    }
}

TEST(TensorizerUnlocked, ManyThreadsReadTheSame)
{
    const auto checkpoint = openWith(dataPath(byKey), keyOf(key));
    ASSERT_TRUE(checkpoint);
    const std::uint32_t tensor = *findTensor(**checkpoint, "b");
    const auto fresh = openWith(dataPath(byKey), keyOf(key));
    const auto whole = valuesOf(*fresh, tensor, 0, 5000);
    ASSERT_TRUE(whole);
    std::vector<int> isSame(8);
    {
        std::vector<std::jthread> threads;
        for (int& same : isSame) {
            threads.emplace_back([&] {
                const auto mine = valuesOf(*checkpoint, tensor, 0, 5000);
                same = mine && *mine == *whole;
            });
        }
    }
    EXPECT_EQ(isSame, std::vector<int>(8, 1));
}

TEST(TensorizerUnlocked, AWrongKeyIsAFindingAndAnError)
{
    for (const char* const file : {byKey, byPassphrase}) {
        const auto checkpoint = openWith(dataPath(file), keyOf(std::string(32, 'x')));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(stateOf(**checkpoint), Encryption::State::WrongSecret);
        EXPECT_EQ(codes(**checkpoint), "key-wrong");
        EXPECT_TRUE((*checkpoint)->findings.referenceAccepts()); // the file is valid
        const auto values = valuesOf(*checkpoint, 0, 0, 1);
        ASSERT_FALSE(values);
        EXPECT_EQ(values.error().code, ErrorCode::Malformed);
        EXPECT_THAT(values.error().message, HasSubstr("tensor \"w\", encrypted piece 1 of 1 does not match its MAC"));
    }
    const auto wrong = openWith(dataPath(byPassphrase), passphraseOf("another"));
    EXPECT_EQ(stateOf(**wrong), Encryption::State::WrongSecret);
}

TEST(TensorizerUnlocked, APassphraseDoesNotDoForAKey)
{
    const auto checkpoint = openWith(dataPath(byKey), passphraseOf(phrase));
    ASSERT_TRUE(checkpoint);
    EXPECT_EQ(stateOf(**checkpoint), Encryption::State::WrongSecret);
    EXPECT_EQ(codes(**checkpoint), "key encrypted");
    const auto values = valuesOf(*checkpoint, 0, 0, 1);
    ASSERT_FALSE(values);
    EXPECT_THAT(values.error().message, HasSubstr("was encrypted with a key"));
}

TEST(TensorizerUnlocked, ADamagedPieceIsNamedAndTheOthersAreRead)
{
    const std::string bytes = readFile(dataPath(byKey));
    const auto sound = openWith(dataPath(byKey), keyOf(key));
    const std::uint32_t tensor = *findTensor(**sound, "b");
    const std::uint64_t begin = (*sound)->tensors[tensor].bytes.begin;
    TemporaryFolder folder;
    for (const std::uint64_t at : {std::uint64_t{4096}, std::uint64_t{5000}, std::uint64_t{8191}}) {
        std::string damaged = bytes;
        damaged[begin + at] = static_cast<char>(damaged[begin + at] ^ 1);
        std::filesystem::remove(folder.path() / "a.tensors");
        const auto checkpoint = openWith(folder.write("a.tensors", damaged), keyOf(key));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(stateOf(**checkpoint), Encryption::State::Open);
        EXPECT_EQ(valuesOf(*checkpoint, tensor, 0, 2048).value(), valuesOf(*sound, tensor, 0, 2048).value());
        EXPECT_EQ(valuesOf(*checkpoint, tensor, 4096, 904).value(), valuesOf(*sound, tensor, 4096, 904).value());
        const auto values = valuesOf(*checkpoint, tensor, 2000, 100);
        ASSERT_FALSE(values);
        EXPECT_EQ(values.error().message,
            "tensor \"b\", encrypted piece 2 of 3 does not match its MAC: it was encrypted with another key, or "
            "changed "
            "since");
        EXPECT_EQ(values.error().offset, begin + 4096);
    }
}

/// Shapes are not authenticated: someone who has the file, but not its key, can change them.
TEST(TensorizerUnlocked, AShapeOfMoreThanTheDataIsAnError)
{
    std::string bytes = readFile(dataPath(byKey));
    constexpr std::size_t places[] = {122, 262'431}; // of b's shape, in the index and in its header
    for (const std::uint32_t claimed : {5001U, 0x7fff'ffffU}) {
        for (const std::size_t place : places)
            std::memcpy(&bytes[place + 1], &claimed, sizeof claimed);
        const TemporaryFolder folder;
        const auto checkpoint = openWith(folder.write("a.tensors", bytes), keyOf(key));
        ASSERT_TRUE(checkpoint);
        const auto b = std::ranges::find((*checkpoint)->tensors, "b", &Tensor::name);
        ASSERT_EQ(b->elements(), claimed);
        const auto tensor = static_cast<std::uint32_t>(b - (*checkpoint)->tensors.begin());
        EXPECT_TRUE(valuesOf(*checkpoint, tensor, 4990, 10)) << "what is there can be read";
        for (const std::uint64_t first : {4991U, 5000U, claimed - 10}) {
            const auto values = valuesOf(*checkpoint, tensor, first, 10);
            ASSERT_FALSE(values) << first;
            EXPECT_EQ(values.error().code, first + 10 > claimed ? ErrorCode::PastTheEnd : ErrorCode::Malformed);
        }
    }
}

TEST(TensorizerUnlocked, WhatKeysMayCostIsBounded)
{
    const std::pair<const char*, const char*> files[] = {
        {"kdf-operations", "9,223,372,036,854,775,808 passes over 8.0 KiB, which is done up to 1.0 GiB"},
        {"kdf-memory", "1 pass over 1.0 TiB, which is done up to 1.0 GiB"}, {"kdf-algorithm", "expected 2, Argon2id"}};
    for (const auto& [file, message] : files) {
        SCOPED_TRACE(file);
        const auto checkpoint =
            openWith(dataPath("malformed/tensorizer-" + std::string(file) + ".tensors"), passphraseOf("x"));
        ASSERT_TRUE(checkpoint);
        EXPECT_EQ(codes(**checkpoint), "key encrypted");
        EXPECT_THAT((*checkpoint)->findings.list()[0].message, HasSubstr(message));
        const auto values = valuesOf(*checkpoint, 0, 0, 1);
        ASSERT_FALSE(values);
        EXPECT_THAT(values.error().message, HasSubstr(message));
        EXPECT_TRUE(values.error().code == ErrorCode::TooLarge || values.error().code == ErrorCode::Unsupported);
    }
    const auto many = openWith(dataPath("malformed/tensorizer-kdf-many.tensors"), passphraseOf("x"));
    ASSERT_TRUE(many);
    EXPECT_THAT((*many)->findings.list()[0].message, HasSubstr("tensor \"e\" is encrypted: it has yet another salt"));
}

TEST(TensorizerUnlocked, HostileOnesAreReadOrRefused)
{
    for (const TensorizerHostile& hostile : tensorizerHostiles()) {
        SCOPED_TRACE(hostile.file["what"].get<std::string>());
        const auto checkpoint = openWith(hostile.path(), keyOf(key));
        ASSERT_TRUE(checkpoint);
        const bool isEncrypted = (*checkpoint)->files[0].encryption.has_value();
        const bool isSound = isEncrypted && hostile.file["refused_as"].is_null();
        for (std::uint32_t i = 0; isEncrypted && i < (*checkpoint)->tensors.size(); ++i) {
            const auto checked = checkStatedDigests(**checkpoint, i);
            EXPECT_EQ(checked.has_value() && !checked->empty() && areSame(*checked), isSound);
        }
    }
}

TEST(Secrets, KeysAre32BytesOr64Digits)
{
    EXPECT_EQ(keyOf(std::string(32, '\0')).bytes().size(), 32U);
    EXPECT_TRUE(std::ranges::equal(keyOf(key).bytes(), keyOf(std::string(key) + "\r\n").bytes()));
    EXPECT_EQ(keyOf(key).bytes()[31], std::byte{31});
    for (const std::string& odd :
        {std::string(), std::string(31, 'a'), std::string(33, 'a'), std::string(63, 'a'), std::string(64, 'g')}) {
        const auto secret = Secret::key(std::as_bytes(std::span(odd)));
        ASSERT_FALSE(secret) << odd;
        EXPECT_EQ(secret.error().code, ErrorCode::InvalidArgument);
    }
}

TEST(Secrets, PassphrasesAreTheLine)
{
    const auto text = [](const Secret& secret) {
        return std::string(reinterpret_cast<const char*>(secret.bytes().data()), secret.bytes().size());
    };
    EXPECT_EQ(text(passphraseOf("a b \n")), "a b ");
    EXPECT_EQ(text(passphraseOf("a\n\n")), "a\n");
    EXPECT_FALSE(Secret::passphrase(std::as_bytes(std::span("\n", 1))));
    TemporaryFolder folder;
    const auto file = folder.write("phrase", "hello\n");
    EXPECT_EQ(text(*Secret::read(file, Secret::Kind::Passphrase)), "hello");
    EXPECT_EQ(Secret::read(file, Secret::Kind::Key).error().path, file.string());
    EXPECT_EQ(Secret::read(folder.path() / "none", Secret::Kind::Key).error().code, ErrorCode::NotFound);
    EXPECT_FALSE(
        Secret::read(folder.write("long", std::string(Secret::longestFile + 1, 'a')), Secret::Kind::Passphrase));
}

} // namespace loupe::test
