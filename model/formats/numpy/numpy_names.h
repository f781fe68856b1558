#pragma once

#include "formats/numpy/numpy_header.h"

namespace loupe::numpy {

/// The type of that name, "float32", as numpy.dtype() takes it: NumPy's, and those of ml_dtypes, "bfloat16", which JAX
/// and TensorFlow bring along. Nothing where neither knows such a type.
std::optional<NpyType> npyTypeNamed(std::string_view name);

} // namespace loupe::numpy
