#include "formats/numpy_header.h"

#include <array>
#include <charconv>

namespace loupe {

namespace {

struct Known {
    char kind;
    std::uint64_t size;
    DType dtype;
};

constexpr std::array<Known, 13> knownTypes{{{'b', 1, DType::BOOL}, {'i', 1, DType::I8}, {'i', 2, DType::I16},
    {'i', 4, DType::I32}, {'i', 8, DType::I64}, {'u', 1, DType::U8}, {'u', 2, DType::U16}, {'u', 4, DType::U32},
    {'u', 8, DType::U64}, {'f', 2, DType::F16}, {'f', 4, DType::F32}, {'f', 8, DType::F64}, {'c', 8, DType::C64}}};

/// Of "M8[ns]" the unit; empty for none.
bool isUnit(std::string_view text)
{
    return text.empty() || (text.size() >= 3 && text.front() == '[' && text.back() == ']');
}

} // namespace

std::optional<NpyType> npyType(std::string_view descr)
{
    NpyType type;
    type.name = descr.substr(0, longestTypeName);
    if (!descr.empty() && std::string_view("<>|=").find(descr.front()) != std::string_view::npos) {
        type.bigEndian = descr.front() == '>';
        descr.remove_prefix(1);
    }
    if (descr.empty())
        return std::nullopt;
    const char kind = descr.front();
    std::uint64_t size = 0;
    const auto number = std::from_chars(descr.data() + 1, descr.data() + descr.size(), size);
    const bool hasSize = number.ec == std::errc();
    const std::string_view rest = hasSize ? descr.substr(number.ptr - descr.data()) : descr.substr(1);

    if (kind == 'O' && rest.empty() && (!hasSize || size == 8)) {
        type.name = "object";
        type.isObject = true;
        return type;
    }
    if ((kind == 'M' || kind == 'm') && (!hasSize || size == 8) && isUnit(rest)) {
        type.size = 8;
        return type;
    }
    if (!hasSize || !rest.empty())
        return std::nullopt;
    for (const Known& known : knownTypes) {
        if (known.kind != kind || known.size != size)
            continue;
        type.dtype = known.dtype;
        type.name.clear();
        type.size = size;
        type.bigEndian = type.bigEndian && size > 1;
        return type;
    }
    constexpr std::uint64_t mostBytes = INT32_MAX; // NumPy counts them in an int
    if (kind == 'c' && size == 16) {
        type.name = type.bigEndian ? ">C128" : "C128";
    } else if ((kind == 'f' && size == 16) || (kind == 'c' && size == 32)) {
        // The platform's extended precision: 80 bits and padding on x86-64.
    } else if ((kind != 'S' && kind != 'a' && kind != 'V' && kind != 'U') || size > mostBytes / (kind == 'U' ? 4 : 1)) {
        return std::nullopt;
    }
    type.size = kind == 'U' ? size * 4 : size;
    return type;
}

} // namespace loupe
