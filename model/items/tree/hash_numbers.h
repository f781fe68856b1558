#pragma once

#include <cstddef>
#include <cstdint>
#include <vector>

namespace loupe {

/// Numbers hashes 0, 1, 2, … in order of appearance. Uses open addressing in flat tables, because a node-based table
/// takes several times as long for a million different names.
class HashNumbers {
public:
    /// The number of the hash. A new hash gets the previous size().
    std::uint32_t numberOf(std::uint64_t hash)
    {
        if (m_slots.size() < 2 * (m_hashes.size() + 1))
            grow();
        Slot& slot = slotOf(hash);
        if (slot.number == none) {
            slot = {size(), upper(hash)};
            m_hashes.push_back(hash);
        }
        return slot.number;
    }
    std::uint32_t size() const { return static_cast<std::uint32_t>(m_hashes.size()); }

private:
    static constexpr std::uint32_t none = 0xffffffff;
    static constexpr std::size_t fewestSlots = 64;
    struct Slot {
        std::uint32_t number = none;
        std::uint32_t upper = 0; ///< upper half of the hash, to distinguish most others without accessing m_hashes
    };

    static std::uint32_t upper(std::uint64_t hash) { return static_cast<std::uint32_t>(hash >> 32); }
    /// The slot of the hash, or the free one where it belongs.
    Slot& slotOf(std::uint64_t hash)
    {
        const std::size_t mask = m_slots.size() - 1;
        std::size_t place = hash & mask;
        while (m_slots[place].number != none
            && (m_slots[place].upper != upper(hash) || m_hashes[m_slots[place].number] != hash))
            place = (place + 1) & mask;
        return m_slots[place];
    }
    void grow()
    {
        m_slots.assign(m_slots.empty() ? fewestSlots : 4 * m_slots.size(), {});
        for (std::uint32_t number = 0; number < m_hashes.size(); ++number)
            slotOf(m_hashes[number]) = {number, upper(m_hashes[number])};
    }

    std::vector<std::uint64_t> m_hashes; ///< indexed by number
    std::vector<Slot> m_slots; ///< a power of two in size, at most half full
};

} // namespace loupe
