#include "formats/duplicate_names.h"

#include "core/buffer.h"
#include "core/name_hash.h"
#include "core/random_seed.h"

#include <algorithm>
#include <bit>
#include <new>

namespace loupe {

namespace {

/// Open addressing over one flat table. A slot is a tag from the hash and the tensor's index + 1; 0 is free.
class NameTable {
public:
    explicit NameTable(std::span<const Tensor> tensors)
        : m_tensors(tensors)
    {
        const std::size_t slots = std::bit_ceil(std::max<std::size_t>(16, tensors.size() * 2));
        if (!m_memory.resize(slots * sizeof(std::uint64_t)))
            throw std::bad_alloc();
        m_slots = {reinterpret_cast<std::uint64_t*>(m_memory.bytes().data()), slots};
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&m_slots[hash & (m_slots.size() - 1)], 1); }

    /// The index of the first tensor of that name: `index` itself where it is the first.
    std::uint32_t insert(std::uint64_t hash, std::uint32_t index)
    {
        const std::uint64_t tag = hash >> 32 << 32;
        for (std::size_t at = hash & (m_slots.size() - 1);; at = (at + 1) & (m_slots.size() - 1)) {
            const std::uint64_t slot = m_slots[at];
            if (slot == 0) {
                m_slots[at] = tag | (std::uint64_t{index} + 1);
                return index;
            }
            const auto candidate = static_cast<std::uint32_t>(slot) - 1;
            if ((slot >> 32 << 32) == tag && m_tensors[candidate].name == m_tensors[index].name)
                return candidate;
        }
    }

private:
    std::span<const Tensor> m_tensors;
    Buffer m_memory;
    std::span<std::uint64_t> m_slots;
};

} // namespace

std::vector<DuplicateName> duplicateNames(std::span<const Tensor> tensors)
{
    std::vector<DuplicateName> duplicates;
    NameTable table(tensors);
    const std::uint64_t seed = randomSeed();
    // One cache miss a name is what this costs: ask for a batch of slots before looking at the first.
    constexpr std::size_t batch = 64;
    std::uint64_t hashes[batch];
    for (std::size_t first = 0; first < tensors.size(); first += batch) {
        const std::size_t count = std::min(batch, tensors.size() - first);
        for (std::size_t i = 0; i < count; ++i) {
            hashes[i] = hashName(tensors[first + i].name, seed);
            table.prefetch(hashes[i]);
        }
        for (std::size_t i = 0; i < count; ++i) {
            const auto index = static_cast<std::uint32_t>(first + i);
            if (const std::uint32_t earlier = table.insert(hashes[i], index); earlier != index)
                duplicates.push_back({earlier, index});
        }
    }
    return duplicates;
}

} // namespace loupe
