#pragma once

#include "core/dtype.h"

#include <cstddef>
#include <cstdint>
#include <optional>

namespace loupe {

// Casts between dtypes. Each element is cast by its exact value, rounded once.
//
// To floats: the nearest value, of two equally near ones that with the even pattern.
//   F64, F32, F16, BF16, F8_E5M2   beyond the largest value: infinity
//   F8_E4M3                        beyond 448, and infinities: NaN
//   F8_E4M3FNUZ, F8_E5M2FNUZ       beyond 240 and 57344, and infinities: NaN; -0 becomes 0
//   F8_E8M0                        the nearest power of two, the larger of two; without its sign; below 2^-127, and 0:
//                                  2^-127; beyond 2^127, and infinities: NaN
//   F4                             beyond 6, and infinities: 6 with its sign; NaN: 0
// NaN stays NaN; between F32, BF16 and F16 its sign and the upper bits of its payload stay too.
//
// To integers: towards zero; what is beyond the smallest or largest value becomes that; NaN becomes 0.
// To BOOL: 0 if the value is 0, else 1, also for NaN. From BOOL: the byte's number, as everywhere in this program.
//
// So does PyTorch for the dtypes it has, but for these: from F64 and 64-bit integers to 16 bits and less it rounds
// twice, by way of F32; between integers it drops upper bits; from floats beyond an integer's range it promises
// nothing.

/// Whether elements can be cast: all but complex, Opaque and F6 ones, the packing of which their format leaves open.
/// A dtype can always be "cast" to itself.
bool canCast(DType from, DType to);

/// The smallest dtype that `holds` allows and that has every value of `from`; nothing if there is none.
std::optional<DType> losslessCast(DType from, bool (*holds)(DType dtype));

/// Casts `count` elements. For sub-byte dtypes both begin at a byte; unused bits of the last byte are 0.
/// Precondition: canCast(from, to), from != to.
void castElements(DType from, DType to, const std::byte* source, std::size_t count, std::byte* target);

/// The pattern of `layout`, of at most 16 bits, that `value` is cast to.
std::uint32_t encodeFloat(double value, const FloatLayout& layout);

} // namespace loupe
