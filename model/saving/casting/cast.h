#pragma once

#include "core/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace loupe {

// Casts between dtypes. Each element is converted from its exact value and rounded once.
//
// To floats: round to nearest, ties to even.
//   F64, F32, F16, BF16, F8_E5M2   values out of range become infinity
//   F8_E4M3                        values beyond 448 and infinities become NaN
//   F8_E4M3FNUZ, F8_E5M2FNUZ       values beyond 240 and 57344, and infinities, become NaN; -0 becomes 0
//   F8_E8M0                        the nearest power of two, ties to the larger one; the sign is dropped; values below
//                                  2^-127 and 0 become 2^-127; values beyond 2^127 and infinities become NaN
//   F4                             values beyond 6 and infinities become 6 with the same sign; NaN becomes 0
// NaN stays NaN. Between F32, BF16 and F16, it also keeps its sign and the upper bits of its payload.
//
// To integers: rounds towards zero and clamps to the range of the dtype; NaN becomes 0.
// To BOOL: 0 becomes 0, all else, including NaN, becomes 1. From BOOL: the value of the byte, as everywhere in this
// program.
//
// PyTorch does the same for the dtypes that it has, with these exceptions: from F64 and 64-bit integers to 16 bits or
// less, it rounds twice, by way of F32; between integers, it drops the upper bits; from floats beyond an integer's
// range, its result is unspecified.

/// True if elements can be cast. False for complex, Opaque and F6 elements; the formats do not specify how F6 is
/// packed. A dtype can always be "cast" to itself.
bool canCast(DType from, DType to);

/// The smallest dtype that `holds` accepts and that can represent every value of `from`; nullopt if there is none.
std::optional<DType> losslessCast(DType from, bool (*holds)(DType dtype));

/// Casts `count` elements. For sub-byte dtypes, source and target both start at a byte boundary, and unused bits of the
/// last byte are set to 0. Precondition: canCast(from, to), from != to.
void castElements(DType from, DType to, const std::byte* source, std::size_t count, std::byte* target);

/// The bit pattern that `value` has in `layout`, which has at most 16 bits.
std::uint32_t encodeFloat(double value, const FloatLayout& layout);

} // namespace loupe
