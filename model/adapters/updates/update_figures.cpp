#include "adapters/updates/update_figures.h"

#include "adapters/updates/update.h"
#include "adapters/wide_numbers.h"
#include "analysis/parallel/parallel.h"
#include "analysis/spectrum/spectrum.h"
#include "core/elements.h"

#include <algorithm>
#include <atomic>
#include <cmath>
#include <functional>

namespace loupe {

namespace {

double sumOfSquares(const std::vector<double>& values)
{
    double sum = 0;
    for (const double value : values)
        sum += value * value;
    return sum;
}

/// Calls `look` with the index of each module whose update can be computed, on several threads.
Result<> forEachUpdate(const Adapter& adapter, const Work& work, const std::function<Result<>(std::size_t)>& look)
{
    work.expect(adapter.modules.size());
    return runPieces(adapter.modules.size(), work, [&](std::uint64_t i, std::size_t) -> Result<> {
        work.advance(1);
        const AdapterModule& module = adapter.modules[i];
        return module.isComputable() && module.hasUpdate() ? look(i) : Result<>();
    });
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
    const auto update = readUpdate(adapter, module, quiet);
    if (!update)
        return fail(update.error());
    return (*update)->figures(quiet);
}

Result<std::vector<UpdateFigures>> updateFigures(const Adapter& adapter, const Work& work)
{
    std::vector<UpdateFigures> all(adapter.modules.size());
    auto done = forEachUpdate(adapter, work, [&](std::size_t i) -> Result<> {
        auto figures = updateFigures(adapter, adapter.modules[i], work);
        if (!figures)
            return fail(std::move(figures.error()));
        all[i] = std::move(*figures);
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    return all;
}

Result<bool> areUpdatesFinite(const Adapter& adapter, const Work& work)
{
    std::atomic<bool> areFinite = true;
    auto done = forEachUpdate(adapter, work, [&](std::size_t i) -> Result<> {
        const AdapterModule& module = adapter.modules[i];
        const auto update = readUpdate(adapter, module, Work{work.stop, nullptr});
        if (!update)
            return fail(update.error());
        if (!std::isfinite(module.scale) || !(*update)->hasFiniteParts())
            areFinite = false;
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    return areFinite.load();
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
