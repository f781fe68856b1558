#include "analysis/statistics/summary.h"

#include "analysis/manifest.h"

#include <cmath>

namespace loupe {
namespace {

using nlohmann::json;

double number(const json& value)
{
    if (!value.is_string())
        return value.get<double>();
    const auto text = value.get<std::string>();
    if (text == "NaN")
        return NAN;
    return text == "-Infinity" ? -INFINITY : INFINITY;
}

void expectMean(const json& expected, const std::optional<double>& mean)
{
    ASSERT_EQ(mean.has_value(), !expected.is_null());
    if (mean) {
        const double wanted = number(expected);
        EXPECT_NEAR(*mean, wanted, 1e-9 * std::abs(wanted));
    }
}

void expectExtreme(const json& expected, const std::optional<Scalar>& value)
{
    ASSERT_EQ(value.has_value(), !expected.is_null());
    if (!value)
        return;
    if (value->kind == Scalar::Kind::Signed)
        EXPECT_EQ(value->asSigned, expected.get<std::int64_t>());
    else if (value->kind == Scalar::Kind::Unsigned)
        EXPECT_EQ(value->asUnsigned, expected.get<std::uint64_t>());
    else
        EXPECT_EQ(value->real, number(expected));
}

void expectComplex(const json& stats, const Summary& summary)
{
    EXPECT_EQ(*summary.positiveInf + *summary.negativeInf, stats["inf_count"].get<std::uint64_t>());
    EXPECT_FALSE(summary.zero || summary.minimum || summary.maximum || summary.mean || summary.histogram);
    ASSERT_EQ(summary.parts.size(), 2u);
    // The manifest's means are over all elements, so they are meaningful only if all elements are finite.
    if (!summary.firstNonfinite) {
        expectMean(stats["mean_re"], summary.parts[0].mean);
        expectMean(stats["mean_im"], summary.parts[1].mean);
    }
}

void expectReal(const json& stats, const Summary& summary)
{
    EXPECT_EQ(*summary.zero, stats["zero_count"].get<std::uint64_t>());
    if (stats.contains("pos_inf_count")) {
        EXPECT_EQ(*summary.positiveInf, stats["pos_inf_count"].get<std::uint64_t>());
        EXPECT_EQ(*summary.negativeInf, stats["neg_inf_count"].get<std::uint64_t>());
    }
    expectExtreme(stats.contains("finite_min") ? stats["finite_min"] : stats["min"], summary.minimum);
    expectExtreme(stats.contains("finite_max") ? stats["finite_max"] : stats["max"], summary.maximum);
    expectMean(stats["mean"], summary.mean);
}

TEST(SummaryManifest, ReproducesEveryFigureOfNumpy)
{
    std::size_t checked = 0;
    for (const char* folder : {"bintensors", "bintensors-pre010", "safetensors", "safetensors-sharded"}) {
        for (const auto& file : test::manifestFiles(folder)) {
            for (std::uint32_t i = 0; i < file.tensors.size(); ++i) {
                SCOPED_TRACE(file.path + ": " + file.tensors[i]["name"].get<std::string>());
                const auto elements = Elements::open(file.checkpoint, i);
                ASSERT_TRUE(elements) << describe(elements.error());
                const auto summary = summarize(*elements);
                ASSERT_TRUE(summary) << describe(summary.error());
                EXPECT_EQ(summary->elements, elements->count());
                const auto stats = file.tensors[i].find("stats");
                if (stats == file.tensors[i].end() || stats->is_null()) {
                    EXPECT_FALSE(summary->note.empty());
                    continue;
                }
                EXPECT_EQ(summary->elements, (*stats)["count"].get<std::uint64_t>());
                EXPECT_EQ(*summary->nan, (*stats)["nan_count"].get<std::uint64_t>());
                summary->dtype == DType::C64 ? expectComplex(*stats, *summary) : expectReal(*stats, *summary);
                ++checked;
            }
        }
    }
    EXPECT_GT(checked, 500u);
}

} // namespace
} // namespace loupe
