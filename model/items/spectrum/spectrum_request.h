#pragma once

#include "analysis/spectrum/spectrum.h"
#include "core/checkpoint.h"

#include <cstdint>
#include <memory>
#include <optional>

namespace loupe {

/// Of which tensor, or pair of tensors, singular values are wanted.
struct SpectrumRequest {
    struct Side {
        std::shared_ptr<const Checkpoint> checkpoint;
        std::uint32_t tensor = 0;

        bool operator==(const Side&) const = default;
    };

    Side a;
    std::optional<Side> b; ///< then of b - a
    SpectrumOptions options;

    bool isOf(const SpectrumRequest& other) const
    {
        return a == other.a && b == other.b && options.stacked == other.options.stacked;
    }
};

using SpectrumPtr = std::shared_ptr<const Spectrum>;

/// Finds them; for a job.
Result<SpectrumPtr> findSpectrum(const SpectrumRequest& request, const Work& work);

/// Whether that takes a moment at most, so that nobody has to ask for it.
bool isQuick(const TensorMatrix& matrix);

} // namespace loupe
