#pragma once

#include "analysis/statistics/histogram.h"
#include "analysis/statistics/radix_key.h"

#include <algorithm>
#include <bit>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <optional>
#include <type_traits>
#include <vector>

namespace loupe {

/// Computes the slots of Bins for numbers of type T by integer arithmetic on their keys. Each edge becomes the least
/// key that is not below it, and a table indexed by the top bits of a key gives the slot. As exact as comparing with
/// the edges, and equally fast for any distribution of numbers and edges. 64-bit integers are treated as their nearest
/// doubles.
template <typename T>
class KeyBins {
public:
    using Word = typename RadixKey<T>::Word;
    /// RadixKey's keys, but signed: shifted down by half the range.
    using Key = std::make_signed_t<Word>;

    static constexpr Key greatestFinite = [] {
        if constexpr (std::is_floating_point_v<T>)
            return static_cast<Key>(std::bit_cast<Word>(std::numeric_limits<T>::max()));
        return std::numeric_limits<Key>::max();
    }();

    /// `numbers` is about how many numbers will be looked up; it limits the table's size.
    KeyBins(const Bins& bins, std::uint64_t numbers)
        : m_slotCount(bins.slotCount())
    {
        findThresholds(bins);
        if (!m_thresholds.empty()) {
            const Key first = m_thresholds.front();
            m_least = isFloat || first > leastFinite ? first - 1 : first;
            m_greatest = m_thresholds.back();
        }
        constexpr std::uint64_t mostEntries = 1 << 19;
        const std::uint64_t entries = std::clamp<std::uint64_t>(numbers / 4, 256, mostEntries);
        while (offset(m_greatest) >> m_shift >= entries)
            ++m_shift;
        if (!canPack(m_shift))
            m_steps = std::max(1U, static_cast<unsigned>(std::bit_width(mostWithin(m_shift))));
        else
            while (canPack(m_shift + 1)) // a smaller table uses nearer caches
                ++m_shift;
        fillTable();
        m_thresholds.resize(m_reachable + (std::size_t{1} << m_steps), std::numeric_limits<Key>::max());
    }

    std::size_t slotCount() const { return m_slotCount; }

    /// Returns the slot below the bins for NaN and infinities.
    std::size_t slot(T number) const
    {
        auto key = static_cast<Key>(RadixKey<T>::fromNumber(number) ^ sign);
        key = key > greatestFinite ? m_least : std::clamp(key, m_least, m_greatest);
        const Word distance = offset(key);
        const Word entry = m_table[distance >> m_shift];
        if (m_steps == 0)
            return static_cast<std::size_t>((entry + (distance & below(m_shift))) >> m_shift);
        auto slot = static_cast<std::size_t>(entry);
        for (std::size_t step = std::size_t{1} << m_steps >> 1; step > 0; step /= 2)
            slot += key >= m_thresholds[slot + step - 1] ? step : 0;
        return std::min(slot, m_reachable);
    }

    // The data of slot(), for loops that do the same with vectors.
    Key least() const { return m_least; }
    Key greatest() const { return m_greatest; }
    unsigned shift() const { return m_shift; }
    unsigned steps() const { return m_steps; }
    std::size_t reachable() const { return m_reachable; }
    const std::vector<Word>& table() const { return m_table; }
    const std::vector<Key>& thresholds() const { return m_thresholds; }

private:
    static constexpr Word sign = RadixKey<T>::sign;
    static constexpr bool isFloat = std::is_floating_point_v<T>;
    static constexpr Key leastFinite = isFloat ? -greatestFinite - 1 : std::numeric_limits<Key>::min();

    static constexpr Word below(unsigned bit) { return (Word{1} << bit) - 1; }
    static double numberOf(Word key) { return static_cast<double>(RadixKey<T>::toNumber(key)); }
    Word offset(Key key) const { return static_cast<Word>(key) - static_cast<Word>(m_least); }

