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
    std::optional<Side> b; ///< if set, the matrix is the difference b - a
    SpectrumOptions options;
};

/// Opens the tensors and finds the spectrum. Fails as findSpectrum() for elements does; with Unsupported if weights are
/// quantized and not decoded; and if a file has changed in the meantime.
Result<Spectrum> findSpectrum(const SpectrumRequest& request, const Work& work);

/// True if the spectrum takes only a moment, so that it need not be requested explicitly.
bool isQuick(const TensorMatrix& matrix);

} // namespace loupe
