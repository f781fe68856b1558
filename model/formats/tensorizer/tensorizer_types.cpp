#include "formats/tensorizer/tensorizer_types.h"

#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace loupe::tensorizer {

namespace {

struct Known {
    std::string_view name;
    DType dtype;
    std::uint64_t size;
};

constexpr std::array<Known, 14> numpyTypes{{{"b1", DType::BOOL, 1}, {"i1", DType::I8, 1}, {"u1", DType::U8, 1},
    {"i2", DType::I16, 2}, {"u2", DType::U16, 2}, {"i4", DType::I32, 4}, {"u4", DType::U32, 4}, {"i8", DType::I64, 8},
    {"u8", DType::U64, 8}, {"f2", DType::F16, 2}, {"f4", DType::F32, 4}, {"f8", DType::F64, 8}, {"c8", DType::C64, 8},
    {"c16", DType::Opaque, 16}}};

/// torch's types for which we have a dtype.
constexpr std::array<Known, 9> torchTypes{{{"bfloat16", DType::BF16, 2}, {"float8_e4m3fn", DType::F8_E4M3, 1},
    {"float8_e5m2", DType::F8_E5M2, 1}, {"float8_e4m3fnuz", DType::F8_E4M3FNUZ, 1},
    {"float8_e5m2fnuz", DType::F8_E5M2FNUZ, 1}, {"float8_e8m0fnu", DType::F8_E8M0, 1}, {"uint16", DType::U16, 2},
    {"uint32", DType::U32, 4}, {"uint64", DType::U64, 8}}};

template <std::size_t count>
const Known* find(const std::array<Known, count>& types, std::string_view name)
{
    const auto found = std::ranges::find(types, name, &Known::name);
    return found == types.end() ? nullptr : &*found;
}

/// Element size of a type such as "<V2", whose bytes have no meaning to NumPy.
std::optional<std::uint64_t> voidSize(std::string_view code)
{
    std::uint64_t size = 0;
    if (!code.starts_with('V'))
        return std::nullopt;
    const auto [end, error] = std::from_chars(code.data() + 1, code.data() + code.size(), size);
    const bool isSize = error == std::errc() && end == code.data() + code.size();
    return isSize && (size == 1 || size == 2 || size == 4 || size == 8) ? std::optional(size) : std::nullopt;
}

TensorizerType unknown(std::string_view spelled, std::string_view refusedAs)
{
    return {.dtype = DType::Opaque, .name = printable(spelled), .size = std::nullopt, .refusedAs = refusedAs};
}

TensorizerType torchType(std::string_view spelled, std::uint64_t size, std::string_view name)
{
    constexpr std::string_view module = "torch.";
    if (!name.starts_with(module) || name.find('\0') != std::string_view::npos)
        return unknown(spelled, "ValueError");
    name.remove_prefix(module.size());
    const Known* const known = find(torchTypes, name);
    if (known && known->size != size)
        return unknown(spelled, "RuntimeError"); // torch's error for a view that does not fit
    return {.dtype = known ? known->dtype : DType::Opaque,
        .name = known ? std::string() : printable(name),
        .size = size,
        .refusedAs = {}};
}

} // namespace

TensorizerType tensorizerType(std::string_view spelled)
{
    const std::size_t separator = spelled.find('\0');
    std::string_view code = spelled.substr(0, separator);
    const bool isBig = code.starts_with('>');
    if (!code.empty() && std::string_view("<>|=").find(code.front()) != std::string_view::npos)
        code.remove_prefix(1);
    if (const auto size = voidSize(code)) {
        return separator == std::string_view::npos ? unknown(spelled, "ValueError")
                                                   : torchType(spelled, *size, spelled.substr(separator + 1));
    }
    const Known* const known = find(numpyTypes, code);
    if (!known || (isBig && known->size > 1))
        return unknown(spelled, known ? "ValueError" : "TypeError");
    return {.dtype = known->dtype,
        .name = known->dtype == DType::Opaque ? std::string("C128") : std::string(),
        .size = known->size,
        .refusedAs = {}};
}

} // namespace loupe::tensorizer
