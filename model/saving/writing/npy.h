#pragma once

#include "core/dtype.h"
#include "core/result.h"

#include <cstdint>
#include <span>
#include <string>

namespace loupe {

/// True if NumPy's file format can store the dtype: all but Opaque and sub-byte ones.
bool npyHolds(DType dtype);

/// True if NumPy itself has no such dtype, so that its files store void elements: see npyHeader().
bool npyIsVoid(DType dtype);

/// All bytes before the elements of a .npy file, as numpy.save writes them (format 1.0, or 2.0 if the shape is long).
///
/// NumPy itself does not know BF16 and 8-bit floats. They are written as numpy.save does with ml_dtypes: as void
/// elements ("<V2", "<V1"). Any NumPy loads those in the right shape, and `.view(ml_dtypes.bfloat16)` turns them into
/// numbers. Integers of the same size would load as meaningless numbers. Precondition: npyHolds(dtype).
std::string npyHeader(DType dtype, std::span<const std::uint64_t> shape);

} // namespace loupe
