#pragma once

#include "adapters/adapter_cases.h"
#include "adapters/wide_numbers.h"
#include "saving/recipe/output.h"
#include "support/temporary_file.h"

#include <algorithm>
#include <cmath>
#include <fstream>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::test {

inline std::vector<double> numbersOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor)
{
    const auto elements = Elements::open(checkpoint, tensor);
    EXPECT_TRUE(elements) << checkpoint->tensors[tensor].name;
    std::vector<double> numbers(elements ? elements->count() : 0);
    Buffer scratch;
    if (!elements)
        return numbers;
    EXPECT_TRUE(readWide(*elements, 0, numbers, scratch));
    return numbers;
}

inline std::vector<double> numbersOf(const std::shared_ptr<const Checkpoint>& checkpoint, std::string_view name)
{
    const auto found = std::ranges::find(checkpoint->tensors, name, &Tensor::name);
    EXPECT_NE(found, checkpoint->tensors.end()) << name;
    return found == checkpoint->tensors.end()
        ? std::vector<double>()
        : numbersOf(checkpoint, static_cast<std::uint32_t>(found - checkpoint->tensors.begin()));
}

/// Each within `tolerance` of the other, relative to numbers above 1.
inline void expectNear(const std::vector<double>& found, const std::vector<double>& wanted, double tolerance)
{
    ASSERT_EQ(found.size(), wanted.size());
    for (std::size_t i = 0; i < found.size(); ++i)
        ASSERT_NEAR(found[i], wanted[i], tolerance * std::max(1.0, std::abs(wanted[i]))) << i;
}

/// The precision of a dtype for numbers around 1.
inline double roundingOf(DType dtype)
{
    return dtype == DType::F16 ? 2e-3 : 2e-6;
}

/// Writes an adapter with its configuration, as a program would, and opens it again.
inline std::shared_ptr<const Checkpoint> written(
    Recipe recipe, const std::string& config, const std::filesystem::path& folder)
{
    std::filesystem::create_directory(folder);
    const auto path = folder / "adapter_model.safetensors";
    auto output = planOutput(std::move(recipe), {*findOutputFormat("safetensors"), path});
    EXPECT_TRUE(output) << output.error().message;
    if (!output)
        return nullptr;
    const auto files = writeOutput(*output, {});
    EXPECT_TRUE(files) << files.error().message;
    if (!config.empty())
        std::ofstream(folder / "adapter_config.json") << config;
    auto opened = openCheckpoint(path);
    EXPECT_TRUE(opened);
    return opened ? *opened : nullptr;
}

} // namespace loupe::test
