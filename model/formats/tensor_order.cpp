#include "formats/tensor_order.h"

#include <algorithm>
#include <numeric>
#include <tuple>

namespace loupe {

void sortTensors(FileContent& content)
{
    auto& tensors = content.tensors;
    const auto liesBefore = [](const Tensor& a, const Tensor& b) {
        return std::tie(a.file, a.bytes.begin, a.bytes.end) < std::tie(b.file, b.bytes.begin, b.bytes.end);
    };
    if (std::is_sorted(tensors.begin(), tensors.end(), liesBefore))
        return;
    std::vector<std::uint32_t> order(tensors.size());
    std::iota(order.begin(), order.end(), 0U);
    std::stable_sort(order.begin(), order.end(),
        [&](std::uint32_t a, std::uint32_t b) { return liesBefore(tensors[a], tensors[b]); });
    std::vector<Tensor> sorted;
    sorted.reserve(tensors.size());
    std::unordered_map<std::uint32_t, std::string> names;
    for (const std::uint32_t old : order) {
        if (const auto name = content.unknownDTypes.find(old); name != content.unknownDTypes.end())
            names.emplace(static_cast<std::uint32_t>(sorted.size()), std::move(name->second));
        sorted.push_back(tensors[old]);
    }
    tensors = std::move(sorted);
    content.unknownDTypes = std::move(names);
}

} // namespace loupe
