// Compares text output with the files in golden/. If the output differs, it is saved next to them as NAME.actual.

#include "app/cli/process.h"
#include "support/test_data.h"

#include <gtest/gtest.h>

#include <fstream>
#include <iterator>

namespace loupe::test {

namespace {

struct Golden {
    const char* name;
    std::vector<std::string> arguments;

    friend void PrintTo(const Golden& golden, std::ostream* out) { *out << golden.name; }
};

class GoldenTest : public testing::TestWithParam<Golden> { };

TEST_P(GoldenTest, PrintsTheSame)
{
    const std::filesystem::path path = std::filesystem::path(LOUPE_GOLDEN) / GetParam().name;
    std::ifstream file(path);
    const std::string expected{std::istreambuf_iterator<char>(file), {}};
    const Outcome outcome = tloupe(GetParam().arguments);
    EXPECT_EQ(outcome.out, expected);
    if (outcome.out != expected)
        std::ofstream(path.string() + ".actual") << outcome.out;
}

INSTANTIATE_TEST_SUITE_P(Cli, GoldenTest,
    testing::Values(Golden{"info-tree.txt", {"info", "bintensors/gpt2-tiny.bt"}},
        Golden{"info-depth.txt", {"info", "--depth", "2", "bintensors/gpt2-tiny.bt"}},
        Golden{"info-flat-names.txt", {"info", "--flat", "bintensors/names.bt"}},
        Golden{"info-broken.txt", {"info", "malformed/data-one-short.safetensors"}},
        Golden{"info-filter.txt", {"info", "--filter", "h.0.attn", "bintensors/gpt2-tiny.bt"}},
        Golden{"stats.txt", {"stats", "safetensors/all-dtypes-extended.safetensors"}},
        Golden{"stats-histogram.txt", {"stats", "--bins", "8", "bintensors/gpt2-tiny.bt", "wte"}}),
    [](const auto& parameter) {
        std::string name = parameter.param.name;
        std::replace_if(
            name.begin(), name.end(), [](unsigned char c) { return !std::isalnum(c); }, '_');
        return name;
    });

} // namespace

} // namespace loupe::test
