#pragma once

#include "analysis/comparison/comparison.h"

#include <cstddef>
#include <cstdint>
#include <memory>
#include <span>
#include <string>

namespace loupe {

/// A pair whose values differ, with what is known of them.
struct ChangedPair {
    TensorPair pair;
    Delta delta;
};

/// Histograms for people in HTML: of each pair A and B over one another in the same bins, and their differences b - a.
/// Colors are those of a report's page.
class ComparisonHistograms {
public:
    static constexpr std::size_t mostPairs = 12;
    static constexpr std::uint64_t mostBytes = std::uint64_t{4} << 30; ///< of both sides of all pairs; some three looks

    /// Takes the first pairs: as many, and such of them, as the limits allow. `limit` in bytes is for tests.
    ComparisonHistograms(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
        std::span<const ChangedPair> pairs, std::uint64_t limit = mostBytes);

    /// What html() will look at.
    std::uint64_t bytes() const;

    /// Empty of nothing. A pair that cannot be read has the reason in place of its pictures. Progress in bytes. Fails
    /// with Stopped or OutOfMemory.
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
