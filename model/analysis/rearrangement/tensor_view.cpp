#include "analysis/rearrangement/tensor_view.h"

#include "core/checked_math.h"
#include "core/tensor.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <charconv>

namespace loupe {

namespace {

/// One factor of an axis, as it is stored in the tensors.
struct LaidFactor {
    std::string name;
    std::size_t axis = 0; ///< of the tensor, the stack included
    bool isAlone = false; ///< the axis has no other factor
    std::uint64_t size = 1;
    std::uint64_t stride = 1;
    std::uint64_t begin = 0;
    std::uint64_t end = 1;

    bool isWhole() const { return begin == 0 && end == size; }
};

std::string axisText(const AxisPattern::Axis& axis)
{
    std::string text;
    for (const std::string& name : axis)
        text.append(text.empty() ? "" : " ").append(name);
    return axis.size() == 1 ? text : '(' + text + ')';
}

std::string shapeText(std::span<const std::uint64_t> shape)
{
    std::string text;
    for (const std::uint64_t size : shape)
        text.append(text.empty() ? "" : ", ").append(std::to_string(size));
    return '[' + text + ']';
}

/// The pattern's axes, with "..." expanded.
std::vector<AxisPattern::Axis> writtenOut(const std::vector<AxisPattern::Axis>& axes, std::size_t rest)
{
    std::vector<AxisPattern::Axis> all;
    for (const AxisPattern::Axis& axis : axes) {
        if (axis.size() != 1 || axis.front() != AxisPattern::rest) {
            all.push_back(axis);
            continue;
        }
        for (std::size_t i = 0; i < rest; ++i)
            all.push_back({std::string(AxisPattern::rest) + std::to_string(i)});
    }
    return all;
}

bool hasRest(const AxisPattern& pattern)
{
    return std::ranges::any_of(
        pattern.from, [](const auto& axis) { return axis.size() == 1 && axis.front() == AxisPattern::rest; });
}

/// The form's pattern for tensors of this shape, with "..." expanded.
Result<AxisPattern> patternFor(const ViewForm& form, std::span<const std::uint64_t> shape)
{
    if (!form.axes) {
        AxisPattern same;
        for (std::size_t i = 0; i < shape.size(); ++i)
            same.from.push_back({i == 0 && !form.stack.empty() ? form.stack : "axis" + std::to_string(i)});
        same.to = same.from;
        return same;
    }
    const std::size_t named = form.axes->from.size() - (hasRest(*form.axes) ? 1 : 0);
    if (shape.size() < named || (shape.size() > named && !hasRest(*form.axes))) {
        return fail(ErrorCode::InvalidArgument,
            "the shape " + shapeText(shape) + " has " + counted(shape.size(), "axis", "axes") + ", expected "
                + (hasRest(*form.axes) ? "at least " : "") + std::to_string(named));
    }
    const std::size_t rest = shape.size() - named;
    return AxisPattern{writtenOut(form.axes->from, rest), writtenOut(form.axes->to, rest)};
}

/// The factors of one axis.
Result<std::vector<LaidFactor>> factorsOf(
    const AxisPattern::Axis& axis, std::size_t number, std::uint64_t dimension, const AxisSizes& sizes)
{
    std::vector<LaidFactor> factors;
    std::uint64_t known = 1;
    std::optional<std::size_t> unknown;
    const auto wrong = [&](const std::string& why) {
        return fail(ErrorCode::InvalidArgument,
            "axis " + std::to_string(number) + " of " + counted(dimension, "element") + " does not fit "
                + quote(axisText(axis)) + why);
    };
    for (const std::string& name : axis) {
        LaidFactor factor{.name = name, .axis = number, .isAlone = axis.size() == 1};
        if (const auto size = sizes.find(name); size != sizes.end()) {
            factor.size = size->second;
            const auto product = checkedMultiply(known, factor.size);
            if (!product || factor.size == 0)
                return wrong(": " + name + " is " + std::to_string(factor.size));
            known = *product;
        } else if (unknown) {
            return wrong(": the sizes of " + factors[*unknown].name + " and " + name
                + " are not known, expected one of them in \"sizes\"");
        } else {
            unknown = factors.size();
        }
        factors.push_back(std::move(factor));
    }
    if (unknown && dimension % known == 0)
        factors[*unknown].size = dimension / known;
    else if (unknown || known != dimension)
        return wrong(", but the known sizes multiply to " + formatCount(known));
    for (LaidFactor& factor : factors)
        factor.end = factor.size;
    return factors;
}

std::optional<std::uint64_t> placeOf(const AxisBound& bound, std::uint64_t size, const AxisSizes& sizes)
{
    std::uint64_t number = bound.number;
    if (!bound.size.empty()) {
        const auto found = sizes.find(bound.size);
        if (found == sizes.end())
            return std::nullopt;
        number = found->second;
    }
    if (number > size)
        return std::nullopt;
    return bound.isFromEnd ? size - number : number;
}

Result<> cut(LaidFactor& factor, const AxisPart& part, const AxisSizes& sizes)
{
    const auto begin = placeOf(part.begin, factor.size, sizes);
    const auto end = part.end ? placeOf(*part.end, factor.size, sizes) : factor.size;
    if (!begin || !end || *begin >= *end) {
        return fail(ErrorCode::InvalidArgument,
            "the part of \"" + part.axis + "\" is empty, or goes beyond its " + counted(factor.size, "element"));
    }
    factor.begin = *begin;
    factor.end = *end;
    return {};
}

Result<> cutParts(std::vector<LaidFactor>& factors, const ViewForm& form, const AxisSizes& sizes)
{
    for (const AxisPart& part : form.parts) {
        const auto factor = std::ranges::find(factors, part.axis, &LaidFactor::name);
        if (factor == factors.end())
            return fail(ErrorCode::InvalidArgument, "there is no axis \"" + part.axis + "\" to take a part of");
        if (auto done = cut(*factor, part, sizes); !done)
            return done;
    }
    return {};
}

std::vector<TensorView::Factor> takenOf(const std::vector<LaidFactor>& factors, bool isStacked)
{
    std::vector<TensorView::Factor> taken; // innermost first
    for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
        if (factor->size == 1 || (isStacked && factor->axis == 0))
            continue;
        if (!taken.empty() && taken.back().begin == 0 && taken.back().end == taken.back().size) {
            const std::uint64_t inner = taken.back().size;
            taken.back() = {factor->size * inner, factor->begin * inner, factor->end * inner};
        } else {
            taken.push_back({factor->size, factor->begin, factor->end});
        }
    }
    std::ranges::reverse(taken);
    return taken;
}

/// The parts in the notation of recipes: "0:4, :" for plain axes, "slot 0:4" for factors.
std::string partsText(const std::vector<LaidFactor>& factors)
{
    std::string text;
    std::size_t plain = 0; // number of axes in the text
    for (const LaidFactor& factor : factors) {
        if (factor.isWhole())
            continue;
        if (!text.empty())
            text += ", ";
        for (; factor.isAlone && plain < factor.axis; ++plain)
            text += ":, ";
        if (!factor.isAlone)
            text.append(factor.name).append(" ");
        text.append(std::to_string(factor.begin)).append(":").append(std::to_string(factor.end));
        plain += factor.isAlone;
    }
    return text;
}

std::string numberText(double number)
{
    std::array<char, 32> text{};
    const auto [end, error] = std::to_chars(text.data(), text.data() + text.size(), number);
    return {text.data(), end};
}

std::string labelOf(const std::vector<LaidFactor>& factors, const TensorView& view, const AxisPattern& pattern,
    std::span<const std::uint64_t> shape, double add)
{
    std::string text = partsText(factors);
    const auto append = [&](const std::string& more) { text.append(text.empty() ? "" : "; ").append(more); };
    const auto isAlone = [](const AxisPattern::Axis& axis) { return axis.size() == 1; };
    if (view.isPermuted) {
        const bool isTransposed = pattern.from.size() == 2 && std::ranges::all_of(pattern.from, isAlone)
            && std::ranges::all_of(pattern.to, isAlone);
        append(isTransposed ? "transposed" : "rearranged");
    } else if (text.empty() && !std::ranges::equal(view.shape, shape)) {
        append("as " + shapeText(view.shape));
    }
    if (add != 0)
        append((add > 0 ? "+" : "") + numberText(add));
    return text;
}

} // namespace

