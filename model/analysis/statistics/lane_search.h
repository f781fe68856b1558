#pragma once

#include "analysis/kernels/select.h"
#include "analysis/kernels/slot_counts.h"
#include "analysis/parallel/chunks.h"
#include "analysis/parallel/parallel.h"
#include "analysis/statistics/key_bins.h"
#include "analysis/statistics/number_blocks.h"
#include "analysis/statistics/quantiles.h"
#include "analysis/statistics/radix_key.h"
#include "analysis/statistics/rank_search.h"
#include "analysis/statistics/summary.h"
#include "analysis/statistics/tally.h"
#include "analysis/statistics/value_spacing.h"

#include <array>
#include <cstddef>
#include <cstdint>
#include <limits>
#include <utility>
#include <vector>

namespace loupe {

/// Computes the histogram and quantiles of one lane of numbers (all of them, or real or imaginary parts) after its
/// tally is known. Numbers are classified by the top 16 bits of their patterns. If these bits alone determine the bin
/// or quantile and their counts are known, the numbers need not be read again.
template <typename T, std::size_t lanes>
class LaneSearch {
public:
    /// Up to this many numbers, quantiles come from sorting and need no counts of top bits.
    static constexpr std::uint64_t mostSorted = 1 << 14;

    /// `tops` is how often each pattern of the top 16 bits occurs; empty if unknown.
    LaneSearch(const Elements& elements, std::size_t lane, const Tally<T>& tally, const SummaryOptions& options,
        const Work& work, const std::vector<std::uint64_t>& tops)
        : m_elements(elements)
        , m_lane(lane)
        , m_tally(tally)
        , m_options(options)
        , m_work(work)
        , m_tops(tops)
        , m_search(ranksFor(finiteCount() > 0 ? options.quantiles : std::vector<double>(), finiteCount()),
              finiteCount(), leastKey(tally), greatestKey(tally))
    {
    }

    /// Adds the histogram and quantiles to `summary`; advances the work by at least one pass over the tensor.
    Result<> run(Summary& summary)
    {
        for (const double fraction : m_options.quantiles)
            summary.quantiles.push_back({.fraction = fraction});
        makeBins(summary.dtype);
        if (finiteCount() == 0 || m_tally.minimum == m_tally.maximum) {
            m_work.advance(valueBytes(m_elements.tensor()));
            answerWithoutLooking(summary);
            return {};
        }
        if (m_bins)
            m_keyBins.emplace(*m_bins, finiteCount());
        if (!m_tops.empty()) {
            if (auto used = useTops(); !used)
                return used;
        }
        if (auto done = runPasses(); !done)
            return done;
        if (m_bins)
            summary.histogram = m_bins->histogram(m_slots);
        answerQuantiles(summary);
        return {};
    }

private:
    using Key = RadixKey<T>;
    using Word = typename Key::Word;
    static constexpr std::size_t blockSize = Tally<T>::blockSize;
    static constexpr std::size_t mostTables = 16; // number of tables per pass

    /// How to process numbers, by the top 16 bits of their patterns.
    struct Plan {
        bool binAll = false; ///< bin all numbers, without selecting
        std::vector<std::uint8_t> bin = std::vector<std::uint8_t>(patternCount); ///< 1 or 0, as in the following
        std::vector<std::uint8_t> rank = std::vector<std::uint8_t>(patternCount);
        std::vector<std::uint8_t> either = std::vector<std::uint8_t>(patternCount);
        bool binSome = false;
        bool rankSome = false;
        bool gather = false;
        std::size_t begin = 0; ///< first target of this pass
        std::size_t end = 0;
        std::vector<std::uint16_t> firstTarget = std::vector<std::uint16_t>(patternCount); ///< relative to `begin`
    };

    template <typename Count>
    struct State {
        std::vector<std::uint64_t> slots;
        std::vector<Count> tables; ///< patternCount entries per target of the pass
        std::vector<std::vector<Word>> gathered;
        std::vector<Word> selected = std::vector<Word>(blockSize);
        std::vector<Word> binned = std::vector<Word>(blockSize);
        std::vector<Word> ranked = std::vector<Word>(blockSize);
        Buffer scratch = {};