    /// An unsigned key close to that of `edge`.
    static Word keyNear(double edge)
    {
        using L = std::numeric_limits<T>;
        if (edge <= static_cast<double>(L::lowest()))
            return RadixKey<T>::fromNumber(L::lowest());
        if (edge >= static_cast<double>(L::max()))
            return RadixKey<T>::fromNumber(L::max());
        return RadixKey<T>::fromNumber(static_cast<T>(edge));
    }

    /// The least key for which `isBefore(number)` is false. It must be true for all lesser keys.
    template <typename IsBefore>
    static std::optional<Key> firstNot(double edge, IsBefore isBefore)
    {
        Word low = static_cast<Word>(leastFinite) ^ sign;
        Word high = static_cast<Word>(greatestFinite) ^ sign;
        if (isBefore(numberOf(high)))
            return std::nullopt;
        const Word guess = keyNear(edge);
        if (guess - low > 2 && isBefore(numberOf(guess - 2)))
            low = guess - 1;
        if (high - guess > 2 && !isBefore(numberOf(guess + 2)))
            high = guess + 2;
        while (low < high) {
            const Word middle = low + (high - low) / 2;
            if (isBefore(numberOf(middle)))
                low = middle + 1;
            else
                high = middle;
        }
        return static_cast<Key>(low ^ sign);
    }

    void findThresholds(const Bins& bins)
    {
        const auto& edges = bins.edges();
        for (std::size_t i = 0; i < edges.size(); ++i) {
            const double edge = edges[i];
            const auto threshold = i + 1 < edges.size()
                ? firstNot(edge, [edge](double number) { return number < edge; })
                : firstNot(edge, [edge](double number) { return number <= edge; });
            if (!threshold)
                break;
            m_thresholds.push_back(*threshold);
        }
        m_reachable = m_thresholds.size();
    }

    /// The maximum number of thresholds within one table entry, not counting those at its beginning.
    std::size_t mostWithin(unsigned shift) const
    {
        std::size_t most = 0;
        std::size_t here = 0;
        Word entry = 0;
        for (const Key threshold : m_thresholds) {
            if (offset(threshold) >> shift != entry) {
                entry = offset(threshold) >> shift;
                here = 0;
            }
            here += (offset(threshold) & below(shift)) != 0;
            most = std::max(most, here);
        }
        return most;
    }

    /// True if an entry can hold everything: the slot above `shift` bits and, in these bits, a number that overflows
    /// when a key's own bits are added from the entry's threshold on.
    bool canPack(unsigned shift) const
    {
        return static_cast<unsigned>(std::bit_width(m_slotCount)) + shift <= RadixKey<T>::bits
            && mostWithin(shift) <= 1;
    }

    void fillTable()
    {
        m_table.resize((offset(m_greatest) >> m_shift) + 1);
        std::size_t next = 0; // index of the threshold, and of the slot before it
        for (std::size_t i = 0; i < m_table.size(); ++i) {
            while (next < m_reachable && offset(m_thresholds[next]) <= static_cast<Word>(i) << m_shift)
                ++next;
            m_table[i] = static_cast<Word>(next);
            if (m_steps > 0)
                continue;
            m_table[i] <<= m_shift;
            if (next < m_reachable && offset(m_thresholds[next]) >> m_shift == i)
                m_table[i] += (Word{1} << m_shift) - (offset(m_thresholds[next]) & below(m_shift));
        }
    }

    Key m_least = 0; ///< lesser keys are clamped to it, which changes no slot
    Key m_greatest = 0; ///< greater keys are clamped to it
    unsigned m_shift = 0; ///< bits of a key below those that select the entry
    /// Steps of a search among the thresholds, starting from the entry's slot; 0 if entries are packed.
    unsigned m_steps = 0;
    std::size_t m_slotCount;
    std::size_t m_reachable = 0; ///< the last slot that a number of type T can have
    std::vector<Key> m_thresholds; ///< the least key of each slot but the first; then padding for the search
    std::vector<Word> m_table;
};

} // namespace loupe
