#pragma once

#include "analysis/comparison/comparison.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace loupe {

/// A pair whose values differ, and the figures of its difference.
struct ChangedPair {
    TensorPair pair;
    Delta delta;
};

/// Histograms in HTML for readers: for each pair, A and B overlaid in the same bins, and the differences b - a. Colors
/// are those of a report's page.
class ComparisonHistograms {
public:
    static constexpr std::size_t mostPairs = 12;
    static constexpr std::uint64_t mostBytes = std::uint64_t{4} << 30; ///< of both sides of all pairs; each is read
                                                                       ///< about three times

    /// Takes as many of the first pairs as the limits allow. `limit`, in bytes, is for tests.
    ComparisonHistograms(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
        std::span<const ChangedPair> pairs, std::uint64_t limit = mostBytes);

    /// How many bytes html() will read.
    std::uint64_t bytes() const;

    /// Empty if there are no pairs. If a pair cannot be read, contains the error in place of its pictures. Progress is
    /// in bytes. Fails with Stopped or OutOfMemory.
    Result<std::string> html(const Work& work = {}) const;

private:
    std::uint64_t bytesOf(const ChangedPair& changed) const;
    std::string heading() const;
    std::string leftOut() const;
    Result<std::string> pictures(const ChangedPair& changed, const Work& work) const;

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    std::vector<ChangedPair> m_pairs;
    std::vector<ChangedPair> m_tooLarge;
};

} // namespace loupe
