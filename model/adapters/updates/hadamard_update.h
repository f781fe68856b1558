#pragma once

#include "adapters/updates/factors.h"
#include "adapters/updates/update.h"

namespace loupe {

/// The elementwise product of two products of thin matrices, as in LoHa.
class HadamardUpdate : public Update {
public:
    HadamardUpdate(Factors first, Factors second, double scale)
        : m_first(std::move(first))
        , m_second(std::move(second))
        , m_scale(scale)
    {
    }
    Result<> addRows(
        double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const override;
    /// Visits all elements, tile by tile, or takes the Gram matrices of a Khatri-Rao product, whichever is faster. Gram
    /// matrices take time proportional to the fourth power of the rank.
    bool hasFiniteParts() const override;
    Result<UpdateFigures> figures(const Work& work) const override;

private:
    Factors m_first;
    Factors m_second;
    double m_scale;
};

} // namespace loupe
