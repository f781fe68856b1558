#pragma once

#include "formats/pickle/pickle_values.h"

#include <cstdint>
#include <string>

namespace loupe::torch {

/// How the record of a quantized tensor says what its integers stand for.
struct TorchQuantizer {
    enum class Kind : std::uint8_t {
        Unknown, ///< a scheme that is not known here, or a record that makes no sense
        PerTensor, ///< (integer - zeroPoint) * scale
        PerChannel, ///< the same, with tensors that have a scale and a zero point for each index of an axis
    };
    Kind kind = Kind::Unknown;
    std::string scheme; ///< as torch calls it: "per_tensor_affine"; empty where the record does not say
    pickle::PickleId scale = pickle::PickleValues::none; ///< a number, or per channel a tensor
    pickle::PickleId zeroPoint = pickle::PickleValues::none;
    std::uint64_t axis = 0;
    double scaleNumber = 1; ///< per tensor
    std::int32_t zeroPointNumber = 0;
};

} // namespace loupe::torch
