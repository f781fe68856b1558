// tloupe thumbnail: compares the positions of colors of dtypes and groups with those worked out by hand from the
// tensors' bytes.

#include "app/cli/process.h"
#include "app/cli/thumbnail/picture.h"
#include "core/dtype.h"
#include "formats/opening/open_checkpoint.h"
#include "support/compared_pair.h"
#include "support/temporary_file.h"
#include "support/test_data.h"

#include <gmock/gmock.h>
#include <gtest/gtest.h>

#include <array>
#include <fstream>
#include <png.h>

namespace loupe::test {

namespace {

using testing::HasSubstr;

std::string zeros(std::size_t bytes)
{
    return std::string(bytes, '\0');
}

/// Group a: 300 bytes of F32. Group b: 100 bytes of I8.
std::string threeToOne()
{
    return safetensorsOf({{"a.x.weight", "F32", "[40]", zeros(160)}, {"a.y.weight", "F32", "[35]", zeros(140)},
        {"b.x.weight", "I8", "[60]", zeros(60)}, {"b.y.weight", "I8", "[40]", zeros(40)}});
}

struct Decoded {
    int size = 0;
    std::vector<std::uint8_t> pixels; ///< RGBA

    std::uint32_t at(int x, int y) const
    {
        const auto pixel = static_cast<std::size_t>(y * size + x) * 4;
        return std::uint32_t{pixels[pixel]} << 16 | std::uint32_t{pixels[pixel + 1]} << 8 | pixels[pixel + 2];
    }
};

Decoded decoded(const std::filesystem::path& path)
{
    png_image image{};
    image.version = PNG_IMAGE_VERSION;
    EXPECT_NE(png_image_begin_read_from_file(&image, path.c_str()), 0) << image.message;
    image.format = PNG_FORMAT_RGBA;
    Decoded picture{.size = static_cast<int>(image.width), .pixels = std::vector<std::uint8_t>(PNG_IMAGE_SIZE(image))};
    EXPECT_EQ(image.height, image.width);
    EXPECT_NE(png_image_finish_read(&image, nullptr, picture.pixels.data(), 0, nullptr), 0) << image.message;
    return picture;
}

std::string contentOf(const std::filesystem::path& path)
{
    std::ifstream file(path, std::ios::binary);
    return {std::istreambuf_iterator<char>(file), {}};
}

} // namespace

TEST(Thumbnail, HasSharesOfDTypesAndGroups)
{
    const TemporaryFolder folder;
    folder.write("model.safetensors", threeToOne());
    const Outcome outcome = tloupe({"thumbnail", "model.safetensors", "out.png", "--size", "160"}, folder.path());
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    EXPECT_EQ(outcome.out + outcome.error, "");
    const Decoded picture = decoded(folder.path() / "out.png");
    ASSERT_EQ(picture.size, 160);
    // Within a margin of 10: 140 pixels, of which F32 has 105.
    const std::uint32_t f32 = info(DType::F32).color.light;
    const std::uint32_t i8 = info(DType::I8).color.light;
    ASSERT_NE(f32, i8);
    const int bar = 160 - 10 - 8; // y of the middle of the bar
    const int tensors = 160 - 10 - 16 - 10 - 2; // y just above the bar and its margin
    for (const int y : {bar, tensors}) {
        EXPECT_EQ(picture.at(10, y), f32) << y;
        EXPECT_EQ(picture.at(114, y), f32) << y;
        EXPECT_EQ(picture.at(115, y), i8) << y;
        EXPECT_EQ(picture.at(149, y), i8) << y;
        EXPECT_EQ(picture.at(9, y), picture.at(150, y)) << y;
    }
    // Groups a and b have one color each, below the text.
    int rows = 0;
    for (int y = 10; y < tensors; ++y)
        rows += picture.at(12, y) == picture.at(110, y) && picture.at(12, y) != picture.at(120, y)
                && picture.at(120, y) == picture.at(146, y) && picture.at(12, y) != f32
            ? 1
            : 0;
    EXPECT_GE(rows, 5);
}

TEST(Thumbnail, WritesTheParameters)
{
    const auto drawn = [](std::string_view text) {
        Canvas canvas(64);
        canvas.write(text, 0, 0, 1, 0x102030);
        return canvas.pixels();
    };
    const std::array texts{"0", "1", "2", "3", "4", "5", "6", "7", "8", "9", ".", ",", "K", "M", "B", "T", " "};
    for (std::size_t i = 0; i < texts.size(); ++i) {
        for (std::size_t j = 0; j < i; ++j)
            EXPECT_NE(drawn(texts[i]), drawn(texts[j])) << texts[i] << texts[j];
    }
}

TEST(Thumbnail, IsNoneOfWhatHasNoTensor)
{
    const TemporaryFolder folder;
    folder.write("model.safetensors.index.json",
        R"({"metadata":{"total_size":4},"weight_map":{"w":"model-00001-of-00001.safetensors"}})"); // alone
    folder.write("pointer.safetensors", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5261334938\n");
    folder.write("pointer.gguf", "version https://git-lfs.github.com/spec/v1\noid sha256:00\nsize 5261334938\n");
    folder.write("garbage.safetensors", "garbage");
    folder.write("garbage.gguf", "garbage");
    folder.write("empty.safetensors", "");
    folder.write("empty.bt", "");
    folder.write("valid.safetensors", safetensorsOf({}));
    for (const char* const name : {"model.safetensors.index.json", "pointer.safetensors", "pointer.gguf",
             "garbage.safetensors", "garbage.gguf", "empty.safetensors", "empty.bt", "valid.safetensors"}) {
        const Outcome outcome = tloupe({"thumbnail", name, "out.png"}, folder.path());
        EXPECT_EQ(outcome.status, 3) << name;
        EXPECT_THAT(outcome.error, HasSubstr(name));
        EXPECT_EQ(outcome.out, "") << name;
        EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.png")) << name;
    }
}

TEST(Thumbnail, ReplacesOnlyPictures)
{
    const TemporaryFolder folder;
    folder.write("model.safetensors", threeToOne());
    folder.write("empty", "");
    folder.write("other.safetensors", threeToOne());
    for (int run = 0; run < 2; ++run) { // the second run finds an existing picture
        EXPECT_EQ(tloupe({"thumbnail", "model.safetensors", "empty", "--size", "16"}, folder.path()).status, 0);
        EXPECT_EQ(decoded(folder.path() / "empty").size, 16);
    }
    for (const char* const model : {"model.safetensors", "other.safetensors"}) {
        const Outcome refused = tloupe({"thumbnail", "model.safetensors", model}, folder.path());
        EXPECT_EQ(refused.status, 3);
        EXPECT_THAT(refused.error, HasSubstr("not a PNG picture"));
        EXPECT_EQ(contentOf(folder.path() / model), threeToOne());
    }
}

TEST(Thumbnail, FillsTheEmptyFileThatAServiceHoldsOpen)
{
    const TemporaryFolder folder;
    folder.write("model.safetensors", threeToOne());
    folder.write("held.png", "");
    std::ifstream held(folder.path() / "held.png", std::ios::binary); // as if read by tumbler
    const Outcome outcome = tloupe({"thumbnail", "model.safetensors", "held.png", "--size", "16"}, folder.path());
    EXPECT_EQ(outcome.status, 0) << outcome.error;
    const std::string read{std::istreambuf_iterator<char>(held), {}};
    EXPECT_EQ(read.substr(1, 3), "PNG");
    EXPECT_EQ(read, contentOf(folder.path() / "held.png"));
}

TEST(Thumbnail, LeavesAnEmptyFileEmptyWhereItCannotBeWritten)
{
    const TemporaryFolder folder;
    folder.write("model.safetensors", threeToOne());
    folder.write("held.png", "");
    const Outcome outcome = runProgram("/bin/sh",
        {"-c", "ulimit -f 1; exec \"$0\" thumbnail model.safetensors held.png --size 1024", LOUPE_TLOUPE},
        folder.path());
    EXPECT_EQ(outcome.status, 3);
    EXPECT_THAT(outcome.error, HasSubstr("held.png: cannot write"));
    EXPECT_EQ(contentOf(folder.path() / "held.png"), "");
}

TEST(Thumbnail, SaysWhatIsWrong)
{
    const TemporaryFolder folder;
    folder.write("notes.txt", "no model");
    EXPECT_EQ(tloupe({"thumbnail", "notes.txt", "out.png"}, folder.path()).status, 3);
    EXPECT_EQ(tloupe({"thumbnail", "missing.safetensors", "out.png"}, folder.path()).status, 3);
    EXPECT_EQ(tloupe({"thumbnail", "https://host.invalid/m.safetensors", "out.png"}, folder.path()).status, 3);
    for (const char* const size : {"15", "1025", "-1", "a"})
        EXPECT_EQ(tloupe({"thumbnail", "notes.txt", "out.png", "--size", size}, folder.path()).status, 2) << size;
    EXPECT_FALSE(std::filesystem::exists(folder.path() / "out.png"));
}

TEST(Thumbnail, DrawsDamagedFilesOfAllFormats)
{
    std::size_t drawn = 0;
    for (const char* const data : {"malformed", "gguf", "torch", "npz", "tensorizer"}) {
        for (const auto& entry : std::filesystem::recursive_directory_iterator(dataPath(data))) {
            const auto checkpoint = entry.is_regular_file() ? openCheckpoint(entry.path()) : nullptr;
            if (!checkpoint || !*checkpoint)
                continue;
            // The largest picture takes most of the time, and only its scale differs, so it is drawn rarely.
            for (const int size : {16, 17, drawn % 16 == 0 ? 1024 : 128}) {
                const auto canvas = drawThumbnail(**checkpoint, size, {});
                ASSERT_TRUE(canvas) << entry.path();
                EXPECT_EQ(canvas->pixels().size(), static_cast<std::size_t>(size * size * 4));
            }
            ++drawn;
        }
    }
    EXPECT_GT(drawn, 50U);
}

} // namespace loupe::test
