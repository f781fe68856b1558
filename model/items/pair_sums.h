#pragma once

#include "analysis/comparison.h"

#include <algorithm>
#include <array>
#include <cstdint>
#include <optional>

namespace loupe {

inline constexpr std::size_t pairStatusCount = 6;

/// What the pairs of a group come to.
struct PairSums {
    std::array<std::uint32_t, pairStatusCount> byStatus = {}; ///< pairs, by PairStatus
    std::uint32_t waiting = 0; ///< pairs whose values were not looked at
    std::uint32_t renamed = 0; ///< these are counted above too
    std::uint32_t dtypeChanged = 0; ///< so are these
    std::uint64_t differing = 0; ///< elements
    std::uint64_t elements = 0; ///< of the pairs whose values were compared
    std::optional<double> maximum = {}; ///< the largest
    std::optional<double> relativeL2 = {}; ///< the largest
    std::optional<double> cosine = {}; ///< the smallest

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
    /// Pairs that are known to differ.
    std::uint32_t different() const { return known() - count(PairStatus::Identical); }
    /// One status for all: theirs where they share it, else NotCompared where one could not be, else Changed. Nothing
    /// while no difference is known and pairs wait.
    std::optional<PairStatus> status() const
    {
        const std::uint32_t all = known();
        for (std::size_t i = 0; i < pairStatusCount; ++i) {
            if (all > 0 && byStatus[i] == all && (waiting == 0 || static_cast<PairStatus>(i) != PairStatus::Identical))
                return static_cast<PairStatus>(i);
        }
        if (different() == 0)
            return std::nullopt;
        return count(PairStatus::NotCompared) > 0 ? PairStatus::NotCompared : PairStatus::Changed;
    }

    void add(const PairSums& other)
    {
        for (std::size_t i = 0; i < pairStatusCount; ++i)
            byStatus[i] += other.byStatus[i];
        waiting += other.waiting;
        renamed += other.renamed;
        dtypeChanged += other.dtypeChanged;
        addFigures(other.differing, other.elements, other.maximum, other.relativeL2, other.cosine);
    }
    void addFigures(std::uint64_t differs, std::uint64_t of, const std::optional<double>& largest,
        const std::optional<double>& largestL2, const std::optional<double>& smallestCosine)
    {
        differing += differs;
        elements += of;
        // An absent figure is less than any other.
        maximum = std::max(maximum, largest);
        relativeL2 = std::max(relativeL2, largestL2);
        if (smallestCosine)
            cosine = cosine ? std::min(*cosine, *smallestCosine) : *smallestCosine;
    }
};

} // namespace loupe
