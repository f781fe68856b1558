#include "analysis/spectrum/stable_rank.h"

#include "analysis/spectrum/spectrum.h"

#include <algorithm>

namespace loupe {

Result<std::optional<StableRank>> findStableRank(const Elements& elements, const Work& work)
{
    SpectrumOptions options;
    options.leading = 1;
    options.exactSide = 0; // the iteration, which is cheaper where one value is wanted
    const auto spectrum = findSpectrum(elements, options, work);
    if (!spectrum)
        return fail(spectrum.error());
    const auto value = spectrum->stableRank();
    if (!value)
        return std::nullopt;
    // The largest value is not greater than the true one, which is at most its error away.
    const double error = spectrum->errors.empty() ? 0 : spectrum->errors.front();
    const double share = spectrum->largest() / (spectrum->largest() + error);
    const double rank = std::max(*value, 1.0);
    return StableRank{.value = rank, .error = rank - std::max(*value * share * share, 1.0)};
}

} // namespace loupe
