#pragma once

#include "analysis/spectrum/spectrum.h"
#include "core/checkpoint.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

/// The tensor, or pair of tensors, to find singular values of.
struct SpectrumRequest {
    struct Side {
        std::shared_ptr<const Checkpoint> checkpoint;
        std::uint32_t tensor = 0;

        bool operator==(const Side&) const = default;
    };

    Side a;
    std::optional<Side> b; ///< then of b - a
    SpectrumOptions options;
};

/// Opens the tensors to read them whole, and finds them. Fails as findSpectrum() of elements does; with Unsupported
/// where weights are quantized and not decoded; and where a file has changed in the meantime.
Result<Spectrum> findSpectrum(const SpectrumRequest& request, const Work& work);

/// Whether that takes a moment at most, so that nobody has to ask for it.
bool isQuick(const TensorMatrix& matrix);

} // namespace loupe