        void merge(const State& other)
        {
            for (std::size_t i = 0; i < slots.size(); ++i)
                slots[i] += other.slots[i];
            for (std::size_t i = 0; i < tables.size(); ++i)
                tables[i] += other.tables[i];
            for (std::size_t i = 0; i < gathered.size(); ++i)
                gathered[i].insert(gathered[i].end(), other.gathered[i].begin(), other.gathered[i].end());
        }
    };

    static constexpr std::size_t zeroTop = 0x8000; ///< top bits of the key of +0; for -0, one less

    std::uint64_t finiteCount() const { return m_tally.moments.count; }

    /// Which of the two zeros a tally has is random, so both count.
    static Word leastKey(const Tally<T>& tally)
    {
        return Key::fromNumber(std::is_floating_point_v<T> && tally.minimum == 0 ? -T{0} : tally.minimum);
    }
    static Word greatestKey(const Tally<T>& tally)
    {
        return Key::fromNumber(tally.maximum == 0 ? T{0} : tally.maximum);
    }

    void makeBins(DType dtype)
    {
        if (!m_options.edges.empty()) {
            m_bins.emplace(m_options.edges);
        } else if (m_options.bins > 0 && (m_options.range || finiteCount() > 0)) {
            const auto [low, high] = m_options.range.value_or(
                std::pair(static_cast<double>(m_tally.minimum), static_cast<double>(m_tally.maximum)));
            if (m_options.fitsBins && !m_options.range)
                m_bins.emplace(fittedBins(dtype, low, high, m_options.bins));
            else
                m_bins.emplace(low, high, m_options.bins);
        }
        if (m_bins)
            m_slots.resize(m_bins->slotCount());
    }

    void answerWithoutLooking(Summary& summary)
    {
        if (m_bins) {
            if (finiteCount() > 0)
                m_slots[m_bins->slot(static_cast<double>(m_tally.minimum))] += finiteCount();
            summary.histogram = m_bins->histogram(m_slots);
        }
        for (Quantile& quantile : summary.quantiles) {
            if (finiteCount() > 0)
                quantile.value = static_cast<double>(m_tally.minimum) + 0.0;
        }
    }

    void answerQuantiles(Summary& summary) const
    {
        const auto ranks = ranksFor(m_options.quantiles, finiteCount());
        const auto valueAt = [&](std::uint64_t rank) {
            const auto found = std::lower_bound(ranks.begin(), ranks.end(), rank) - ranks.begin();
            return static_cast<double>(Key::toNumber(m_search.found()[static_cast<std::size_t>(found)]));
        };
        for (Quantile& quantile : summary.quantiles) {
            const auto place = QuantilePlace::of(quantile.fraction, finiteCount());
            quantile.value = interpolate(valueAt(place.lower), valueAt(place.upper), place.share);
        }
    }

    /// Uses the counts of top bits for the first step of the rank search, and to find patterns within one bin.
    Result<> useTops()
    {
        std::vector<std::uint64_t> ordered(patternCount);
        for (std::size_t top = 0; top < patternCount; ++top) {
            const std::size_t pattern = Key::topPattern(top);
            ordered[top] = Key::finiteTop(pattern) ? m_tops[pattern] : 0;
        }
        if (!m_search.done() && m_search.knownBits() == 0) {
            if (!m_search.narrow(0, ordered.data()))
                return fail(changedMeanwhile());
            m_search.widen();
            if (std::is_floating_point_v<T> && ordered[zeroTop] + ordered[zeroTop - 1] == m_tally.zero) {
                m_search.resolve(zeroTop, Key::fromNumber(T{0}));
                m_search.resolve(zeroTop - 1, Key::fromNumber(T{0}));
            }
        }
        if (!m_bins)
            return {};
        constexpr unsigned rest = Key::bits - 16;
        constexpr Word ones = (Word{1} << rest) - 1;
        std::vector<std::uint8_t> straddling(patternCount);
        auto slots = m_slots;
        std::uint64_t undecided = 0;
        for (std::size_t top = 0; top < patternCount; ++top) {
            if (ordered[top] == 0)
                continue;
            const Word lowest = static_cast<Word>(top) << rest;
            const std::size_t slot = m_keyBins->slot(Key::toNumber(std::max(lowest, leastKey(m_tally))));
            if (slot == m_keyBins->slot(Key::toNumber(std::min<Word>(lowest | ones, greatestKey(m_tally))))) {
                slots[slot] += ordered[top];
            } else {
                straddling[Key::topPattern(top)] = 1;
                undecided += ordered[top];
            }
        }
        // Otherwise selecting them would cost more than it saves.
        if (undecided <= finiteCount() / 3) {
            m_slots = std::move(slots);
            m_straddling = std::move(straddling);
        }
        return {};
    }

