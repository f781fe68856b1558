#pragma once

#include "core/dtype.h"

#include <cstdint>
#include <string_view>

namespace loupe::tensorflow {

/// One of TensorFlow's element types.
struct TfType {
    std::uint64_t code = 0;
    std::string_view name; ///< as TensorFlow prints it: "float32"
    DType dtype = DType::Opaque;
    unsigned bytes = 0; ///< of an element; 0 if elements differ in size, or it is unknown
    bool isTensor = true; ///< false for strings and for handles to other objects
};

/// Null for an unknown number.
const TfType* tfType(std::uint64_t code);

} // namespace loupe::tensorflow
