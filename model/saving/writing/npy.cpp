#include "saving/writing/npy.h"

namespace loupe {

namespace {

/// NumPy's name; empty where it has none.
std::string_view descriptor(DType dtype)
{
    switch (formOf(dtype)) {
    case ElementForm::U8:
        return info(dtype).kind == DTypeKind::Boolean ? "|b1" : "|u1";
    case ElementForm::I8:
        return "|i1";
    case ElementForm::U16:
        return "<u2";
    case ElementForm::I16:
        return "<i2";
    case ElementForm::U32:
        return "<u4";
    case ElementForm::I32:
        return "<i4";
    case ElementForm::U64:
        return "<u8";
    case ElementForm::I64:
        return "<i8";
    case ElementForm::F32:
        return "<f4";
    case ElementForm::F64:
        return "<f8";
    case ElementForm::ComplexF32:
        return "<c8";
    case ElementForm::Float16: // NumPy itself has no other float of 16 bits
        return dtype == DType::F16 ? "<f2" : "<V2";
    case ElementForm::Float8:
        return "<V1";
    case ElementForm::Float4:
    case ElementForm::None:
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
