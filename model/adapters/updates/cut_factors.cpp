#include "adapters/updates/cut_factors.h"

#include "adapters/updates/update_figures.h"
#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"

#include <algorithm>
#include <cmath>
#include <string>

namespace loupe {

namespace {

/// The singular values and vectors of one update.
Result<ThinSvd> decompose(const MatrixView& up, const MatrixView& down, double scale, const Work& work)
{
    const ThinQr left = thinQr(up);
    if (work.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    const ThinQr right = thinQr(down.transposed());
    Matrix core(left.r.rows, right.r.rows);
    if (auto done = addProduct(scale, left.r, MatrixView(right.r).transposed(), ProductTarget(core), work); !done)
        return fail(std::move(done.error()));
    ThinSvd svd = thinSvd(core);
    auto u = multiply(left.q, svd.u, work);
    auto v = multiply(right.q, svd.v, work);
    if (!u || !v)
        return fail(u ? v.error() : u.error());
    return ThinSvd{std::move(*u), std::move(svd.values), std::move(*v)};
}

} // namespace

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
        "the rank " + std::to_string(rank) + " is too large to resize, expected at most "
            + std::to_string(mostFactorizedRank),
        {}, {}};
}

Result<CutFactors> cutFactors(const Factors& factors, const AdapterModule& module, std::optional<std::uint64_t> rank,
    std::optional<double> energy, const Work& work)
{
    if (module.rank > mostFactorizedRank)
        return fail(tooLargeToCut(module.rank));
    const Work quiet{work.stop, nullptr};
    std::vector<ThinSvd> experts;
    UpdateFigures figures;
    for (std::uint64_t expert = 0; expert < module.experts; ++expert) {
        const auto [up, down] = expertFactors(factors, module.experts, expert);
        auto one = decompose(up, down, module.scale, quiet);
        if (!one)
            return fail(std::move(one.error()));
        figures.singularValues.resize(std::max(figures.singularValues.size(), one->values.size()));
        for (std::size_t i = 0; i < one->values.size(); ++i)
            figures.singularValues[i] = std::hypot(figures.singularValues[i], one->values[i]);
        experts.push_back(std::move(*one));
    }
    const std::size_t kept = figures.keptRank(rank, energy);
    CutFactors cut{{Matrix(module.outputs, kept * experts.size()), Matrix(kept * experts.size(), factors.down.columns)},
        figures.energy(kept)};
    for (std::size_t expert = 0; expert < experts.size(); ++expert) {
        const ThinSvd& one = experts[expert];
        putExpert(cut.factors, experts.size(), expert,
            balancedFactors(one.u, one.values, one.v, std::min(kept, one.values.size())));
    }
    return cut;
}

} // namespace loupe
