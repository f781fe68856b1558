#pragma once

#include "adapters/updates/update.h"
#include "analysis/linear_algebra/matrix.h"

namespace loupe {

/// The Kronecker product of two matrices, as in LoKr: row i of the left one and row j of the right one give row i ·
/// (rows of the right one) + j.
class KroneckerUpdate : public Update {
public:
    KroneckerUpdate(Matrix left, Matrix right, double scale)
        : m_left(std::move(left))
        , m_right(std::move(right))
        , m_scale(scale)
    {
    }
    Result<> addRows(
        double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const override;
    /// The norm is the product of the norms of both matrices.
    bool hasFiniteParts() const override;
    Result<UpdateFigures> figures(const Work& work) const override;

private:
    Matrix m_left;
    Matrix m_right;
    double m_scale;
};

} // namespace loupe
