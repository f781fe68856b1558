#pragma once

#include "analysis/kernels/sixteen_bit_counts.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loupe {

/// Finds the numbers with given ranks among very many without sorting them. It counts 16 bits of the keys at a time,
/// from the top, for prefixes that contain a wanted rank; once few keys are left, it gathers them. Keys are those of
/// RadixKey.
template <typename Word>
class RankSearch {
public:
    static constexpr unsigned bits = 8 * sizeof(Word);
    /// The maximum number of keys to gather, over all targets.
    static constexpr std::uint64_t mostGathered = std::uint64_t{1} << 17;

    struct Wanted {
        std::uint64_t rank; ///< rank among the keys with the prefix
        std::size_t index; ///< index in the result
    };
    /// A prefix of wanted keys.
    struct Target {
        Word prefix = 0; ///< the known bits, at the low end
        std::uint64_t count = 0; ///< number of keys with this prefix
        std::vector<Wanted> wanted;
    };

    /// `ranks` must ascend and be below `count`, the number of keys. All keys are between `least` and `greatest`.
    RankSearch(const std::vector<std::uint64_t>& ranks, std::uint64_t count, Word least, Word greatest)
        : m_found(ranks.size())
        , m_least(least)
        , m_greatest(greatest)
    {
        // The common prefix of all keys is known from the start.
        const auto common = static_cast<unsigned>(std::countl_zero(static_cast<Word>(least ^ greatest)));
        m_known = std::min(common, bits - 1) / 16 * 16;
        Target all{.prefix = prefixOf(least), .count = count, .wanted = {}};
        for (std::size_t i = 0; i < ranks.size(); ++i)
            all.wanted.push_back({ranks[i], i});
        if (!ranks.empty())
            m_targets.push_back(std::move(all));
    }

    bool done() const { return m_targets.empty(); }
    /// The keys by rank, after the search is done.
    const std::vector<Word>& found() const { return m_found; }
    const std::vector<Target>& targets() const { return m_targets; }
    unsigned knownBits() const { return m_known; }
    Word prefixOf(Word key) const { return m_known == 0 ? 0 : key >> (bits - m_known); }

    /// True if the targets have few enough keys to gather them.
    bool few() const
    {
        std::uint64_t keys = 0;
        for (const Target& target : m_targets)
            keys += target.count;
        return keys <= mostGathered;
    }

    /// The next 16 bits of a key after the known ones.
    std::size_t nextBits(Word key) const { return (key >> (bits - m_known - 16)) & 0xffff; }

    /// Takes the counts of nextBits() among keys with the prefix of target `index`. Call it for all targets in order,
    /// then widen(). False if there are fewer keys than were counted before, so the data has changed.
    template <typename Count>
    [[nodiscard]] bool narrow(std::size_t index, const Count* counts)
    {
        const Target& target = m_targets[index];
        std::uint64_t before = 0;
        auto wanted = target.wanted.begin();
        for (std::size_t pattern = 0; pattern < patternCount && wanted != target.wanted.end(); ++pattern) {
            const std::uint64_t here = counts[pattern];
            Target next{.prefix = static_cast<Word>((target.prefix << 16) | pattern), .count = here, .wanted = {}};
            for (; wanted != target.wanted.end() && wanted->rank < before + here; ++wanted)
                next.wanted.push_back({wanted->rank - before, wanted->index});
            if (!next.wanted.empty())
                m_narrower.push_back(std::move(next));
            before += here;
        }
        return wanted == target.wanted.end();
    }

    /// Continues with the next 16 bits.
    void widen()
    {
        m_targets = std::exchange(m_narrower, {});
        m_known += 16;
        const unsigned rest = bits - m_known;
        std::erase_if(m_targets, [&](const Target& target) {
            const Word lowest = rest == 0 ? target.prefix : target.prefix << rest;
            const Word highest = rest == 0 ? target.prefix : lowest | ((Word{1} << rest) - 1);
            // Keys may be outside the bounds if the data has changed, but the result must be a complete key anyway.
            return (rest == 0 || std::max(lowest, m_least) == std::min(highest, m_greatest))
                && resolve(target, std::max(lowest, m_least));
        });
    }

    /// Sets the wanted keys for `prefix`, of the currently known bits, to `key`.
    void resolve(Word prefix, Word key)
    {
        std::erase_if(m_targets, [&](const Target& target) { return target.prefix == prefix && resolve(target, key); });
    }

    /// Takes all keys of each target, in any order. False if there are more or fewer than were counted before.
    [[nodiscard]] bool finish(std::vector<std::vector<Word>> gathered)
    {
        for (std::size_t i = 0; i < m_targets.size(); ++i) {
            if (gathered[i].size() != m_targets[i].count)
                return false;
            std::sort(gathered[i].begin(), gathered[i].end());
            for (const Wanted& one : m_targets[i].wanted)
                m_found[one.index] = gathered[i][one.rank];
        }
        m_targets.clear();
        return true;
    }

private:
    bool resolve(const Target& target, Word key)
    {
        for (const Wanted& one : target.wanted)
            m_found[one.index] = key;
        return true;
    }

    std::vector<Target> m_targets; ///< ascending
    std::vector<Target> m_narrower; ///< the targets for the next 16 bits
    std::vector<Word> m_found;
    Word m_least;
    Word m_greatest;
    unsigned m_known = 0;
};

} // namespace loupe
