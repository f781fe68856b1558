#pragma once

#include "analysis/comparison/delta_tally.h"
#include "analysis/comparison/pair_ways.h"
#include "analysis/comparison/tolerance.h"
#include "core/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace loupe {

/// Compares runs of elements of two dtypes with readable values.
class DeltaBlocks {
public:
    /// The number of pairs per kernel call, chosen so that both sides fit in the L1 cache.
    static constexpr std::size_t blockSize = 2048;

    DeltaBlocks(DType a, DType b, std::optional<Tolerance> tolerance)
        : m_a(a)
        , m_b(b)
        , m_tolerance(tolerance)
    {
    }

    /// Adds `count` pairs, starting at `a` and `b`. `first` is the index of the first pair.
    void add(std::uint64_t first, std::size_t count, const std::byte* a, const std::byte* b, DeltaTally& tally) const;
    /// Compares elements [first, first + count) of the data at `a` and `b`, at most blockSize; firstDifference is
    /// relative to `first`.
    DeltaTally block(std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const;

private:
    template <typename Pairs>
    DeltaTally take(
        StoredPairs<Pairs> way, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const;
    template <typename T, typename Pairs>
    DeltaTally take(
        WidenedPairs<T, Pairs> way, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const;
    DeltaTally take(
        ExtendedPairs way, std::size_t first, std::size_t count, const std::byte* a, const std::byte* b) const;
    void countBeyond(
        std::size_t first, std::size_t count, const std::byte* a, const std::byte* b, DeltaTally& tally) const;

    DType m_a;
    DType m_b;
    std::optional<Tolerance> m_tolerance;
};

} // namespace loupe
