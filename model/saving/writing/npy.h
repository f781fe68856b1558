#pragma once

#include "core/dtype.h"
#include "core/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace loupe {

/// Whether NumPy's file format has a place for the dtype: all but sub-byte ones and Opaque.
bool npyHolds(DType dtype);

/// Whether NumPy itself has no numbers of the dtype, so that they are void elements in its files: see npyHeader().
bool npyIsVoid(DType dtype);

/// All bytes before the elements of a .npy file, as numpy.save writes them (format 1.0, or 2.0 if a shape is long).
///
/// BF16 and 8-bit floats, which NumPy itself does not know, are the bytes that ml_dtypes has numpy.save write: void
/// elements ("<V2", "<V1"), which any NumPy loads in the right shape and which
/// `.view(ml_dtypes.bfloat16)` turns into numbers. Integers of their size would load as numbers that mean nothing.
/// Precondition: npyHolds(dtype).
std::string npyHeader(DType dtype, std::span<const std::uint64_t> shape);

} // namespace loupe
