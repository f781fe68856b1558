#include "adapters/updates/factored_update.h"

#include "analysis/linear_algebra/small_factorizations.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

/// The squared norm of up · down, by the products of each factor with itself: the sum over both is that of the
/// elements of upᵀ · up times those of down · downᵀ.
Result<double> squaredNorm(const MatrixView& up, const MatrixView& down, const Work& work)
{
    const auto left = multiply(up.transposed(), up, work);
    if (!left)
        return fail(left.error());
    const auto right = multiply(down, down.transposed(), work);
    if (!right)
        return fail(right.error());
    double sum = 0;
    for (std::size_t i = 0; i < left->values.size(); ++i)
        sum += left->values[i] * right->values[i];
    return std::max(sum, 0.0);
}

/// Those of up · down, from the product of the triangles of two QR factorizations.
Result<std::vector<double>> singularValuesOf(const MatrixView& up, const MatrixView& down, const Work& work)
{
    const ThinQr left = thinQr(up);
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    const ThinQr right = thinQr(down.transposed());
    const auto core = multiply(left.r, MatrixView(right.r).transposed(), work);
    if (!core)
        return fail(core.error());
    return smallSingularValues(*core);
}

} // namespace

Result<> FactoredUpdate::addRows(
    double factor, const UpdateRows& rows, const ProductTarget& target, const Work& work) const
{
    const auto [up, down] = expertFactors(m_factors, m_experts, rows.expert);
    const auto [left, right] = sidesOf(up, down, rows.isTransposed);
    return addProduct(factor * m_scale, rowsOf(left, rows.first, target.rows), right, target, work);
}

bool FactoredUpdate::hasFiniteParts() const
{
    return areFinite(m_factors.up) && areFinite(m_factors.down);
}

Result<UpdateFigures> FactoredUpdate::figures(const Work& work) const
{
    UpdateFigures figures;
    figures.isFinite = hasFiniteParts();
    if (!figures.isFinite)
        return figures;
    double square = 0;
    std::vector<double> squares; // of the k-th values of all experts
    for (std::uint64_t expert = 0; expert < m_experts; ++expert) {
        const auto [up, down] = expertFactors(m_factors, m_experts, expert);
        if (down.rows > mostFactorizedRank) {
            const auto one = squaredNorm(up, down, work);
            if (!one)
                return fail(one.error());
            square += *one;
            continue;
        }
        const auto values = singularValuesOf(up, down, work);
        if (!values)
            return fail(values.error());
        squares.resize(std::max(squares.size(), values->size()));
        for (std::size_t i = 0; i < values->size(); ++i)
            squares[i] += (*values)[i] * (*values)[i];
    }
    for (const double one : squares) {
        figures.singularValues.push_back(std::abs(m_scale) * std::sqrt(one));
        square += one;
    }
    figures.norm = std::abs(m_scale) * std::sqrt(square);
    figures.isFinite = std::isfinite(figures.norm);
    return figures;
}

} // namespace loupe
