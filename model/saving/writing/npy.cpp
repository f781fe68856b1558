#include "saving/writing/npy.h"

namespace loupe {

namespace {

/// NumPy's name; empty where it has none.
std::string_view descriptor(DType dtype)
{
    switch (dtype) {
    case DType::BOOL:
        return "|b1";
    case DType::U8:
        return "|u1";
    case DType::I8:
        return "|i1";
    case DType::U16:
        return "<u2";
    case DType::I16:
        return "<i2";
    case DType::U32:
        return "<u4";
    case DType::I32:
        return "<i4";
    case DType::U64:
        return "<u8";
    case DType::I64:
        return "<i8";
    case DType::F16:
        return "<f2";
    case DType::F32:
        return "<f4";
    case DType::F64:
        return "<f8";
    case DType::C64:
        return "<c8";
    case DType::BF16:
        return "<V2";
    case DType::F8_E5M2:
    case DType::F8_E4M3:
    case DType::F8_E8M0:
    case DType::F8_E4M3FNUZ:
    case DType::F8_E5M2FNUZ:
        return "<V1";
    case DType::F4:
    case DType::F6_E2M3:
    case DType::F6_E3M2:
    case DType::Opaque:
        break;
    }
    return {};
}

} // namespace

bool npyHolds(DType dtype)
{
    return !descriptor(dtype).empty();
}

bool npyIsVoid(DType dtype)
{
    return descriptor(dtype).starts_with("<V");
}

std::string npyHeader(DType dtype, std::span<const std::uint64_t> shape)
{
    std::string text = "{'descr': '" + std::string(descriptor(dtype)) + "', 'fortran_order': False, 'shape': (";
    for (std::size_t i = 0; i < shape.size(); ++i)
        text += (i == 0 ? "" : ", ") + std::to_string(shape[i]);
    text += shape.size() == 1 ? ",), }" : "), }";
    // NumPy leaves room for the first dimension to grow.
    constexpr std::size_t mostDigits = 21;
    if (!shape.empty())
        text.append(mostDigits - std::to_string(shape.front()).size(), ' ');

    constexpr std::size_t alignment = 64;
    constexpr std::size_t magicSize = 8;
    const auto padding = [&](std::size_t lengthSize) {
        return alignment - (magicSize + lengthSize + text.size() + 1) % alignment;
    };
    std::size_t lengthSize = 2;
    if (text.size() + 1 + padding(lengthSize) > UINT16_MAX)
        lengthSize = 4;
    text.append(padding(lengthSize), ' ');
    text += '\n';
    std::string header =
        lengthSize == 2 ? std::string("\x93NUMPY\1\0", magicSize) : std::string("\x93NUMPY\2\0", magicSize);
    for (std::size_t i = 0; i < lengthSize; ++i)
        header += static_cast<char>(text.size() >> (8 * i));
    return header + text;
}

} // namespace loupe