    Result<> runPasses()
    {
        bool first = true;
        bool binsLeft = m_bins.has_value();
        while (binsLeft || !m_search.done()) {
            if (!first)
                m_work.expect(valueBytes(m_elements.tensor()));
            const bool gather = !m_search.done() && m_search.few();
            const std::size_t targets = m_search.targets().size();
            std::size_t begin = 0;
            do {
                if (begin > 0)
                    m_work.expect(valueBytes(m_elements.tensor()));
                const std::size_t end = gather ? targets : std::min(targets, begin + mostTables);
                const Plan plan = makePlan(binsLeft, gather, begin, end);
                const bool many = finiteCount() > std::numeric_limits<std::uint32_t>::max();
                if (auto done = many ? pass<std::uint64_t>(plan) : pass<std::uint32_t>(plan); !done)
                    return done;
                binsLeft = false;
                begin = end;
            } while (begin < targets);
            if (!m_search.done())
                m_search.widen();
            first = false;
        }
        if (first)
            m_work.advance(valueBytes(m_elements.tensor()));
        return {};
    }

    Plan makePlan(bool bins, bool gather, std::size_t begin, std::size_t end) const
    {
        Plan plan{.gather = gather, .begin = begin, .end = end};
        plan.binSome = bins && !m_straddling.empty();
        plan.binAll = bins && !plan.binSome;
        plan.rankSome = begin < end;
        if (plan.binSome)
            plan.bin = m_straddling;
        for (std::size_t i = end; i-- > begin;) {
            if (m_search.knownBits() == 0) {
                for (std::size_t pattern = 0; pattern < patternCount; ++pattern)
                    plan.rank[pattern] = Key::finiteTop(pattern);
                break;
            }
            const Word prefix = m_search.targets()[i].prefix;
            const std::size_t pattern =
                Key::topPattern(static_cast<std::size_t>(prefix >> (m_search.knownBits() - 16)));
            plan.rank[pattern] = 1;
            plan.firstTarget[pattern] = static_cast<std::uint16_t>(i - begin);
        }
        for (std::size_t pattern = 0; pattern < patternCount; ++pattern)
            plan.either[pattern] = plan.bin[pattern] | plan.rank[pattern];
        return plan;
    }

    template <typename Count>
    Result<> pass(const Plan& plan)
    {
        const ChunkSpans spans(m_elements);
        const std::size_t targets = plan.end - plan.begin;
        const std::size_t tables = plan.gather ? 0 : targets * patternCount;
        const std::size_t slots = plan.binAll || plan.binSome ? m_bins->slotCount() : 0;
        auto counted = reducePieces(
            spans.count(), m_work,
            [&] {
                return State<Count>{.slots = std::vector<std::uint64_t>(slots),
                    .tables = std::vector<Count>(tables),
                    .gathered = std::vector<std::vector<Word>>(plan.gather ? targets : 0)};
            },
            [&](State<Count>& mine, std::uint64_t span) {
                return spans.visit(span, mine.scratch, m_work,
                    [&](std::uint64_t begin, std::uint64_t, std::span<const std::byte> bytes) {
                        visitBlocks<T, lanes, blockSize>(
                            begin, bytes, m_lane, [&](std::uint64_t, const T* numbers, std::size_t count) {
                                lookAt(plan, mine, numbers, count);
                            });
                    });
            },
            spans.mostStates(tables * sizeof(Count) + slots * sizeof(std::uint64_t) + 3 * blockSize * sizeof(Word)));
        if (!counted)
            return fail(std::move(counted.error()));
        for (std::size_t i = 0; i < slots; ++i)
            m_slots[i] += counted->slots[i];
        if (plan.binAll)
            m_slots[m_bins->below()] -= m_tally.nonfinite();
        bool asBefore = true;
        if (targets > 0 && plan.gather)
            asBefore = m_search.finish(std::move(counted->gathered));
        for (std::size_t i = 0; i < targets && !plan.gather; ++i)
            asBefore = m_search.narrow(plan.begin + i, counted->tables.data() + i * patternCount) && asBefore;
        if (!asBefore)
            return fail(changedMeanwhile());
        return {};
    }

