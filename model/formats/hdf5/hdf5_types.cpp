#include "formats/hdf5/hdf5_types.h"

#include "formats/hdf5/hdf5_driver.h"

#include <algorithm>
#include <array>

namespace loupe::hdf5 {

namespace {

struct FloatBits {
    std::size_t size, sign, exponent, exponentSize, mantissa, mantissaSize, bias;

    bool operator==(const FloatBits&) const = default;
};
struct KnownFloat {
    FloatBits bits;
    DType dtype;
};
constexpr KnownFloat knownFloats[] = {
    {{2, 15, 10, 5, 0, 10, 15}, DType::F16},
    {{2, 15, 7, 8, 0, 7, 127}, DType::BF16},
    {{4, 31, 23, 8, 0, 23, 127}, DType::F32},
    {{8, 63, 52, 11, 0, 52, 1023}, DType::F64},
};

std::string bitsName(char letter, hid_t type)
{
    return letter + std::to_string(H5Tget_precision(type));
}

Hdf5Type unknown(std::string name, hid_t type)
{
    return {.dtype = DType::Opaque, .name = std::move(name), .size = H5Tget_size(type)};
}

Hdf5Type integerType(hid_t type, bool isSigned)
{
    constexpr std::array<DType, 4> signedTypes{DType::I8, DType::I16, DType::I32, DType::I64};
    constexpr std::array<DType, 4> unsignedTypes{DType::U8, DType::U16, DType::U32, DType::U64};
    const std::size_t size = H5Tget_size(type);
    const H5T_order_t order = H5Tget_order(type);
    for (std::size_t i = 0; i < signedTypes.size(); ++i) {
        const bool ordered = order == H5T_ORDER_LE || order == H5T_ORDER_BE || size == 1;
        if (size == std::size_t{1} << i && H5Tget_precision(type) == 8 * size && ordered) {
            return {.dtype = isSigned ? signedTypes[i] : unsignedTypes[i],
                .name = {},
                .size = size,
                .bigEndian = order == H5T_ORDER_BE && size > 1};
        }
    }
    return unknown(bitsName(isSigned ? 'I' : 'U', type), type);
}

Hdf5Type floatType(hid_t type)
{
    FloatBits bits{};
    bits.size = H5Tget_size(type);
    const H5T_order_t order = H5Tget_order(type);
    const bool known =
        H5Tget_fields(type, &bits.sign, &bits.exponent, &bits.exponentSize, &bits.mantissa, &bits.mantissaSize) >= 0
        && H5Tget_norm(type) == H5T_NORM_IMPLIED && (order == H5T_ORDER_LE || order == H5T_ORDER_BE);
    bits.bias = H5Tget_ebias(type);
    for (const KnownFloat& candidate : knownFloats) {
        if (known && bits == candidate.bits)
            return {.dtype = candidate.dtype, .name = {}, .size = bits.size, .bigEndian = order == H5T_ORDER_BE};
    }
    return unknown(bitsName('F', type), type);
}

std::string memberName(hid_t type, unsigned member)
{
    char* const name = H5Tget_member_name(type, member);
    std::string text = name ? name : "";
    H5free_memory(name);
    return text;
}

bool isBoolean(hid_t type)
{
    if (H5Tget_size(type) != 1 || H5Tget_nmembers(type) != 2)
        return false;
    for (unsigned i = 0; i < 2; ++i) {
        signed char value = -1;
        const std::string name = memberName(type, i);
        if (H5Tget_member_value(type, i, &value) < 0 || (name != "FALSE" && name != "TRUE")
            || value != (name == "TRUE"))
            return false;
    }
    return true;
}

/// Complex numbers as h5py writes them: two floats of one type, called r and i.
std::optional<Hdf5Type> complexType(hid_t type)
{
    if (H5Tget_nmembers(type) != 2 || memberName(type, 0) != "r" || memberName(type, 1) != "i")
        return std::nullopt;
    const Hdf5Handle real(H5Tget_member_type(type, 0));
    const Hdf5Handle imaginary(H5Tget_member_type(type, 1));
    if (H5Tget_class(real) != H5T_FLOAT || H5Tequal(real, imaginary) <= 0)
        return std::nullopt;
    const Hdf5Type part = floatType(real);
    if (part.dtype == DType::Opaque || H5Tget_member_offset(type, 0) != 0 || H5Tget_member_offset(type, 1) != part.size
        || H5Tget_size(type) != 2 * part.size)
        return std::nullopt;
    if (part.dtype == DType::F32)
        return Hdf5Type{.dtype = DType::C64, .name = {}, .size = 2 * part.size, .bigEndian = part.bigEndian};
    return unknown("C" + std::to_string(16 * part.size), type);
}

std::string_view whatOf(hid_t type)
{
    switch (H5Tget_class(type)) {
    case H5T_STRING:
        return "strings";
    case H5T_COMPOUND:
        return "records";
    case H5T_VLEN:
        return H5Tis_variable_str(type) > 0 ? "strings" : "lists of varying length";
    case H5T_REFERENCE:
        return "references";
    case H5T_OPAQUE:
        return "opaque bytes";
    case H5T_TIME:
        return "times";
    default:
        return "elements of an unknown type";
    }
}

std::optional<Hdf5Type> plainType(hid_t type)
{
    switch (H5Tget_class(type)) {
    case H5T_INTEGER:
        return integerType(type, H5Tget_sign(type) != H5T_SGN_NONE);
    case H5T_BITFIELD:
        return integerType(type, false);
    case H5T_FLOAT:
        return floatType(type);
    case H5T_COMPOUND:
        return complexType(type);
    case H5T_ENUM: {
        if (isBoolean(type))
            return Hdf5Type{.dtype = DType::BOOL, .name = {}, .size = 1};
        const Hdf5Handle number(H5Tget_super(type));
        return integerType(number, H5Tget_sign(number) != H5T_SGN_NONE);
    }
    default:
        return std::nullopt;
    }
}

} // namespace

Hdf5ElementType hdf5ElementType(hid_t type)
{
    Hdf5ElementType element;
    element.what = whatOf(type);
    if (H5Tget_class(type) != H5T_ARRAY) {
        element.type = plainType(type);
        return element;
    }
    std::array<hsize_t, H5S_MAX_RANK> sizes{};
    const int rank = H5Tget_array_ndims(type);
    if (rank < 1 || rank > H5S_MAX_RANK || H5Tget_array_dims2(type, sizes.data()) < 0)
        return element;
    const Hdf5Handle inner(H5Tget_super(type));
    element.what = whatOf(inner);
    element.type = plainType(inner);
    element.innerShape.assign(sizes.begin(), sizes.begin() + rank);
    return element;
}

} // namespace loupe::hdf5
