#include "formats/torch/torch_version.h"

#include "core/text/quote.h"
#include "core/text/text.h"

#include <charconv>
#include <optional>

namespace loupe::torch {

namespace {

constexpr std::string_view versionError = "RuntimeError";
constexpr std::uint64_t least = 1;
constexpr std::uint64_t greatest = 10;

/// Nothing if there are no digits; 0 for a negative number, which std::stoull wraps around to a number that is too
/// large.
std::optional<std::uint64_t> leadingNumber(std::string_view text)
{
    const std::size_t begin = text.find_first_not_of(" \t\n\v\f\r");
    text.remove_prefix(begin == std::string_view::npos ? text.size() : begin);
    const bool isNegative = text.starts_with('-');
    text.remove_prefix(isNegative || text.starts_with('+') ? 1 : 0);
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    if (end == text.data())
        return std::nullopt;
    return isNegative || error != std::errc() ? 0 : number;
}

} // namespace

void checkTorchVersion(std::string_view text, std::uint64_t offset, Findings& findings)
{
    const auto number = leadingNumber(text);
    if (number && *number >= least && *number <= greatest)
        return;
    findings.add({.code = "torch-version",
        .message = "the version is " + quote(printable(text)) + ", expected a number from 1 to 10",
        .refusedAs = versionError,
        .offset = offset});
}

void addTorchVersionMissing(Findings& findings)
{
    findings.add({.code = "torch-version",
        .message = "the archive has data.pkl but no member \"version\"",
        .refusedAs = versionError});
}

} // namespace loupe::torch