    Error changedMeanwhile() const
    {
        return {.code = ErrorCode::Changed,
            .message = "the values were changed while they were counted",
            .path = m_elements.source().path().string(),
            .offset = m_elements.tensor().bytes.begin};
    }

    template <typename Count>
    void lookAt(const Plan& plan, State<Count>& mine, const T* numbers, std::size_t count) const
    {
        if (plan.binAll)
            countSlots(numbers, count, *m_keyBins, mine.slots.data());
        if (!plan.binSome && !plan.rankSome)
            return;
        const auto* const bytes = reinterpret_cast<const std::byte*>(numbers);
        const std::size_t selected = selectByTopBits(bytes, count, plan.either.data(), mine.selected.data());
        const auto* const words = reinterpret_cast<const std::byte*>(mine.selected.data());
        if (plan.binSome) {
            const std::size_t binned = selectByTopBits(words, selected, plan.bin.data(), mine.binned.data());
            countSlots(reinterpret_cast<const T*>(mine.binned.data()), binned, *m_keyBins, mine.slots.data());
        }
        if (plan.rankSome) {
            const std::size_t ranked = selectByTopBits(words, selected, plan.rank.data(), mine.ranked.data());
            countRanks(plan, mine, ranked);
        }
    }

    template <typename Count>
    void countRanks(const Plan& plan, State<Count>& mine, std::size_t count) const
    {
        const std::size_t targets = plan.end - plan.begin;
        if (!plan.gather && m_search.knownBits() == 16) { // the top bits determine the target
            for (std::size_t i = 0; i < count; ++i) {
                const Word word = mine.ranked[i];
                const std::size_t target = plan.firstTarget[topBits(word)];
                ++mine.tables[target * patternCount + m_search.nextBits(Key::fromPattern(word))];
            }
            return;
        }
        for (std::size_t i = 0; i < count; ++i) {
            const Word key = Key::fromPattern(mine.ranked[i]);
            for (std::size_t target = plan.firstTarget[topBits(mine.ranked[i])]; target < targets; ++target) {
                const Word prefix = m_search.targets()[plan.begin + target].prefix;
                if (m_search.prefixOf(key) > prefix)
                    continue;
                if (m_search.prefixOf(key) == prefix) {
                    // If there are more keys than were counted, the file has changed; finish() will report that.
                    if (plan.gather && mine.gathered[target].size() <= m_search.targets()[plan.begin + target].count)
                        mine.gathered[target].push_back(key);
                    else if (!plan.gather)
                        ++mine.tables[target * patternCount + m_search.nextBits(key)];
                }
                break; // targets are in ascending order
            }
        }
    }

    const Elements& m_elements;
    std::size_t m_lane;
    const Tally<T>& m_tally;
    const SummaryOptions& m_options;
    const Work& m_work;
    const std::vector<std::uint64_t>& m_tops;
    RankSearch<Word> m_search;
    std::optional<Bins> m_bins;
    std::optional<KeyBins<T>> m_keyBins; ///< made from m_bins
    std::vector<std::uint64_t> m_slots; ///< counts by slot of m_bins
    /// By top bits: whether their numbers are in several bins; empty if all are counted.
    std::vector<std::uint8_t> m_straddling;
};

} // namespace loupe
