#pragma once

#include "core/palette.h"

#include <cstddef>
#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// Element types, spelled as in safetensors and in the order of the safetensors reference. Each has a row in
/// dtypes.inc. Opaque stands for a type that this program does not know: it can show the bytes, but not the values.
enum class DType : std::uint8_t {
#define LOUPE_DTYPE(name, bits, kind, layout, light, dark, description) name,
#include "core/dtypes.inc"
#undef LOUPE_DTYPE
};
inline constexpr std::size_t dtypeCount = static_cast<std::size_t>(DType::Opaque) + 1;

enum class DTypeKind : std::uint8_t { Boolean, Unsigned, Signed, Float, Complex, Opaque };

/// How a float of at most 16 bits encodes special values.
enum class FloatSpecials : std::uint8_t {
    Ieee, ///< top exponent: Inf with mantissa 0, otherwise NaN
    NanOnly, ///< "fn": only all ones is NaN, no Inf
    None, ///< every pattern is a finite number (OCP MX)
    Fnuz, ///< the pattern of -0 is the only NaN; no Inf, no -0
    PowerOfTwo, ///< E8M0: 2^(bits - bias), all ones is NaN, no sign, no zero
};

struct FloatLayout {
    unsigned exponentBits = 0;
    unsigned mantissaBits = 0;
    int bias = 0;
    FloatSpecials specials = FloatSpecials::Ieee;
};

/// How an element is stored in memory. Code that reads or writes elements switches on this rather than on the dtype, so
/// a new dtype with one of these forms needs no new code.
enum class ElementForm : std::uint8_t {
    None, ///< values cannot be read: Opaque, and the 6-bit floats, whose format does not define their packing
    U8, ///< BOOL too, as its raw byte
    I8,
    U16,
    I16,
    U32,
    I32,
    U64,
    I64,
    F32,
    F64,
    Float4, ///< two per byte, the first in the low bits; like the next two, a float of DTypeInfo::layout
    Float8,
    Float16,
    ComplexF32, ///< two F32: real, imaginary
};

struct DTypeInfo {
    DType dtype;
    std::string_view name;
    unsigned bits; ///< per element; 8 for Opaque, whose elements are bytes
    DTypeKind kind;
    FloatLayout layout; ///< for Float dtypes; for C64, the layout of each part
    ElementForm form;
    ThemeColor color;
    std::string_view description;
};

const DTypeInfo& info(DType dtype);
inline std::string_view dtypeName(DType dtype)
{
    return info(dtype).name;
}
inline unsigned bitsPerElement(DType dtype)
{
    return info(dtype).bits;
}

/// The dtype with exactly this name; nothing for any other text, including "Opaque".
std::optional<DType> dtypeFromName(std::string_view name);

inline ElementForm formOf(DType dtype)
{
    return info(dtype).form;
}

/// True if values of the dtype can be read.
inline bool hasReadableValues(DType dtype)
{
    return formOf(dtype) != ElementForm::None;
}

/// Decodes a float of `layout` from the low bits of `bits`.
double decodeFloat(std::uint64_t bits, const FloatLayout& layout);

/// The exact value of one element.
struct Scalar {
    enum class Kind : std::uint8_t { None, Signed, Unsigned, Float, Complex };
    Kind kind = Kind::None;
    std::int64_t asSigned = 0;
    std::uint64_t asUnsigned = 0; ///< also for BOOL, as its raw byte
    double real = 0; ///< also for Float
    double imaginary = 0;
    bool singlePrecision = false; ///< print only the digits that distinguish F32 values

    bool operator==(const Scalar&) const = default;
    /// The nearest double; the real part for Complex, NaN for None.
    double toDouble() const;
};

/// Element `index` of the row-major, little-endian `bytes`. For F4, even indexes are the low nibble. The kind is None
/// for dtypes without readable values. Precondition: the element is within `bytes`.
Scalar readScalar(DType dtype, std::span<const std::byte> bytes, std::uint64_t index);

/// The shortest text that reads back as the same value: "3", "-0.125", "nan", "inf", "1-2i"; "" for None.
std::string toText(const Scalar& value);

} // namespace loupe
