#include "formats/arrow/arrow_fixed_shape.h"

#include "core/tensor.h"
#include "core/text/json_cursor.h"

#include <algorithm>

namespace loupe::arrow {

namespace {

bool readNumbers(JsonCursor& cursor, std::vector<std::uint64_t>& numbers)
{
    constexpr std::size_t mostDimensions = 64;
    numbers.clear();
    if (cursor.peek() == JsonCursor::Kind::Null)
        return cursor.readNull();
    if (!cursor.enterArray())
        return false;
    while (cursor.nextElement()) {
        if (numbers.size() == mostDimensions || !cursor.readUnsigned(numbers.emplace_back()))
            return false;
    }
    return !cursor.failed();
}

} // namespace

std::optional<ArrowFixedShape> readArrowFixedShape(std::string_view json)
{
    JsonCursor cursor(json);
    std::vector<std::uint64_t> stored;
    std::vector<std::uint64_t> order; // dimension i of the tensor is stored dimension order[i]
    bool hasShape = false;
    std::string_view key;
    if (!cursor.enterObject())
        return std::nullopt;
    while (cursor.nextKey(key)) {
        const bool isShape = key == "shape";
        hasShape = hasShape || isShape;
        if (isShape || key == "permutation" ? !readNumbers(cursor, isShape ? stored : order) : !cursor.skipValue())
            return std::nullopt;
    }
    if (cursor.failed() || !cursor.finish() || !hasShape || !elementCount(stored))
        return std::nullopt;
    std::vector<std::uint64_t> strides(stored.size(), 1);
    for (std::size_t i = stored.size(); i-- > 1;)
        strides[i - 1] = strides[i] * stored[i];
    if (order.empty())
        return ArrowFixedShape{std::move(stored), std::move(strides)};
    std::vector<bool> seen(stored.size());
    ArrowFixedShape shape;
    if (order.size() != stored.size())
        return std::nullopt;
    for (const std::uint64_t axis : order) {
        if (axis >= stored.size() || seen[axis])
            return std::nullopt;
        seen[axis] = true;
        shape.shape.push_back(stored[axis]);
        shape.strides.push_back(strides[axis]);
    }
    return shape;
}

} // namespace loupe::arrow
