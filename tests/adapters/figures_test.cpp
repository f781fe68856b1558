// Norms and singular values of updates, against NumPy's of the whole product.

#include "adapters/updates/update_figures.h"

#include "adapters/made_adapter.h"
#include "adapters/updates/cut_factors.h"
#include "adapters/updates/factors.h"
#include "support/compared_pair.h"

#include <stop_token>

namespace loupe::test {
namespace {

using nlohmann::json;

TEST(UpdateFigures, AreThoseOfTheWholeUpdate)
{
    std::size_t zeros = 0;
    for (const json& one : adapterCases()) {
        SCOPED_TRACE(one["name"]);
        const auto adapter = readAdapter(openAdapterFile(one["adapter"]));
        ASSERT_TRUE(adapter);
        const auto figures = updateFigures(*adapter, Work());
        ASSERT_TRUE(figures) << figures.error().message;
        for (const json& wanted : one["modules"]) {
            if (!wanted.contains("rank"))
                continue;
            SCOPED_TRACE(wanted["name"]);
            const auto found =
                std::ranges::find(adapter->modules, wanted["name"].get<std::string>(), &AdapterModule::name);
            const UpdateFigures& got = (*figures)[static_cast<std::size_t>(found - adapter->modules.begin())];
            EXPECT_TRUE(got.isFinite);
            const auto norm = wanted["norm"].get<double>();
            EXPECT_NEAR(got.norm, norm, 1e-12 * (1 + norm));
            zeros += norm == 0 && got.norm == 0;
            expectNear(got.singularValues, wanted["singular_values"].get<std::vector<double>>(), 1e-12);
        }
    }
    EXPECT_EQ(zeros, 1U); // one module was never trained
}

/// Factorizations of very large ranks take too long: the norm is known without.
TEST(UpdateFigures, OfVeryLargeRanksAreTheNormAlone)
{
    constexpr std::size_t rank = mostFactorizedRank + 1;
    std::vector<float> down(rank);
    std::vector<float> up(rank);
    double wanted = 0;
    for (std::size_t i = 0; i < rank; ++i) {
        down[i] = static_cast<float>(i % 7) - 2;
        up[i] = static_cast<float>(i % 5) / 4;
        wanted += double(down[i]) * double(up[i]);
    }
    const auto bytes = [](const std::vector<float>& numbers) {
        return std::string(reinterpret_cast<const char*>(numbers.data()), numbers.size() * sizeof(float));
    };
    const TemporaryFolder folder;
    const auto adapter = readAdapter(*openCheckpoint(folder.write("a.safetensors",
        safetensorsOf({{"lora_unet_a.lora_down.weight", "F32", "[1025,1]", bytes(down)},
            {"lora_unet_a.lora_up.weight", "F32", "[1,1025]", bytes(up)}}))));
    ASSERT_TRUE(adapter);
    const auto figures = updateFigures(*adapter, Work());
    ASSERT_TRUE(figures) << figures.error().message;
    EXPECT_NEAR(figures->front().norm, wanted, 1e-9 * wanted);
    EXPECT_TRUE(figures->front().singularValues.empty());
    const auto factors = readFactors(*adapter, adapter->modules.front(), loraParts, {});
    ASSERT_TRUE(factors);
    EXPECT_EQ(cutFactors(*factors, adapter->modules.front(), 4, {}, {}).error().code, ErrorCode::Unsupported);
    std::stop_source stop;
    stop.request_stop();
    EXPECT_EQ(updateFigures(*adapter, adapter->modules.front(), {stop.get_token(), nullptr}).error().code,
        ErrorCode::Stopped);
    AdapterModule small = adapter->modules.front();
    small.rank = small.inputs = small.outputs = 2;
    EXPECT_EQ(cutFactors({Matrix(2, 2), Matrix(2, 2)}, small, 1, {}, {stop.get_token(), nullptr}).error().code,
        ErrorCode::Stopped);
}

TEST(UpdateFigures, SayHowMuchOfTheNormARankHas)
{
    UpdateFigures figures;
    figures.singularValues = {4, 2, 1, 0}; // squares 16, 4, 1, 0 of 21
    EXPECT_DOUBLE_EQ(figures.energy(1), 16.0 / 21);
    EXPECT_DOUBLE_EQ(figures.energy(2), 20.0 / 21);
    EXPECT_EQ(figures.energy(3), 1);
    EXPECT_EQ(figures.energy(9), 1);
    EXPECT_EQ(figures.rankFor(0.5), 1U);
    EXPECT_EQ(figures.rankFor(0.9), 2U);
    EXPECT_EQ(figures.rankFor(1), 3U);
    figures.singularValues = {0, 0};
    EXPECT_EQ(figures.energy(1), 1);
    EXPECT_EQ(figures.rankFor(0.9), 1U);
}

TEST(UpdateFigures, NormOfRowsIsThatOfTheNumbers)
{
    const auto base = openAdapterFile("flux-base.safetensors");
    const auto numbers = numbersOf(base, "single_blocks.1.linear1.weight"); // [20, 4]
    double square = 0;
    for (std::size_t i = 4 * 4; i < 8 * 4; ++i)
        square += numbers[i] * numbers[i];
    const auto found = std::ranges::find(base->tensors, "single_blocks.1.linear1.weight", &Tensor::name);
    const auto norm = normOfRows(base, static_cast<std::uint32_t>(found - base->tensors.begin()), 4, 4, {});
    ASSERT_TRUE(norm);
    EXPECT_DOUBLE_EQ(*norm, std::sqrt(square));
}

} // namespace
} // namespace loupe::test
