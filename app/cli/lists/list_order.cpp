#include "app/cli/lists/list_order.h"

#include "core/text/natural_order.h"
#include "core/text/quote.h"

#include <array>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

constexpr std::array<std::string_view, 4> tensorKeys{"name", "size", "params", "offset"};

bool isLess(const SortValue& a, const SortValue& b)
{
    const auto* const nameA = std::get_if<std::string>(&a);
    const auto* const nameB = std::get_if<std::string>(&b);
    return nameA && nameB ? naturalLess(*nameA, *nameB) : a < b;
}

} // namespace

SortValue sortValue(const std::optional<std::uint64_t>& count)
{
    return count ? SortValue(static_cast<long double>(*count)) : SortValue();
}

SortValue sortValue(const std::optional<double>& number)
{
    return number && !std::isnan(*number) ? SortValue(static_cast<long double>(*number)) : SortValue();
}

SortValue sortValue(const std::optional<Scalar>& scalar)
{
    switch (scalar ? scalar->kind : Scalar::Kind::None) {
    case Scalar::Kind::Signed:
        return static_cast<long double>(scalar->asSigned);
    case Scalar::Kind::Unsigned:
        return static_cast<long double>(scalar->asUnsigned);
    case Scalar::Kind::Float:
        return sortValue(std::optional(scalar->real));
    case Scalar::Kind::Complex:
    case Scalar::Kind::None:
        break;
    }
    return {};
}

bool ListOrder::isBefore(const SortValue& a, const SortValue& b) const
{
    const bool isKnown = !std::holds_alternative<std::monostate>(a);
    if (isKnown != !std::holds_alternative<std::monostate>(b))
        return isKnown;
    return descending ? isLess(b, a) : isLess(a, b);
}

Result<ListOrder> parseListOrder(std::string_view sort, std::span<const std::string> keys)
{
    ListOrder order;
    order.descending = sort.starts_with('-');
    order.key = sort.substr(order.descending ? 1 : 0);
    if (std::ranges::find(keys, order.key) != keys.end())
        return order;
    std::string known;
    for (const std::string& key : keys)
        known += (known.empty() ? "" : ", ") + key;
    return fail(ErrorCode::InvalidArgument,
        "unknown key " + quote(sort) + ", expected one of " + known + ", with - before it for the largest first");
}

std::span<const std::string_view> tensorSortKeys()
{
    return tensorKeys;
}

std::optional<SortValue> tensorSortValue(const Checkpoint& checkpoint, std::uint32_t tensor, std::string_view key)
{
    const Tensor& described = checkpoint.tensors[tensor];
    if (key == "name")
        return SortValue(std::string(described.name));
    if (key == "size")
        return sortValue(std::optional(fileBytes(described)));
    if (key == "params") {
        const auto elements = elementCount(described.shape); // absent beyond 64 bits
        return SortValue(elements ? static_cast<long double>(*elements) : std::numeric_limits<long double>::infinity());
    }
    if (key == "offset")
        return SortValue(std::pair(std::uint32_t(described.file), std::uint64_t(described.bytes.begin)));
    return std::nullopt;
}

void orderTensors(const Checkpoint& checkpoint, const ListOrder& order, std::vector<std::uint32_t>& tensors)
{
    std::vector<std::uint32_t> ordered;
    OrderedRows<std::uint32_t> rows(order, [&](std::uint32_t tensor) { ordered.push_back(tensor); });
    for (const std::uint32_t tensor : tensors)
        rows.add(tensorSortValue(checkpoint, tensor, order.key).value_or(SortValue()), tensor);
    rows.finish();
    tensors = std::move(ordered);
}

} // namespace loupe
