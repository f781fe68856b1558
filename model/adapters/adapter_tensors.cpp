#include "adapters/adapter_tensors.h"

#include <utility>

namespace loupe {

AdapterTensors::AdapterTensors(ComputedTensors computed, std::shared_ptr<const Checkpoint> copied)
    : m_computed(std::move(computed))
    , m_copied(std::move(copied))
{
}

Result<> AdapterTensors::copy(Result<std::string> name, std::uint32_t tensor)
{
    if (!name)
        return fail(std::move(name.error()));
    m_items.push_back({false, tensor, std::move(*name), m_copied->tensors[tensor].dtype});
    return {};
}

Result<> AdapterTensors::compute(
    Result<std::string> name, std::span<const std::uint64_t> shape, std::span<const double> values, DType dtype)
{
    if (!name)
        return fail(std::move(name.error()));
    const auto number = m_computed.add(*name, shape, values);
    if (!number)
        return fail(number.error());
    m_items.push_back({true, *number, std::move(*name), dtype});
    return {};
}

Recipe AdapterTensors::take(std::span<const std::shared_ptr<const Checkpoint>> inputs, const Format& format)
{
    const auto computed = m_computed.take(inputs);
    Recipe recipe;
    recipe.format = &format;
    recipe.items.reserve(m_items.size());
    for (Item& item : m_items)
        recipe.items.push_back({.source = item.isComputed ? computed : m_copied,
            .tensor = item.tensor,
            .name = std::move(item.name),
            .dtype = item.dtype});
    return recipe;
}

} // namespace loupe