Result<AxisPart> AxisPart::parse(std::string_view axis, std::string_view text)
{
    const auto wrong = [&] {
        return fail(ErrorCode::InvalidArgument,
            "the part of \"" + std::string(axis) + "\" is " + quote(text)
                + ", expected a range such as \"0:4\", \"heads:\" or \"2\"");
    };
    const auto boundOf = [](std::string_view word) -> std::optional<AxisBound> {
        AxisBound bound;
        bound.isFromEnd = word.starts_with('-');
        word.remove_prefix(bound.isFromEnd ? 1 : 0);
        if (isAxisName(word)) {
            bound.size = word;
            return bound;
        }
        const auto [stop, error] = std::from_chars(word.data(), word.data() + word.size(), bound.number);
        return error == std::errc() && stop == word.data() + word.size() ? std::optional(bound) : std::nullopt;
    };
    AxisPart part;
    part.axis = axis;
    const std::size_t colon = text.find(':');
    const std::string_view first = text.substr(0, colon);
    const auto begin = first.empty() && colon != std::string_view::npos ? AxisBound() : boundOf(first);
    if (!begin)
        return wrong();
    part.begin = *begin;
    if (colon == std::string_view::npos) {
        if (!begin->size.empty() || begin->isFromEnd || begin->number == UINT64_MAX)
            return wrong();
        part.end = AxisBound{.isFromEnd = false, .number = begin->number + 1, .size = {}};
    } else if (const std::string_view last = text.substr(colon + 1); !last.empty()) {
        part.end = boundOf(last);
        if (!part.end)
            return wrong();
    }
    return part;
}

