#include "saving/writing/npy.h"

#include "formats/numpy/numpy_header.h"

namespace loupe {

namespace {

/// NumPy's name of the dtype, or a void type for floats that NumPy itself does not have; empty if there is none.
std::string descriptor(DType dtype)
{
    if (std::string name = numpy::npyTypeName(dtype); !name.empty())
        return name;
    const DTypeInfo& known = info(dtype);
    if (known.kind != DTypeKind::Float || known.bits % 8 != 0)
        return {};
    return "<V" + std::to_string(known.bits / 8);
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
    std::string text = "{'descr': '" + descriptor(dtype) + "', 'fortran_order': False, 'shape': (";
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
