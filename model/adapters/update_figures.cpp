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

Result<UpdateFigures> updateFigures(const Adapter& adapter, const AdapterModule& module)
{
    const auto factors = readFactors(adapter, module);
    if (!factors)
        return fail(factors.error());
    UpdateFigures figures;
    figures.isFinite = areFinite(factors->up) && areFinite(factors->down);
    if (!figures.isFinite)
        return figures;
    const ThinQr up = thinQr(factors->up);
    const ThinQr down = thinQr(MatrixView(factors->down).transposed());
    const auto core = multiply(up.r, MatrixView(down.r).transposed(), {});
    if (!core)
        return fail(core.error());
    figures.singularValues = smallSingularValues(*core);
    for (double& value : figures.singularValues)
        value *= std::abs(module.scale);
    figures.norm = std::sqrt(sumOfSquares(figures.singularValues));
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
        auto figures = updateFigures(adapter, module);
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
