#include "saving/recipe/nulls.h"

#include "core/elements.h"
#include "core/null_values.h"
#include "core/text/quote.h"

#include <algorithm>
#include <vector>

namespace loupe {

namespace {

bool canBeNull(const Tensor& tensor)
{
    return tensor.storage && tensor.storage->nulls();
}

Result<> readSide(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::uint64_t first,
    std::span<std::byte> present)
{
    return Elements::open(checkpoint, tensor).and_then([&](const Elements& elements) {
        return elements.readPresent(first, present);
    });
}

} // namespace

bool mayHaveNulls(const RecipeItem& item)
{
    return canBeNull(item.original()) || (item.isDifference() && canBeNull(item.base->tensors[item.baseTensor]));
}

Result<> readPresent(const RecipeItem& item, std::uint64_t first, std::span<std::byte> present)
{
    auto read = readSide(item.source, item.tensor, first, present);
    if (!read || !item.isDifference())
        return read;
    std::vector<std::byte> base(present.size());
    read = readSide(item.base, item.baseTensor, first, base);
    std::ranges::transform(present, base, present.begin(), [](std::byte a, std::byte b) { return a & b; });
    return read;
}

Result<> checkNulls(const RecipeItem& item)
{
    if (!mayHaveNulls(item) || hasNan(item.dtype))
        return {};
    return fail(ErrorCode::Unsupported,
        "tensor " + quote(item.name) + " has nulls, which " + std::string(dtypeName(item.dtype))
            + " cannot hold: cast it to a float dtype, where they become NaN, or write what is stored in their places "
              "(--stored)",
        item.source->path.string());
}

} // namespace loupe
