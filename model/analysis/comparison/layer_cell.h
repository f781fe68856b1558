#pragma once

#include "analysis/comparison/comparison.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// What is known of the pairs of one cell of a LayerGrid, and which of them to look at first.
class LayerCell {
public:
    LayerCell() = default;
    /// A cell that has this pair, and may get others.
    explicit LayerCell(std::uint32_t pair)
        : m_pair(pair)
    {
    }

    void addDType(bool changed) { m_dtypeChanged = m_dtypeChanged || changed; }
    /// Values of one pair more, or of one less, are still to be looked at.
    void beginWaiting() { ++m_waiting; }
    void endWaiting() { --m_waiting; }
    /// `relativeL2`, where it exists, and `nonfiniteDiffer` are of the values, where they were compared.
    void add(std::uint32_t pair, PairStatus status, const std::optional<double>& relativeL2, bool nonfiniteDiffer);

    /// Pairs whose values were not looked at.
    std::uint32_t waiting() const { return m_waiting; }
    /// All pairs are known to be identical.
    bool isIdentical() const { return m_waiting == 0 && m_statuses == bitOf(PairStatus::Identical); }
    /// Some pair is known to differ.
    bool differs() const { return (m_statuses & ~bitOf(PairStatus::Identical)) != 0; }
    /// The largest of pairs that changed; nothing if none did or it does not exist.
    std::optional<double> relativeL2() const { return m_relativeL2 < 0 ? std::nullopt : std::optional(m_relativeL2); }
    /// What a color cannot say: the gravest that some pair has. Changed: without a relative L2.
    std::optional<PairStatus> sign() const;
    /// In some pair, NaN or infinities on either side differ from the other side.
    bool nonfiniteDiffer() const { return m_nonfiniteDiffer; }
    bool dtypeChanged() const { return m_dtypeChanged; }
    /// The pair to look at first: the one that differs most.
    std::uint32_t pair() const { return m_pair; }
    /// How much it deserves a look: less than 0 if nothing is known, 0 if all is identical.
    double weight() const { return m_weight; }

    bool operator==(const LayerCell&) const = default;

private:
    static std::uint8_t bitOf(PairStatus status)
    {
        return static_cast<std::uint8_t>(1U << static_cast<unsigned>(status));
    }

    double m_relativeL2 = -1;
    double m_weight = -1; ///< of m_pair
    std::uint32_t m_pair = 0;
    std::uint32_t m_waiting = 0;
    std::uint8_t m_statuses = 0;
    bool m_unmeasured = false;
    bool m_nonfiniteDiffer = false;
    bool m_dtypeChanged = false;
};

} // namespace loupe
