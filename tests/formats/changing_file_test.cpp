#include "core/text/quote.h"
#include "format_files.h"
#include "formats/shared/shape_store.h"

#include <array>
#include <random>
#include <thread>

#include <gtest/gtest.h>

#include <fcntl.h>
#include <unistd.h>

namespace loupe::test {

namespace {

/// A valid file with a header that is large enough to take a while to read.
std::string largeFile(const Format& format)
{
    constexpr unsigned count = 20'000;
    std::string header;
    if (format.id == "safetensors") {
        for (unsigned i = 0; i < count; ++i) {
            const std::string name = i % 2 ? "plain" : "esc\\u00e4ped\\n";
            header += (i ? R"(,")" : R"({")") + name + std::to_string(i) + R"(":{"dtype":"U8","shape":[1],)"
                + R"("data_offsets":[)" + std::to_string(i) + ',' + std::to_string(i + 1) + "]}";
        }
        header += '}';
    } else {
        const auto number = [&](unsigned value) {
            header += '\xfb';
            header += static_cast<char>(value & 0xff);
            header += static_cast<char>(value >> 8);
        };
        header += '\0';
        number(count);
        for (unsigned i = 0; i < count; ++i) {
            const std::string name = "name" + std::to_string(i);
            header += static_cast<char>(name.size());
            header += name;
            header += std::string("\1\1\1", 3); // U8, one dimension of size 1
            number(i);
            number(i + 1);
        }
    }
    return framed(header, std::string(count, '\0'));
}

/// Opens the file repeatedly while another thread does `harm(descriptor, original)`. Any result is allowed except a
/// crash or a failure other than Changed. Reads everything in each result.
template <typename Harm>
void openUnder(const Format& format, Harm harm)
{
    const std::string original = largeFile(format);
    const TemporaryFolder folder;
    const auto path = folder.write("changing", original);
    const int descriptor = ::open(path.c_str(), O_RDWR);
    ASSERT_GE(descriptor, 0);
    std::jthread other([&](const std::stop_token& stop) {
        while (!stop.stop_requested())
            harm(descriptor, original);
    });
    [[maybe_unused]] std::size_t bytes = 0; // reads everything that was found
    for (int round = 0; round < 60; ++round) {
        const auto source = Source::open(path, Source::Access::Map);
        ASSERT_TRUE(source.has_value());
        const auto content = format.read(**source, {});
        if (!content) {
            EXPECT_EQ(content.error().code, ErrorCode::Changed) << describe(content.error());
            continue;
        }
        for (const Tensor& tensor : content->tensors)
            bytes += quote(tensor.name).size() + tensor.shape.size();
        for (const Finding& finding : content->findings.list())
            bytes += finding.message.size();
    }
    other = {};
    ::close(descriptor);
}

} // namespace

TEST(ChangingFile, OverwrittenHeadersAreReadWithoutHarm)
{
    for (const Format* const format : allFormats()) {
        std::mt19937 random(1);
        openUnder(*format, [&](int descriptor, const std::string& original) {
            constexpr std::string_view bytes = "\"\\{}[]:,-019eu\xff\xfb\xfe\xfd";
            const auto at = static_cast<off_t>(8 + random() % (original.size() - 8));
            const bool restore = random() % 2 == 0;
            const char byte = restore ? original[static_cast<std::size_t>(at)] : bytes[random() % bytes.size()];
            EXPECT_EQ(::pwrite(descriptor, &byte, 1, at), 1);
        });
    }
}

TEST(ChangingFile, HeadersThatShrinkAreReadWithoutHarm)
{
    for (const Format* const format : allFormats()) {
        std::mt19937 random(1);
        openUnder(*format, [&](int descriptor, const std::string& original) {
            EXPECT_EQ(::ftruncate(descriptor, static_cast<off_t>(8 + random() % original.size())), 0);
            EXPECT_EQ(::pwrite(descriptor, original.data(), original.size(), 0), static_cast<ssize_t>(original.size()));
        });
    }
}

TEST(ShapeStore, GivesBackEveryShapeAndRepeatsNeighbours)
{
    std::mt19937_64 random(7);
    Arena arena;
    ShapeStore store;
    std::vector<std::pair<std::vector<std::uint64_t>, std::span<const std::uint64_t>>> kept;
    for (int i = 0; i < 2'000; ++i) {
        std::vector<std::uint64_t> shape(random() % 5);
        for (std::uint64_t& dimension : shape)
            dimension = random() % 7;
        kept.emplace_back(shape, store.keep(shape, arena));
    }
    for (const auto& [shape, span] : kept)
        EXPECT_TRUE(std::equal(shape.begin(), shape.end(), span.begin(), span.end()));
    const std::array<std::uint64_t, 2> shape{4096, 11008};
    const auto first = store.keep(shape, arena);
    const std::size_t used = arena.used();
    EXPECT_EQ(store.keep(shape, arena).data(), first.data());
    EXPECT_EQ(arena.used(), used);
}

} // namespace loupe::test
