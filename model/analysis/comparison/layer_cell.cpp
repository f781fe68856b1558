#include "analysis/comparison/layer_cell.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

/// The priority of a pair by its status; the relative L2 is added for changed pairs.
double weightOf(PairStatus status, const std::optional<double>& relativeL2, bool nonfiniteDiffer)
{
    if (nonfiniteDiffer)
        return 1e303;
    switch (status) {
    case PairStatus::Identical:
        return 0;
    case PairStatus::Changed:
        return relativeL2 ? 1 + std::min(*relativeL2, 1e299) : 1e300;
    case PairStatus::OnlyA:
    case PairStatus::OnlyB:
        return 1e301;
    case PairStatus::ShapeChanged:
    case PairStatus::NotCompared:
        break;
    }
    return 1e302;
}

} // namespace

std::optional<PairStatus> LayerCell::sign() const
{
    constexpr std::array gravest{
        PairStatus::NotCompared, PairStatus::ShapeChanged, PairStatus::OnlyB, PairStatus::OnlyA};
    for (const PairStatus status : gravest) {
        if (m_statuses & bitOf(status))
            return status;
    }
    return m_unmeasured ? std::optional(PairStatus::Changed) : std::nullopt;
}

void LayerCell::add(
    std::uint32_t pair, PairStatus status, const std::optional<double>& relativeL2, bool nonfiniteDiffer)
{
    m_statuses = static_cast<std::uint8_t>(m_statuses | bitOf(status));
    m_nonfiniteDiffer = m_nonfiniteDiffer || nonfiniteDiffer;
    if (status == PairStatus::Changed && relativeL2)
        m_relativeL2 = std::max(m_relativeL2, *relativeL2);
    m_unmeasured = m_unmeasured || (status == PairStatus::Changed && !relativeL2);
    if (const double weight = weightOf(status, relativeL2, nonfiniteDiffer); weight > m_weight) {
        m_weight = weight;
        m_pair = pair;
    }
}

} // namespace loupe
