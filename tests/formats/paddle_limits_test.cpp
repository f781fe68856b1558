// Memory limits for pickles that refer to the same values repeatedly in Paddle's list of sliced arrays.

#include "memory_to_open.h"
#include "sample_checks.h"

namespace loupe::test {

namespace {

using namespace std::string_literals;

std::string text(const std::string& value)
{
    const auto size = static_cast<std::uint32_t>(value.size());
    return 'X' + std::string(reinterpret_cast<const char*>(&size), sizeof size) + value;
}

std::string dictionary(const std::string& pairs)
{
    return "}(" + pairs + 'u';
}

std::string description(const std::string& slices, const std::string& more = {})
{
    return dictionary(more + text("OriginShape") + ')' + text("slices") + slices);
}

/// Writes a file whose list of sliced arrays is `pairs`.
std::filesystem::path write(const TemporaryFolder& folder, const std::string& pairs)
{
    return folder.write("a.pdparams", "\x80\2" + dictionary(text("UnpackBigParamInfor@@") + dictionary(pairs)) + '.');
}

std::string repeated(const std::string& piece, int times)
{
    std::string all;
    for (int i = 0; i < times; ++i)
        all += piece;
    return all;
}

bool endsEarly(const Checkpoint& checkpoint)
{
    return std::ranges::any_of(checkpoint.findings.list(), [](const Finding& finding) {
        return finding.code == "object-too-large" && finding.message.starts_with("the list of arrays in slices");
    });
}

} // namespace

TEST(PaddleLimits, OneLongNameOverAndOver)
{
    TemporaryFolder folder;
    const auto path =
        write(folder, text(std::string(100'000, 'n')) + "q\1" + description("]") + "q\2" + repeated("h\1h\2", 10'000));
    EXPECT_LE(memoryToOpen(path), 32 * 1024);
    EXPECT_TRUE(endsEarly(*open(path)));
}

/// If several values have the same key, the last one counts.
TEST(PaddleLimits, OneNameOverAndOverIsOneTensor)
{
    TemporaryFolder folder;
    const std::string list = "](" + text("s") + 'e';
    const auto checkpoint =
        open(write(folder, text("name") + "q\1" + description(list) + "q\2" + repeated("h\1h\2", 10'000)));
    ASSERT_EQ(checkpoint->tensors.size(), 1U);
    EXPECT_EQ(checkpoint->tensors[0].name, "name");
    EXPECT_FALSE(endsEarly(*checkpoint));
}

TEST(PaddleLimits, OneLongDescriptionOverAndOver)
{
    std::string pairs;
    for (int i = 0; i < 40'000; ++i)
        pairs += text(std::to_string(i)) + (i == 0 ? description("]", repeated("NN", 20'000)) + "q\2" : "h\2"s);
    TemporaryFolder folder;
    EXPECT_TRUE(endsEarly(*open(write(folder, pairs))));
}

TEST(PaddleLimits, OneLongListOfSlicesOverAndOver)
{
    const std::string list = "](" + text("s") + "q\1" + repeated("h\1", 20'000) + 'e';
    std::string pairs;
    for (int i = 0; i < 5'000; ++i)
        pairs += text(std::to_string(i)) + (i == 0 ? description(list) + "q\2" : "h\2"s);
    TemporaryFolder folder;
    const auto path = write(folder, pairs);
    EXPECT_LE(memoryToOpen(path), 64 * 1024);
    EXPECT_TRUE(endsEarly(*open(path)));
}

TEST(PaddleLimits, OneLongSliceOverAndOver)
{
    TemporaryFolder folder;
    const std::string list = "](" + text(std::string(1'000'000, 's')) + "q\1" + repeated("h\1", 20'000) + 'e';
    EXPECT_TRUE(endsEarly(*open(write(folder, text("a") + description(list)))));
}

/// Paddle stores a parameter's own name in addition to its key. Here 2,000 keys share one long name.
TEST(PaddleLimits, OneLongParameterNameOverAndOver)
{
    const std::string array = "cnumpy.core.multiarray\n_reconstruct\ncnumpy\nndarray\nK\0\x85"s
        + "C\1b\x87R(K\1K\1\x85"s + "cnumpy\ndtype\nX\2\0\0\0u1\x89\x88\x87R(K\3X\1\0\0\0|NNNJ\xff\xff\xff\xff"s
        + "J\xff\xff\xff\xffK\0tb\x89"s + "C\1xtb"s;
    const std::string named = text(std::string(1'000'000, 'n')) + array + "\x86q\1";
    std::string pairs;
    for (int i = 0; i < 2'000; ++i)
        pairs += text(std::to_string(i)) + (i == 0 ? named : "h\1"s);
    TemporaryFolder folder;
    const auto path = folder.write("a.pdparams", "\x80\4" + dictionary(pairs) + '.');
    EXPECT_LE(memoryToOpen(path), 32 * 1024);
    const auto checkpoint = open(path);
    EXPECT_EQ(checkpoint->tensors.size(), 2'000U);
    ASSERT_TRUE(checkpoint->metadata);
    const auto& [name, value] = checkpoint->metadata->front();
    EXPECT_EQ(name, "0.name");
    EXPECT_TRUE(value.shown().ends_with("n… (1,000,000 bytes)")) << value.shown();
    EXPECT_LT(value.shown().size(), 4100U);
    // A single array does not get a second name.
    const auto single = open(folder.write("b.pdparams", "\x80\4" + named + '.'));
    ASSERT_EQ(single->tensors.size(), 1U);
    EXPECT_EQ(single->tensors[0].name.size(), 1'000'000U);
}

} // namespace loupe::test
