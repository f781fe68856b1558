#include "formats/numpy/numpy_header.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace loupe::numpy {

namespace {

struct Known {
    char kind;
    std::uint64_t size;
    DType dtype;
};

constexpr std::array<Known, 13> knownTypes{{{'b', 1, DType::BOOL}, {'i', 1, DType::I8}, {'i', 2, DType::I16},
    {'i', 4, DType::I32}, {'i', 8, DType::I64}, {'u', 1, DType::U8}, {'u', 2, DType::U16}, {'u', 4, DType::U32},
    {'u', 8, DType::U64}, {'f', 2, DType::F16}, {'f', 4, DType::F32}, {'f', 8, DType::F64}, {'c', 8, DType::C64}}};

struct Alias {
    std::string_view name;
    std::string_view meaning;
};

/// One-letter types, with or without a byte order mark before the letter.
constexpr std::array<Alias, 26> letters{{{"?", "b1"}, {"b", "i1"}, {"B", "u1"}, {"h", "i2"}, {"H", "u2"}, {"i", "i4"},
    {"I", "u4"}, {"l", "i8"}, {"L", "u8"}, {"q", "i8"}, {"Q", "u8"}, {"p", "i8"}, {"P", "u8"}, {"e", "f2"}, {"f", "f4"},
    {"d", "f8"}, {"g", "f16"}, {"F", "c8"}, {"D", "c16"}, {"G", "c32"}, {"c", "S1"}, {"S", "S0"}, {"a", "S0"},
    {"U", "U0"}, {"V", "V0"}, {"O", "O8"}}};

/// Type names in NumPy 1.24 on 64-bit Linux, except those that consist of a kind and a size.
constexpr std::array<Alias, 61> names{{{"bool", "b1"}, {"bool_", "b1"}, {"bool8", "b1"}, {"byte", "i1"}, {"int8", "i1"},
    {"ubyte", "u1"}, {"uint8", "u1"}, {"short", "i2"}, {"int16", "i2"}, {"ushort", "u2"}, {"uint16", "u2"},
    {"intc", "i4"}, {"int32", "i4"}, {"uintc", "u4"}, {"uint32", "u4"}, {"int", "i8"}, {"int_", "i8"}, {"int0", "i8"},
    {"intp", "i8"}, {"long", "i8"}, {"longlong", "i8"}, {"int64", "i8"}, {"uint", "u8"}, {"uint0", "u8"},
    {"uintp", "u8"}, {"ulong", "u8"}, {"ulonglong", "u8"}, {"uint64", "u8"}, {"half", "f2"}, {"float16", "f2"},
    {"single", "f4"}, {"float32", "f4"}, {"double", "f8"}, {"float", "f8"}, {"float_", "f8"}, {"float64", "f8"},
    {"longdouble", "f16"}, {"longfloat", "f16"}, {"float128", "f16"}, {"csingle", "c8"}, {"singlecomplex", "c8"},
    {"complex64", "c8"}, {"cdouble", "c16"}, {"cfloat", "c16"}, {"complex", "c16"}, {"complex_", "c16"},
    {"complex128", "c16"}, {"clongdouble", "c32"}, {"clongfloat", "c32"}, {"longcomplex", "c32"}, {"complex256", "c32"},
    {"object", "O8"}, {"object_", "O8"}, {"object0", "O8"}, {"bytes", "S0"}, {"str", "U0"}, {"unicode", "U0"},
    {"void", "V0"}, {"void0", "V0"}, {"bytes0", "S0"}, {"str0", "U0"}}};
constexpr std::array<Alias, 4> olderNames{{{"bytes_", "S0"}, {"string_", "S0"}, {"str_", "U0"}, {"unicode_", "U0"}}};

template <std::size_t count>
std::string_view meaningOf(std::string_view name, const std::array<Alias, count>& aliases)
{
    for (const Alias& alias : aliases) {
        if (alias.name == name)
            return alias.meaning;
    }
    return {};
}

bool isMark(char c)
{
    return std::string_view("<>|=").find(c) != std::string_view::npos;
}

bool isDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Whether NumPy reads the text as several types, or as an array type.
bool isCommaText(std::string_view text)
{
    const std::string_view rest = isMark(text.front()) ? text.substr(1) : text;
    if (!rest.empty() && (isDigit(rest.front()) || rest.front() == '('))
        return true;
    int brackets = 0;
    for (const char c : text) {
        brackets += c == '[' ? 1 : c == ']' ? -1 : 0;
        if (c == ',' && brackets == 0)
            return true;
    }
    return false;
}

/// Parses like C's strtol: spaces and a sign may precede the digits. Returns nothing if other text follows, or for a
/// negative number.
std::optional<std::uint64_t> wholeNumber(std::string_view text)
{
    text.remove_prefix(std::min(text.find_first_not_of(" \t\n\v\f\r"), text.size()));
    if (text.starts_with('+'))
        text.remove_prefix(1);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

constexpr std::uint64_t mostBytes = INT32_MAX; // NumPy counts them in an int

/// Checks the text after "M8", which must be empty, or a unit, possibly with a count, such as "[25s]".
std::optional<NpyTypeProblem> problemOfUnit(std::string_view text)
{
    using enum NpyTypeProblem;
    if (text.empty())
        return std::nullopt;
    if (text.size() < 3 || text.front() != '[' || text.back() != ']')
        return Refused;
    text = text.substr(1, text.size() - 2);
    const std::size_t unit = text.find_last_of("0123456789+ ") + 1; // 0 for none
    if (text.find('/') != std::string_view::npos)
        return NotUnderstood; // some divisors are exact, and NumPy accepts those
    if (unit > 0 && wholeNumber(text.substr(0, unit)).value_or(UINT64_MAX) > mostBytes)
        return Refused;
    text.remove_prefix(unit);
    for (const std::string_view known :
        {"Y", "M", "W", "D", "h", "m", "s", "ms", "us", "\u03bcs", "ns", "ps", "fs", "as", "generic"}) {
        if (text == known)
            return std::nullopt;
    }
    return text == "\xb5s" || text == "\xbcs" ? NotUnderstood : Refused;
}

/// Reads a kind and a size, such as "f4"; Refused for anything else.
NpyTypeResult kindAndSize(std::string_view text)
{
    const auto number = wholeNumber(text.substr(1));
    if (!number)
        return tl::unexpected(NpyTypeProblem::Refused);
    NpyType type;
    const char kind = text.front();
    const std::uint64_t size = *number;
    if (kind == 'O' && (size == 4 || size == 8)) {
        type.isObject = true;
        return type;
    }
    for (const Known& known : knownTypes) {
        if (known.kind != kind || known.size != size)
            continue;
        type.dtype = known.dtype;
        type.size = size;
        return type;
    }
    // Extended precision depends on the platform: 80 bits and padding on x86-64.
    const bool isWide = (kind == 'c' && (size == 16 || size == 32)) || (kind == 'f' && size == 16);
    const bool isText = kind == 'S' || kind == 'a' || kind == 'V' || kind == 'U';
    if (!isWide && (!isText || size > mostBytes / (kind == 'U' ? 4 : 1)))
        return tl::unexpected(NpyTypeProblem::Refused);
    type.isVoid = kind == 'V';
    type.size = kind == 'U' ? size * 4 : size;
    return type;
}

} // namespace

NpyTypeResult npyType(std::string_view descr)
{
    if (descr.empty())
        return tl::unexpected(NpyTypeProblem::Refused);
    if (isCommaText(descr))
        return tl::unexpected(NpyTypeProblem::NotUnderstood);
    const bool bigEndian = descr.front() == '>';
    std::string_view text = descr;
    if (isMark(text.front()))
        text.remove_prefix(1);
    if (text.empty())
        return tl::unexpected(NpyTypeProblem::Refused);

    NpyTypeResult type;
    type->name = descr.substr(0, longestTypeName);
    for (const std::string_view prefix : {"datetime64", "timedelta64", "M8", "m8", "M", "m"}) {
        if (!text.starts_with(prefix) || (prefix.size() == 1 && text.size() > 1))
            continue;
        if (const auto problem = problemOfUnit(text.substr(prefix.size())))
            return tl::unexpected(*problem);
        type->size = 8;
        type->bigEndian = bigEndian;
        return type;
    }
    std::string_view meaning = meaningOf(text, letters);
    if (meaning.empty())
        meaning = meaningOf(descr, names);
    if (meaning.empty())
        meaning = meaningOf(descr, olderNames);
    if (meaning.empty())
        meaning = text;
    type = kindAndSize(meaning);
    if (!type)
        return type;
    type->bigEndian = bigEndian && type->size.value_or(0) > 1;
    if (type->isObject)
        type->name = "object";
    else if (meaning == "c16")
        type->name = type->bigEndian ? ">C128" : "C128";
    else if (type->dtype == DType::Opaque)
        type->name = descr.substr(0, longestTypeName);
    return type;
}

std::string npyTypeName(DType dtype)
{
    const auto known = std::ranges::find(knownTypes, dtype, &Known::dtype);
    if (known == knownTypes.end())
        return {};
    return (known->size == 1 ? "|" : "<") + std::string(1, known->kind) + std::to_string(known->size);
}

} // namespace loupe::numpy
