#include "adapters/updates/kronecker_update.h"

#include "adapters/updates/factors.h"

#include <cmath>

namespace loupe {

namespace {

double normOf(const Matrix& matrix)
{
    double square = 0;
    for (const double number : matrix.values)
        square += number * number;
    return std::sqrt(square);
}

} // namespace

Result<> KroneckerUpdate::addRows(
    double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const
{
    const MatrixView left = rows.isTransposed ? MatrixView(m_left).transposed() : MatrixView(m_left);
    const MatrixView right = rows.isTransposed ? MatrixView(m_right).transposed() : MatrixView(m_right);
    for (std::size_t i = 0; i < target.rows; ++i) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const std::uint64_t row = rows.first + i;
        const double* const leftRow = left.data + row / right.rows * left.rowStride;
        const double* const rightRow = right.data + row % right.rows * right.rowStride;
        double* to = target.data + i * target.rowStride;
        for (std::size_t j = 0; j < left.columns; ++j) {
            const double scaled = factor * m_scale * leftRow[j * left.columnStride];
            for (std::size_t k = 0; k < right.columns; ++k)
                *to++ += scaled * rightRow[k * right.columnStride];
        }
    }
    return {};
}

bool KroneckerUpdate::hasFiniteParts() const
{
    return areFinite(m_left) && areFinite(m_right);
}

Result<UpdateFigures> KroneckerUpdate::figures(const Work&) const
{
    UpdateFigures figures;
    figures.isFinite = hasFiniteParts();
    if (!figures.isFinite)
        return figures;
    figures.norm = std::abs(m_scale) * normOf(m_left) * normOf(m_right);
    figures.isFinite = std::isfinite(figures.norm);
    return figures;
}

} // namespace loupe
