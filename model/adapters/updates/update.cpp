#include "adapters/updates/update.h"

#include "adapters/updates/factored_update.h"
#include "adapters/updates/factors.h"
#include "adapters/updates/hadamard_update.h"
#include "adapters/updates/kronecker_update.h"

#include <algorithm>

namespace loupe {

namespace {

using enum AdapterPart;

constexpr std::size_t keptUpdates = 6; // as many as threads may compute at once, and some

/// The product of two thin matrices, multiplied out, or a tensor that is the matrix.
Result<Matrix> wholeMatrix(
    const Adapter& adapter, const AdapterModule& module, AdapterPart whole, const ProductParts& parts, const Work& work)
{
    if (const auto& tensor = module.part(whole)) {
        const auto shape = adapter.checkpoint->tensors[*tensor].shape;
        return readMatrix(
            adapter.checkpoint, *tensor, shape[0], adapter.checkpoint->tensors[*tensor].elements() / shape[0]);
    }
    const auto factors = readFactors(adapter, module, parts, work);
    return factors ? multiply(factors->up, factors->down, work) : Result<Matrix>(fail(factors.error()));
}

} // namespace

Result<std::shared_ptr<const Update>> readUpdate(const Adapter& adapter, const AdapterModule& module, const Work& work)
{
    if (module.form == UpdateForm::Factors) {
        auto factors = readFactors(adapter, module, loraParts, work);
        if (!factors)
            return fail(std::move(factors.error()));
        return std::make_shared<const FactoredUpdate>(std::move(*factors), module.experts, module.scale);
    }
    if (module.form == UpdateForm::Hadamard) {
        auto first = readFactors(adapter, module, firstParts, work);
        auto second = readFactors(adapter, module, secondParts, work);
        if (!first || !second)
            return fail(first ? std::move(second.error()) : std::move(first.error()));
        return std::make_shared<const HadamardUpdate>(std::move(*first), std::move(*second), module.scale);
    }
    auto left = wholeMatrix(adapter, module, Left, leftParts, work);
    auto right = wholeMatrix(adapter, module, Right, rightParts, work);
    if (!left || !right)
        return fail(left ? std::move(right.error()) : std::move(left.error()));
    return std::make_shared<const KroneckerUpdate>(std::move(*left), std::move(*right), module.scale);
}

std::shared_ptr<UpdateCache::Entry> UpdateCache::entryOf(std::size_t module)
{
    const std::lock_guard lock(m_mutex);
    const auto found = std::ranges::find(m_last, module, &decltype(m_last)::value_type::first);
    if (found != m_last.end()) {
        m_last.splice(m_last.begin(), m_last, found);
    } else {
        m_last.emplace_front(module, std::make_shared<Entry>());
        if (m_last.size() > keptUpdates)
            m_last.pop_back();
    }
    return m_last.front().second;
}

Result<std::shared_ptr<const Update>> UpdateCache::of(std::size_t module, const Work& work)
{
    const auto entry = entryOf(module);
    const std::lock_guard lock(entry->mutex);
    if (entry->update)
        return entry->update;
    auto update = readUpdate(*m_adapter, m_adapter->modules[module], work);
    if (update)
        entry->update = *update;
    return update;
}

} // namespace loupe
