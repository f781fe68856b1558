#include "analysis/spectrum/spectrum_request.h"

#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "core/text/quote.h"

#include <utility>

namespace loupe {

namespace {

Result<Elements> openNumbers(const SpectrumRequest::Side& side, const Work& work)
{
    if (undecodedGroup(*side.checkpoint, side.tensor)) {
        return fail(ErrorCode::Unsupported,
            "tensor " + quote(side.checkpoint->tensors[side.tensor].name)
                + " is quantized and not decoded: only its codes can be read",
            side.checkpoint->path.string());
    }
    return openWhole(side.checkpoint, side.tensor, work);
}

Result<Spectrum> unlessChanged(const Elements& elements, Result<Spectrum> found)
{
    auto unchanged = elements.source().checkUnchanged();
    return unchanged ? std::move(found) : fail(std::move(unchanged.error()));
}

} // namespace

Result<Spectrum> findSpectrum(const SpectrumRequest& request, const Work& work)
{
    const auto a = openNumbers(request.a, work);
    if (!a)
        return fail(a.error());
    if (!request.b)
        return unlessChanged(*a, findSpectrum(*a, request.options, work));
    const auto b = openNumbers(*request.b, work);
    if (!b)
        return fail(b.error());
    return unlessChanged(*a, unlessChanged(*b, findDifferenceSpectrum(*a, *b, request.options, work)));
}

bool isQuick(const TensorMatrix& matrix)
{
    constexpr double quick = 2e9; // multiplications, some 0.1 s
    const auto width = static_cast<double>(matrix.smallerSide());
    return width * width * static_cast<double>(matrix.largerSide()) <= quick;
}

} // namespace loupe
