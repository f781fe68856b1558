#include "analysis/spectrum/stable_rank.h"

#include "analysis/spectrum/largest_value.h"
#include "analysis/spectrum/matrix_source.h"
#include "analysis/spectrum/spectrum.h"

#include <algorithm>

namespace loupe {

Result<std::optional<double>> findStableRank(const Elements& elements, const Work& work)
{
    const SpectrumOptions options;
    auto matrix = spectrumMatrix(elements, options);
    if (!matrix)
        return fail(std::move(matrix.error()));
    const MatrixSource source(elements, std::move(*matrix), options.blockNumbers);
    work.expect(mostLanczosSteps * source.length());
    const auto look = source.look(work);
    if (!look)
        return fail(look.error());
    if (look->largest == 0) {
        work.advance(mostLanczosSteps * source.length());
        return std::nullopt;
    }
    const auto largest = findLargestValue(source, look->scale, randomDirection(source.width()), work);
    if (!largest)
        return fail(largest.error());
    return std::optional(std::max(look->squares / (largest->value * largest->value), 1.0));
}

} // namespace loupe
