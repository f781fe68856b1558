#include "items/spectrum/spectrum_request.h"

#include "analysis/digests/whole_reading.h"

#include <utility>

namespace loupe {

Result<SpectrumPtr> findSpectrum(const SpectrumRequest& request, const Work& work)
{
    const auto a = openWhole(request.a.checkpoint, request.a.tensor, work);
    if (!a)
        return fail(a.error());
    auto found = [&]() -> Result<Spectrum> {
        if (!request.b)
            return findSpectrum(*a, request.options, work);
        const auto b = openWhole(request.b->checkpoint, request.b->tensor, work);
        if (!b)
            return fail(b.error());
        auto spectrum = findDifferenceSpectrum(*a, *b, request.options, work);
        auto unchanged = b->source().checkUnchanged();
        return unchanged ? std::move(spectrum) : fail(std::move(unchanged.error()));
    }();
    auto unchanged = a->source().checkUnchanged();
    if (!unchanged)
        return fail(std::move(unchanged.error()));
    if (!found)
        return fail(std::move(found.error()));
    return std::make_shared<const Spectrum>(std::move(*found));
}

bool isQuick(const TensorMatrix& matrix)
{
    constexpr double quick = 2e9; // multiplications, some 0.1 s
    const auto width = double(matrix.smallerSide());
    return width * width * double(matrix.largerSide()) <= quick;
}

} // namespace loupe
