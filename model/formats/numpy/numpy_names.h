#pragma once

#include "formats/numpy/numpy_header.h"

namespace loupe::numpy {

/// The type with a name that numpy.dtype() accepts, such as "float32". Knows NumPy's own types and those of ml_dtypes,
/// such as "bfloat16", which come with JAX and TensorFlow. Nothing if neither knows the name.
std::optional<NpyType> npyTypeNamed(std::string_view name);

} // namespace loupe::numpy
