#include "adapters/update_figures.h"

#include "adapters/factors.h"
#include "adapters/wide_numbers.h"
#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"
#include "analysis/parallel/parallel.h"
#include "analysis/spectrum/spectrum.h"
#include "core/elements.h"

#include <algorithm>
#include <cmath>

namespace loupe {

namespace {

bool areFinite(const Matrix& matrix)
{
    return std::ranges::all_of(matrix.values, [](double number) { return std::isfinite(number); });
}

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

double sumOfSquares(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return sum;
}

} // namespace

double UpdateFigures::energy(std::size_t rank) const
{
    return Spectrum::ofValues(singularValues).energyKept(rank);
}

std::size_t UpdateFigures::rankFor(double energy) const
{
    return std::max<std::size_t>(Spectrum::ofValues(singularValues).rankFor(energy).value_or(0), 1);
}

std::size_t UpdateFigures::keptRank(std::optional<std::uint64_t> rank, std::optional<double> energy) const
{
    std::size_t kept = singularValues.size();
    if (energy)
        kept = std::min(kept, rankFor(*energy));
    if (rank)
        kept = std::min<std::size_t>(kept, *rank);
    return std::max<std::size_t>(kept, 1);
}

Result<UpdateFigures> updateFigures(const Adapter& adapter, const AdapterModule& module, const Work& work)
{
    const Work quiet{work.stop, nullptr}; // progress is in modules
    const auto factors = readFactors(adapter, module);
    if (!factors)
        return fail(factors.error());
    UpdateFigures figures;
    figures.isFinite = areFinite(factors->up) && areFinite(factors->down);
    if (!figures.isFinite)
        return figures;
    double square = 0;
    std::vector<double> squares; // of the k-th values of all experts
    for (std::uint64_t expert = 0; expert < module.experts; ++expert) {
        const auto [up, down] = expertFactors(*factors, module.experts, expert);
        if (module.rank > mostFactorizedRank) {
            const auto one = squaredNorm(up, down, quiet);
            if (!one)
                return fail(one.error());
            square += *one;
            continue;
        }
        const auto values = singularValuesOf(up, down, quiet);
        if (!values)
            return fail(values.error());
        squares.resize(std::max(squares.size(), values->size()));
        for (std::size_t i = 0; i < values->size(); ++i)
            squares[i] += (*values)[i] * (*values)[i];
    }
    for (const double one : squares) {
        figures.singularValues.push_back(std::abs(module.scale) * std::sqrt(one));
        square += one;
    }
    figures.norm = std::abs(module.scale) * std::sqrt(square);
    figures.isFinite = std::isfinite(figures.norm);
    return figures;
}

Result<std::vector<UpdateFigures>> updateFigures(const Adapter& adapter, const Work& work)
{
    std::vector<UpdateFigures> all(adapter.modules.size());
    work.expect(all.size());
    auto done = runPieces(all.size(), work, [&](std::uint64_t i, std::size_t) -> Result<> {
        work.advance(1);
        const AdapterModule& module = adapter.modules[i];
        if (!module.isComputable() || !module.hasFactors())
            return {};
        auto figures = updateFigures(adapter, module, work);
        if (!figures)
            return fail(std::move(figures.error()));
        all[i] = std::move(*figures);
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    return all;
}

Result<double> normOfRows(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    std::uint64_t firstRow, std::uint64_t rows, const Work& work)
{
    const auto elements = Elements::open(checkpoint, tensor);
    if (!elements)
        return fail(elements.error());
    const auto shape = checkpoint->tensors[tensor].shape;
    const std::uint64_t columns = shape.empty() ? 1 : elementCount(shape.subspan(1)).value_or(0);
    const std::uint64_t end = (firstRow + rows) * columns;
    const std::uint64_t atOnce = elements->chunkElements();
    Buffer scratch;
    std::vector<double> numbers;
    double sum = 0;
    for (std::uint64_t first = firstRow * columns; first < end; first += atOnce) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        const std::uint64_t size = std::min(atOnce, end - first);
        numbers.resize(size);
        if (auto read = readWide(*elements, first, numbers, scratch); !read)
            return fail(std::move(read.error()));
        sum += sumOfSquares(numbers);
    }
    return std::sqrt(sum);
}

} // namespace loupe
