#include "core/text/place.h"

#include "core/tensor.h"
#include "core/text/text.h"

namespace loupe {

std::vector<std::uint64_t> indexOf(std::span<const std::uint64_t> shape, std::uint64_t element)
{
    std::vector<std::uint64_t> index(shape.size());
    for (std::size_t axis = shape.size(); axis-- > 0;) {
        index[axis] = element % shape[axis];
        element /= shape[axis];
    }
    return index;
}

std::string formatPlace(std::span<const std::uint64_t> shape, std::uint64_t count, std::uint64_t element)
{
    const bool isKnown = elementCount(shape) == count && element < count;
    return isKnown ? formatShape(indexOf(shape, element)) : "index " + formatCount(element);
}

} // namespace loupe
