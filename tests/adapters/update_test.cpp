// Updates that take much memory or time, and those whose scale is unknown.

#include "adapters/updates/update.h"

#include "adapters/made_adapter.h"
#include "adapters/updates/factors.h"
#include "analysis/parallel/parallel.h"
#include "support/compared_pair.h"

#include <gmock/gmock.h>

#include <stop_token>

namespace loupe::test {
namespace {

using testing::HasSubstr;

/// Small integers, so that sums are exact.
std::vector<float> madeNumbers(std::size_t count, std::size_t seed)
{
    std::vector<float> numbers(count);
    for (std::size_t i = 0; i < count; ++i)
        numbers[i] = static_cast<float>((i * 7 + i / 5 + seed) % 9) - 4;
    return numbers;
}

class UpdateTest : public testing::Test {
protected:
    /// Adds a tensor to the file.
    std::vector<float> add(const std::string& name, const std::vector<std::size_t>& shape)
    {
        std::size_t count = 1;
        for (const std::size_t dimension : shape)
            count *= dimension;
        auto numbers = madeNumbers(count, m_tensors.size());
        m_tensors.push_back({name, "F32", nlohmann::json(shape).dump(), packedBytes(numbers)});
        return numbers;
    }

    Adapter read(std::optional<double> alpha = {})
    {
        auto adapter = readAdapter(*openCheckpoint(m_folder.write("a.safetensors", safetensorsOf(m_tensors))), alpha);
        EXPECT_TRUE(adapter) << adapter.error().message;
        return std::move(*adapter);
    }

private:
    TemporaryFolder m_folder;
    std::vector<WantedTensor> m_tensors;
};

TEST_F(UpdateTest, AMiddleFactorIsMultipliedIntoDown)
{
    constexpr std::size_t rank = 70;
    constexpr std::size_t kernel = 6;
    constexpr std::size_t inputs = 3;
    const auto middle = add("lora_unet_a.lora_mid.weight", {rank, rank, 2, 3});
    const auto down = add("lora_unet_a.lora_down.weight", {rank, inputs, 1, 1});
    add("lora_unet_a.lora_up.weight", {4, rank, 1, 1});
    const Adapter adapter = read();
    const auto factors = readFactors(adapter, adapter.modules.front(), loraParts, {});
    ASSERT_TRUE(factors) << factors.error().message;
    ASSERT_EQ(factors->down.rows, rank);
    ASSERT_EQ(factors->down.columns, inputs * kernel);
    for (std::size_t a = 0; a < rank; ++a) {
        for (std::size_t i = 0; i < inputs; ++i) {
            for (std::size_t k = 0; k < kernel; ++k) {
                double sum = 0;
                for (std::size_t b = 0; b < rank; ++b)
                    sum += double(middle[(a * rank + b) * kernel + k]) * double(down[b * inputs + i]);
                ASSERT_EQ(factors->down.at(a, i * kernel + k), sum) << a << ' ' << i << ' ' << k;
            }
        }
    }
    std::stop_source stop;
    stop.request_stop();
    const auto stopped = readUpdate(adapter, adapter.modules.front(), {stop.get_token(), nullptr});
    ASSERT_FALSE(stopped);
    EXPECT_EQ(stopped.error().code, ErrorCode::Stopped);
}

/// The shapes alone: the file would have 128 MiB.
TEST(UpdateSizes, IncludeTheMiddleFactor)
{
    const std::vector<std::uint64_t> middle{1 << 13, 1 << 13, 2};
    const std::vector<std::uint64_t> down{1 << 13, 1};
    const std::vector<std::uint64_t> up{8, 1 << 13};
    Checkpoint checkpoint;
    AdapterModule module;
    for (const auto& [part, shape] : {std::pair(AdapterPart::Middle, &middle), std::pair(AdapterPart::Down, &down),
             std::pair(AdapterPart::Up, &up)}) {
        module.parts[static_cast<std::size_t>(part)] = static_cast<std::uint32_t>(checkpoint.tensors.size());
        Tensor tensor;
        tensor.shape = *shape;
        checkpoint.tensors.push_back(tensor);
    }
    EXPECT_THAT(sizesOf(UpdateForm::Factors, checkpoint, module).problem, HasSubstr("needs more than 1 GiB of memory"));
    module.parts[static_cast<std::size_t>(AdapterPart::Middle)] = {};
    EXPECT_EQ(sizesOf(UpdateForm::Factors, checkpoint, module).problem, "");
}

/// By Gram matrices for small ranks, else by the elements.
TEST_F(UpdateTest, TheNormOfLohaIsThatOfItsElements)
{
    const struct {
        std::size_t outputs;
        std::size_t inputs;
        std::size_t firstRank;
        std::size_t secondRank;
    } cases[]{{300, 2100, 1, 1}, {2100, 300, 2, 3}, {300, 2100, 16, 5}, {40, 30, 6, 6}};
    std::vector<double> wanted;
    for (const auto& one : cases) {
        const std::string name = "lora_unet_" + std::to_string(wanted.size());
        const auto firstUp = add(name + ".hada_w1_a", {one.outputs, one.firstRank});
        const auto firstDown = add(name + ".hada_w1_b", {one.firstRank, one.inputs});
        const auto secondUp = add(name + ".hada_w2_a", {one.outputs, one.secondRank});
        const auto secondDown = add(name + ".hada_w2_b", {one.secondRank, one.inputs});
        const auto elementOf = [&](const auto& up, const auto& down, std::size_t rank, std::size_t i, std::size_t j) {
            double sum = 0;
            for (std::size_t k = 0; k < rank; ++k)
                sum += double(up[i * rank + k]) * double(down[k * one.inputs + j]);
            return sum;
        };
        double square = 0;
        for (std::size_t i = 0; i < one.outputs; ++i) {
            for (std::size_t j = 0; j < one.inputs; ++j) {
                const double element = elementOf(firstUp, firstDown, one.firstRank, i, j)
                    * elementOf(secondUp, secondDown, one.secondRank, i, j);
                square += element * element;
            }
        }
        wanted.push_back(std::sqrt(square));
    }
    const auto figures = updateFigures(read(), {});
    ASSERT_TRUE(figures) << figures.error().message;
    ASSERT_EQ(figures->size(), wanted.size());
    for (std::size_t i = 0; i < wanted.size(); ++i) {
        EXPECT_GT(wanted[i], 0) << i;
        EXPECT_NEAR((*figures)[i].norm, wanted[i], 1e-12 * wanted[i]) << i;
    }
}

TEST_F(UpdateTest, ThreadsThatNeedAnUpdateShareIt)
{
    add("lora_unet_a.lokr_w1", {2, 2});
    add("lora_unet_a.lokr_w2_a", {200, 16});
    add("lora_unet_a.lokr_w2_b", {16, 200});
    UpdateCache cache(std::make_shared<const Adapter>(read()));
    std::vector<std::shared_ptr<const Update>> updates(64);
    const auto done = runPieces(updates.size(), {}, [&](std::uint64_t i, std::size_t) -> Result<> {
        auto update = cache.of(0, {});
        if (!update)
            return fail(update.error());
        updates[i] = std::move(*update);
        return {};
    });
    ASSERT_TRUE(done) << done.error().message;
    EXPECT_THAT(updates, testing::Each(updates.front()));
    // A stop or another failure is not kept.
    UpdateCache other(std::make_shared<const Adapter>(read()));
    std::stop_source stop;
    stop.request_stop();
    EXPECT_FALSE(other.of(0, {stop.get_token(), nullptr}));
    EXPECT_TRUE(other.of(0, {}));
}

/// PEFT divides alpha by r, which only adapter_config.json has for whole matrices.
TEST_F(UpdateTest, OfWholeMatricesNeedTheConfiguration)
{
    add("base_model.model.a.lokr_w1", {2, 2});
    add("base_model.model.a.lokr_w2", {3, 3});
    add("base_model.model.b.lokr_w1", {2, 2});
    add("base_model.model.b.lokr_w2_a", {3, 1});
    add("base_model.model.b.lokr_w2_b", {1, 3});
    for (const auto alpha : {std::optional<double>(), std::optional<double>(16)}) {
        const Adapter adapter = read(alpha);
        ASSERT_EQ(adapter.modules.size(), 2U);
        EXPECT_EQ(adapter.modules[0].alphaSource, AlphaSource::Unknown);
        EXPECT_THAT(unknownScale(adapter, adapter.modules[0]).message,
            HasSubstr("its matrices are whole, so only adapter_config.json has alpha and r"));
        EXPECT_EQ(adapter.modules[1].alphaSource, alpha ? AlphaSource::Given : AlphaSource::Unknown);
        EXPECT_EQ(unknownScale(adapter, adapter.modules[0]).remedy, Remedy::None);
        EXPECT_EQ(unknownScale(adapter, adapter.modules[1]).remedy, Remedy::GiveAlpha);
    }
}

TEST_F(UpdateTest, PartsOfSeveralKindsHaveNoKindOfTheirOwn)
{
    add("a.hada_w1_a", {4, 2});
    add("a.lokr_w1", {4, 2});
    add("b.lora_E", {2, 1});
    add("b.lora_A", {2, 4});
    add("b.lora_B", {4, 2});
    const Adapter adapter = read();
    ASSERT_EQ(adapter.modules.size(), 2U);
    EXPECT_EQ(adapter.modules[0].kind, "mixed");
    EXPECT_THAT(adapter.modules[0].problem, HasSubstr("parts of several kinds"));
    EXPECT_EQ(adapter.modules[1].kind, "AdaLoRA");
    EXPECT_EQ(adapter.modules[1].problem, "AdaLoRA is recognized, but not supported");
}

} // namespace
} // namespace loupe::test
