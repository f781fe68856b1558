#pragma once

#include "analysis/kernels/sixteen_bit_counts.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <utility>
#include <vector>

namespace loupe {

/// Finds the numbers of given ranks among very many without sorting them: by counting, 16 bits of the keys at a time
/// from the top, what follows those prefixes that hold a wanted rank; or by gathering the keys behind them once they
/// are few. Keys are of RadixKey.
template <typename Word>
class RankSearch {
public:
    static constexpr unsigned bits = 8 * sizeof(Word);
    /// Keys gathered at most, over all targets.
    static constexpr std::uint64_t mostGathered = std::uint64_t{1} << 17;

    struct Wanted {
        std::uint64_t rank; ///< among the keys with the prefix
        std::size_t index; ///< of the result
    };
    /// A prefix of keys that wanted ones begin with.
    struct Target {
        Word prefix = 0; ///< the known bits, at the low end
        std::uint64_t count = 0; ///< of the keys with it
        std::vector<Wanted> wanted;
    };

    /// `ranks` ascending, below `count`, the number of keys; no key is less than `least` or more than `greatest`.
    RankSearch(const std::vector<std::uint64_t>& ranks, std::uint64_t count, Word least, Word greatest)
        : m_found(ranks.size())
        , m_least(least)
        , m_greatest(greatest)
    {
        // What all keys begin with is known from the outset.
        const auto common = static_cast<unsigned>(std::countl_zero(static_cast<Word>(least ^ greatest)));
        m_known = std::min(common, bits - 1) / 16 * 16;
        Target all{.prefix = prefixOf(least), .count = count, .wanted = {}};
        for (std::size_t i = 0; i < ranks.size(); ++i)
            all.wanted.push_back({ranks[i], i});
        if (!ranks.empty())
            m_targets.push_back(std::move(all));
    }

    bool done() const { return m_targets.empty(); }
    /// Keys by rank, once done.
    const std::vector<Word>& found() const { return m_found; }
    const std::vector<Target>& targets() const { return m_targets; }
    unsigned knownBits() const { return m_known; }
    Word prefixOf(Word key) const { return m_known == 0 ? 0 : key >> (bits - m_known); }

    /// Whether the keys of all targets are few enough to be gathered.
    bool few() const
    {
        std::uint64_t keys = 0;
        for (const Target& target : m_targets)
            keys += target.count;
        return keys <= mostGathered;
    }

    /// The pattern of 16 bits that follows the known ones in a key.
    std::size_t nextBits(Word key) const { return (key >> (bits - m_known - 16)) & 0xffff; }

    /// Takes how often each pattern of nextBits() follows the prefix of target `index`. To be called for all targets,
    /// in order; then widen(). False where there are too few of them, so that these are not the keys counted before.
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

    /// Goes on to the next 16 bits.
    void widen()
    {
        m_targets = std::exchange(m_narrower, {});
        m_known += 16;
        const unsigned rest = bits - m_known;
        std::erase_if(m_targets, [&](const Target& target) {
            const Word lowest = rest == 0 ? target.prefix : target.prefix << rest;
            const Word highest = rest == 0 ? target.prefix : lowest | ((Word{1} << rest) - 1);
            // Keys that changed meanwhile may lie outside, but a whole key is known all the same.
            return (rest == 0 || std::max(lowest, m_least) == std::min(highest, m_greatest))
                && resolve(target, std::max(lowest, m_least));
        });
    }

    /// All keys that begin with `prefix`, of the bits known now, are `key`.
    void resolve(Word prefix, Word key)
    {
        std::erase_if(m_targets, [&](const Target& target) { return target.prefix == prefix && resolve(target, key); });
    }

    /// Tells all keys of each target, in any order. False where there are more or fewer than were counted before.
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
    std::vector<Target> m_narrower; ///< those of the next 16 bits
    std::vector<Word> m_found;
    Word m_least;
    Word m_greatest;
    unsigned m_known = 0;
};

} // namespace loupe
