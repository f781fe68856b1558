#pragma once

#include "formats/pickle/pickle_values.h"

#include <cstdint>
#include <string>

namespace loupe::torch {

/// The quantizer in the record of a quantized tensor.
struct TorchQuantizer {
    enum class Kind : std::uint8_t {
        Unknown, ///< an unknown scheme, or an invalid record
        PerTensor, ///< (integer - zeroPoint) * scale
        PerChannel, ///< as PerTensor, with tensors that hold a scale and a zero point for each index of an axis
    };
    Kind kind = Kind::Unknown;
    std::string scheme; ///< as torch calls it: "per_tensor_affine"; empty if the record does not say
    pickle::PickleId scale = pickle::PickleValues::none; ///< a number; for PerChannel, a tensor
    pickle::PickleId zeroPoint = pickle::PickleValues::none;
    std::uint64_t axis = 0;
    double scaleNumber = 1; ///< for PerTensor
    std::int32_t zeroPointNumber = 0;
};

} // namespace loupe::torch
