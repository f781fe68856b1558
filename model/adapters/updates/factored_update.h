#pragma once

#include "adapters/updates/factors.h"
#include "adapters/updates/update.h"

namespace loupe {

/// B · A, as in LoRA; for stacked experts, one such product each.
class FactoredUpdate : public Update {
public:
    FactoredUpdate(Factors factors, std::uint64_t experts, double scale)
        : m_factors(std::move(factors))
        , m_experts(experts)
        , m_scale(scale)
    {
    }
    Result<> addRows(
        double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const override;
    /// Uses QR decompositions of both factors and the singular values of the product of the small triangles. B · A is
    /// never formed.
    bool hasFiniteParts() const override;
    Result<UpdateFigures> figures(const Work& work) const override;

private:
    Factors m_factors;
    std::uint64_t m_experts;
    double m_scale;
};

} // namespace loupe
