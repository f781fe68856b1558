#pragma once

#include "analysis/comparison/comparison.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace loupe {

inline constexpr std::size_t pairStatusCount = 6;

/// The aggregated figures of the pairs of a group; or those of a single pair, so that both are shown and sorted in the
/// same way.
struct PairSums {
    std::array<std::uint32_t, pairStatusCount> byStatus = {}; ///< number of pairs, indexed by PairStatus
    std::uint32_t waiting = 0; ///< pairs whose values were not looked at yet
    std::uint32_t renamed = 0; ///< also counted above
    std::uint32_t dtypeChanged = 0; ///< also counted above
    std::uint32_t moved = 0; ///< also counted above
    std::uint32_t nonfinite = 0; ///< also counted above: pairs whose NaN and infinities differ
    std::uint64_t differing = 0; ///< elements
    std::uint64_t elements = 0; ///< elements of the pairs whose values were compared
    std::uint64_t nonfiniteOnlyA = 0; ///< elements that are NaN or infinite in a and finite in b
    std::uint64_t nonfiniteOnlyB = 0;
    std::optional<double> maximum = {}; ///< the largest
    std::optional<double> mean = {}; ///< the largest
    std::optional<double> rms = {}; ///< the largest
    std::optional<double> relativeL2 = {}; ///< the largest
    std::optional<double> cosine = {}; ///< the smallest
    std::optional<std::uint64_t> maximumUlp = {}; ///< the largest
    std::optional<std::uint64_t> firstDifference = {}; ///< the smallest
    PrecisionCost cost = {}; ///< over the pairs whose values were compared

    std::uint32_t count(PairStatus status) const { return byStatus[static_cast<std::size_t>(status)]; }
    std::uint32_t& count(PairStatus status) { return byStatus[static_cast<std::size_t>(status)]; }
    std::uint32_t known() const
    {
        std::uint32_t sum = 0;
        for (const std::uint32_t pairs : byStatus)
            sum += pairs;
        return sum;
    }
    std::uint32_t pairs() const { return known() + waiting; }
    /// How many pairs are known to differ.
    std::uint32_t different() const { return known() - count(PairStatus::Identical); }
    /// The common status: that of all pairs that differ, if it is the same; otherwise NotCompared if any pair could not
    /// be compared, else Changed. Identical if all pairs are. Nullopt while no difference is known and pairs are
    /// waiting.
    std::optional<PairStatus> status() const
    {
        const std::uint32_t differ = different();
        if (differ == 0)
            return known() > 0 && waiting == 0 ? std::optional(PairStatus::Identical) : std::nullopt;
        for (std::size_t i = 0; i < pairStatusCount; ++i) {
            const auto status = static_cast<PairStatus>(i);
            if (status != PairStatus::Identical && byStatus[i] == differ)
                return status;
        }
        return count(PairStatus::NotCompared) > 0 ? PairStatus::NotCompared : PairStatus::Changed;
    }

    void add(const PairSums& other)
    {
        for (std::size_t i = 0; i < pairStatusCount; ++i)
            byStatus[i] += other.byStatus[i];
        waiting += other.waiting;
        renamed += other.renamed;
        dtypeChanged += other.dtypeChanged;
        moved += other.moved;
        addFigures(other);
    }
    /// Adds the result of a pair that was waiting.
    void addResult(PairStatus status, const PairSums& figures)
    {
        --waiting;
        ++count(status);
        addFigures(figures);
    }
    /// Adds the figures, but not the counts by status.
    void addFigures(const PairSums& other)
    {
        nonfinite += other.nonfinite;
        differing += other.differing;
        elements += other.elements;
        nonfiniteOnlyA += other.nonfiniteOnlyA;
        nonfiniteOnlyB += other.nonfiniteOnlyB;
        // An absent figure is less than any other.
        maximum = std::max(maximum, other.maximum);
        mean = std::max(mean, other.mean);
        rms = std::max(rms, other.rms);
        relativeL2 = std::max(relativeL2, other.relativeL2);
        maximumUlp = std::max(maximumUlp, other.maximumUlp);
        cost.add(other.cost);
        if (other.cosine)
            cosine = std::min(cosine.value_or(*other.cosine), *other.cosine);
        if (other.firstDifference)
            firstDifference = std::min(firstDifference.value_or(*other.firstDifference), *other.firstDifference);
    }

    /// The figures of a single pair, without its status.
    static PairSums of(const Tensor& a, const Tensor& b, const Delta& delta)
    {
        PairSums sums;
        sums.nonfinite = nonfiniteDiffer(delta);
        sums.differing = delta.differing.value_or(0);
        sums.elements = delta.elements;
        sums.nonfiniteOnlyA = delta.nonfiniteOnlyA.value_or(0);
        sums.nonfiniteOnlyB = delta.nonfiniteOnlyB.value_or(0);
        sums.maximum = delta.maximum;
        sums.mean = delta.mean;
        sums.rms = delta.rms;
        sums.relativeL2 = delta.relativeL2;
        sums.cosine = delta.cosine;
        sums.maximumUlp = delta.maximumUlp;
        sums.firstDifference = delta.firstDifference;
        sums.cost = PrecisionCost(a, b, delta);
        return sums;
    }
};

} // namespace loupe
