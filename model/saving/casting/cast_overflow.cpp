#include "saving/casting/cast_overflow.h"

#include "core/checked_math.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "saving/difference/difference_limits.h"

#include <algorithm>

namespace loupe {

namespace {

bool hasInfinities(DType dtype)
{
    const DTypeInfo& known = info(dtype);
    return (known.kind == DTypeKind::Float && known.layout.specials == FloatSpecials::Ieee)
        || known.kind == DTypeKind::Complex;
}

/// The dtype of each part of a complex number.
DType partOf(DType dtype)
{
    return dtype == DType::C64 ? DType::F32 : dtype;
}

std::vector<RecipeItem> overflowing(std::span<const RecipeItem> items, std::vector<std::size_t>& places)
{
    std::vector<RecipeItem> some;
    for (std::size_t i = 0; i < items.size(); ++i) {
        if (!mayOverflow(items[i]))
            continue;
        some.push_back(items[i]);
        places.push_back(i);
    }
    return some;
}

} // namespace

bool mayOverflow(const RecipeItem& item)
{
    if (!item.isCast())
        return false;
    const DType from = item.original().dtype;
    if (!hasReadableValues(from) || !hasReadableValues(item.dtype))
        return false;
    const auto before = limitsOf(partOf(from));
    const auto after = limitsOf(partOf(item.dtype));
    return before.least < after.least || before.greatest > after.greatest
        || (hasInfinities(from) && !hasInfinities(item.dtype));
}

std::uint64_t overflowWork(std::span<const RecipeItem> items)
{
    std::uint64_t bytes = 0;
    for (const RecipeItem& item : items)
        bytes = saturatingAdd(bytes, mayOverflow(item) ? valueBytes(item.original()) : 0);
    return bytes;
}

Result<std::vector<std::optional<CastCost>>> overflowCosts(std::span<const RecipeItem> items, const Work& work)
{
    std::vector<std::size_t> places;
    const auto known = castCosts(overflowing(items, places), work);
    if (!known)
        return fail(known.error());
    std::vector<std::optional<CastCost>> costs(items.size());
    for (std::size_t i = 0; i < places.size(); ++i)
        costs[places[i]] = (*known)[i];
    return costs;
}

OverflowReport overflowReport(std::span<const RecipeItem> items, std::span<const std::optional<CastCost>> costs)
{
    OverflowReport report;
    std::uint64_t infinite = 0; // counts values of dtypes that have infinities
    const RecipeItem* worst = nullptr;
    for (std::size_t i = 0; i < costs.size(); ++i) {
        if (!costs[i] || costs[i]->overflowed == 0)
            continue;
        const double share = static_cast<double>(costs[i]->overflowed) / static_cast<double>(costs[i]->elements);
        report.values = saturatingAdd(report.values, costs[i]->overflowed);
        infinite = saturatingAdd(infinite, hasInfinities(items[i].dtype) ? costs[i]->overflowed : 0);
        ++report.tensors;
        if (share > report.largestShare) {
            report.largestShare = share;
            worst = &items[i];
        }
    }
    if (!worst)
        return report;
    const bool one = report.values == 1;
    report.text = counted(report.values, "value") + " of " + counted(report.tensors, "tensor")
        + (one ? " overflows in a cast" : " overflow in casts");
    if (infinite == report.values)
        report.text += one ? " and becomes infinite" : " and become infinite";
    else if (infinite > 0)
        report.text += ", " + formatCount(infinite) + " of them to infinity";
    report.text += "; " + std::string(report.tensors > 1 ? "most of all " : "") + quote(worst->name) + " as "
        + std::string(dtypeName(worst->dtype)) + ": " + formatShare(report.largestShare) + " of it";
    return report;
}

Result<> checkOverflow(const OverflowReport& report)
{
    return report.isTooMuch() ? fail(ErrorCode::Overflow,
               report.text + "; a tensor may lose " + formatShare(mostOverflow) + " of its values that way")
                              : Result<>();
}

} // namespace loupe
