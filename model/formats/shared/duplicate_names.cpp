#include "formats/shared/duplicate_names.h"

#include "core/buffer.h"
#include "core/name_hash.h"
#include "core/random_seed.h"
#include "core/run_both.h"
#include "core/text/quote.h"

#include <algorithm>
#include <bit>
#include <new>
#include <string>

namespace loupe {

namespace {

/// A hash table with open addressing in one flat array. A slot holds a tag from the hash and the tensor's index + 1; 0
/// means free.
class NameTable {
public:
    /// Makes room for about `names` names, and grows to hold all of them in the worst case.
    NameTable(std::span<const Tensor> tensors, std::size_t names)
        : m_tensors(tensors)
    {
        const std::size_t slots = std::bit_ceil(std::max<std::size_t>({16, names * 2, tensors.size()}));
        if (!m_memory.resize(slots * sizeof(std::uint64_t)))
            throw std::bad_alloc();
        m_slots = {reinterpret_cast<std::uint64_t*>(m_memory.bytes().data()), slots};
    }

    void prefetch(std::uint64_t hash) const { __builtin_prefetch(&m_slots[hash & (m_slots.size() - 1)], 1); }

    /// The index of the first tensor with that name, which is `index` itself if it is the first.
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

/// A share of the names: those whose hash ends in the bits of `ending`.
struct Share {
    std::uint64_t ending = 0;
    unsigned bits = 0;
};

std::vector<DuplicateName> duplicatesAmong(std::span<const Tensor> tensors, std::uint64_t seed, Share share)
{
    std::vector<DuplicateName> duplicates;
    NameTable table(tensors, tensors.size() >> share.bits);
    const std::uint64_t mask = (std::uint64_t{1} << share.bits) - 1;
    // One cache miss per name is the main cost, so prefetch a batch of slots before looking at the first.
    constexpr std::size_t batch = 64;
    struct Entry {
        std::uint64_t hash;
        std::uint32_t index;
    };
    Entry entries[batch];
    for (std::size_t next = 0; next < tensors.size();) {
        std::size_t count = 0;
        for (; next < tensors.size() && count < batch; ++next) {
            const std::uint64_t hash = hashName(tensors[next].name, seed);
            entries[count] = {hash >> share.bits, static_cast<std::uint32_t>(next)};
            count += (hash & mask) == share.ending ? 1 : 0;
        }
        for (std::size_t i = 0; i < count; ++i)
            table.prefetch(entries[i].hash);
        for (std::size_t i = 0; i < count; ++i) {
            const auto [hash, index] = entries[i];
            if (const std::uint32_t earlier = table.insert(hash, index); earlier != index)
                duplicates.push_back({earlier, index});
        }
    }
    return duplicates;
}

} // namespace

std::vector<DuplicateName> duplicateNames(std::span<const Tensor> tensors)
{
    const std::uint64_t seed = randomSeed();
    if (!isWorthAThread(tensors.size()))
        return duplicatesAmong(tensors, seed, {});
    std::vector<DuplicateName> even;
    std::vector<DuplicateName> odd;
    runBoth(
        tensors.size(), [&] { even = duplicatesAmong(tensors, seed, {.ending = 0, .bits = 1}); },
        [&] { odd = duplicatesAmong(tensors, seed, {.ending = 1, .bits = 1}); });
    std::vector<DuplicateName> duplicates(even.size() + odd.size());
    std::merge(even.begin(), even.end(), odd.begin(), odd.end(), duplicates.begin(),
        [](const DuplicateName& a, const DuplicateName& b) { return a.later < b.later; });
    return duplicates;
}

void reportDuplicateNames(std::span<const Tensor> tensors, std::string_view problem, Findings& findings)
{
    for (const DuplicateName& duplicate : duplicateNames(tensors)) {
        const std::string name(tensors[duplicate.later].name);
        findings.add({.severity = Severity::Warning,
            .code = "duplicate-name",
            .message = "tensor " + quote(name).append(1, ' ').append(problem),
            .tensor = name,
            .aboutTensor = true});
    }
}

} // namespace loupe
