#pragma once

#include "analysis/comparison/comparison.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Summarizes the pairs of one cell of a LayerGrid, and knows which pair to look at first.
class LayerCell {
public:
    LayerCell() = default;
    /// A cell with this pair; more can be added.
    explicit LayerCell(std::uint32_t pair)
        : m_pair(pair)
    {
    }

    void addDType(bool changed) { m_dtypeChanged = m_dtypeChanged || changed; }
    /// One more, or one fewer, pair is waiting for its values to be compared.
    void beginWaiting() { ++m_waiting; }
    void endWaiting() { --m_waiting; }
    /// Adds a pair. `relativeL2`, if it exists, and `nonfiniteDiffer` come from comparing the values, if that was done.
    void add(std::uint32_t pair, PairStatus status, const std::optional<double>& relativeL2, bool nonfiniteDiffer);

    /// The number of pairs whose values were not compared yet.
    std::uint32_t waiting() const { return m_waiting; }
    /// True if all pairs are known to be identical.
    bool isIdentical() const { return m_waiting == 0 && m_statuses == bitOf(PairStatus::Identical); }
    /// True if any pair is known to differ.
    bool differs() const { return (m_statuses & ~bitOf(PairStatus::Identical)) != 0; }
    /// The largest relative L2 of the changed pairs; nothing if none changed or none has one.
    std::optional<double> relativeL2() const { return m_relativeL2 < 0 ? std::nullopt : std::optional(m_relativeL2); }
    /// The worst status of all pairs that a color cannot show. Changed means without a relative L2.
    std::optional<PairStatus> sign() const;
    /// True if in any pair NaN or infinities differ between the sides.
    bool nonfiniteDiffer() const { return m_nonfiniteDiffer; }
    bool dtypeChanged() const { return m_dtypeChanged; }
    /// The pair to look at first: the one with the largest difference.
    std::uint32_t pair() const { return m_pair; }
    /// The cell's priority: less than 0 if nothing is known, 0 if everything is identical.
    double weight() const { return m_weight; }

    bool operator==(const LayerCell&) const = default;

private:
    static std::uint8_t bitOf(PairStatus status)
    {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(status));
    }

    double m_relativeL2 = -1;
    double m_weight = -1; ///< weight of m_pair
    std::uint32_t m_pair = 0;
    std::uint32_t m_waiting = 0;
    std::uint8_t m_statuses = 0;
    bool m_unmeasured = false;
    bool m_nonfiniteDiffer = false;
    bool m_dtypeChanged = false;
};

} // namespace loupe
