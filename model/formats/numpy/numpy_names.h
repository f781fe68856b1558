#pragma once

#include "formats/numpy/numpy_header.h"

namespace loupe::numpy {

/// The type of a name such as "float32", as numpy.dtype() takes it: NumPy's own, and those of ml_dtypes such as
/// "bfloat16", which come with JAX and TensorFlow. Nothing if neither knows the name.
std::optional<NpyType> npyTypeNamed(std::string_view name);

} // namespace loupe::numpy
