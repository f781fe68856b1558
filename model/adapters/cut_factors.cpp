#include "adapters/cut_factors.h"

#include "adapters/update_figures.h"
#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace loupe {

Factors balancedFactors(const Matrix& u, const std::vector<double>& values, const Matrix& v, std::size_t rank)
{
    Factors cut{Matrix(u.rows, rank), Matrix(rank, v.rows)};
    for (std::size_t k = 0; k < rank; ++k) {
        const double root = std::sqrt(values[k]);
        for (std::size_t i = 0; i < u.rows; ++i)
            cut.up.at(i, k) = u.at(i, k) * root;
        for (std::size_t j = 0; j < v.rows; ++j)
            cut.down.at(k, j) = v.at(j, k) * root;
    }
    return cut;
}

Error tooLargeToCut(std::uint64_t rank)
{
    return {ErrorCode::Unsupported,
        "the rank " + std::to_string(rank) + " is too large to be cut, expected at most "
            + std::to_string(mostFactorizedRank),
        {}, {}};
}

Result<CutFactors> cutFactors(const Factors& factors, double scale, std::optional<std::uint64_t> rank,
    std::optional<double> energy, const Work& work)
{
    if (factors.up.columns > mostFactorizedRank)
        return fail(tooLargeToCut(factors.up.columns));
    const Work quiet{work.stop, nullptr};
    const ThinQr up = thinQr(factors.up);
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    const ThinQr down = thinQr(MatrixView(factors.down).transposed());
    Matrix core(up.r.rows, down.r.rows);
    if (auto done = addProduct(scale, up.r, MatrixView(down.r).transposed(), ProductTarget(core), quiet); !done)
        return fail(std::move(done.error()));
    const ThinSvd svd = thinSvd(core);
    UpdateFigures figures;
    figures.singularValues = svd.values;
    const std::size_t kept = figures.keptRank(rank, energy);
    const auto u = multiply(up.q, svd.u, quiet);
    const auto v = multiply(down.q, svd.v, quiet);
    if (!u || !v)
        return fail(u ? v.error() : u.error());
    return CutFactors{balancedFactors(*u, svd.values, *v, kept), figures.energy(kept)};
}

} // namespace loupe