Result<TensorView> viewOf(
    const ViewForm& form, std::span<const std::uint64_t> shape, std::uint64_t tensors, const AxisSizes& sizes)
{
    std::vector<std::uint64_t> all(shape.begin(), shape.end());
    if (!form.stack.empty())
        all.insert(all.begin(), tensors);
    const auto elements = elementCount(all);
    if (!elements || *elements == 0)
        return fail(ErrorCode::InvalidArgument, "a tensor without elements, or with too many, cannot be rearranged");
    const auto pattern = patternFor(form, all);
    if (!pattern)
        return fail(pattern.error());
    std::vector<LaidFactor> factors;
    for (std::size_t axis = 0; axis < all.size(); ++axis) {
        const bool isStack = axis == 0 && !form.stack.empty();
        auto ofAxis = factorsOf(pattern->from[axis], axis, all[axis], isStack ? AxisSizes() : sizes);
        if (!ofAxis)
            return fail(std::move(ofAxis.error()));
        factors.insert(factors.end(), ofAxis->begin(), ofAxis->end());
    }
    std::uint64_t stride = 1;
    for (auto factor = factors.rbegin(); factor != factors.rend(); ++factor) {
        factor->stride = stride;
        stride *= factor->size;
    }
    if (auto done = cutParts(factors, form, sizes); !done)
        return fail(std::move(done.error()));

    TensorView view;
    view.takenElements = 1;
    for (const LaidFactor& factor : factors) {
        view.first += factor.begin * factor.stride;
        view.takenElements *= factor.end - factor.begin;
    }
    if (!form.stack.empty())
        view.takenElements /= tensors;
    std::vector<std::uint64_t> outerSizes;
    std::vector<std::uint64_t> outerStrides;
    const auto flush = [&] {
        for (const StridedAxis& axis : mergeAxes(outerSizes, outerStrides))
            view.axes.push_back(axis);
        outerSizes.clear();
        outerStrides.clear();
    };
    std::uint64_t before = UINT64_MAX; // stride of the previous factor
    for (const AxisPattern::Axis& axis : pattern->to) {
        std::uint64_t size = 1;
        for (const std::string& name : axis) {
            const LaidFactor& factor = *std::ranges::find(factors, name, &LaidFactor::name);
            const std::uint64_t taken = factor.end - factor.begin;
            size *= taken;
            if (taken == 1)
                continue;
            view.isPermuted = view.isPermuted || factor.stride > before;
            before = factor.stride;
            if (factor.axis == 0
                && !form.stack.empty()) { // never merged with other factors, which are within one tensor
                flush();
                view.stackAxis = view.axes.size();
                view.axes.push_back({taken, factor.stride});
            } else {
                outerSizes.push_back(taken);
                outerStrides.push_back(factor.stride);
            }
        }
        view.shape.push_back(size);
    }
    flush();
    view.taken = takenOf(factors, !form.stack.empty());
    view.label = labelOf(factors, view, *pattern, all, form.add);
    return view;
}

bool mayOverlap(const std::vector<TensorView::Factor>& one, const std::vector<TensorView::Factor>& other)
{
    if (!std::ranges::equal(one, other, {}, &TensorView::Factor::size, &TensorView::Factor::size))
        return true;
    for (std::size_t i = 0; i < one.size(); ++i) {
        if (one[i].end <= other[i].begin || other[i].end <= one[i].begin)
            return false;
    }
    return true;
}

} // namespace loupe
