#include "core/stored_bytes.h"

#include "core/elements.h"
#include "core/stored_numbers.h"

#include <algorithm>

namespace loupe {

namespace {

bool hasBytesInOrder(const Tensor& tensor)
{
    return tensor.storage && tensor.storage->liesInOrder();
}

} // namespace

std::shared_ptr<const Checkpoint> storedBytesOf(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    if (std::ranges::none_of(checkpoint->tensors,
            [](const Tensor& tensor) { return hasBytesInOrder(tensor) || standsForOthers(tensor); }))
        return checkpoint;
    auto stored = std::make_shared<Checkpoint>(*checkpoint);
    for (std::uint32_t i = 0; i < stored->tensors.size(); ++i) {
        Tensor& tensor = stored->tensors[i];
        if (!hasBytesInOrder(tensor)) {
            tensor = storedTensor(tensor);
            continue;
        }
        stored->unknownDTypes.emplace(i, checkpoint->dtypeName(i));
        tensor.dtype = DType::Opaque;
        tensor.storage = nullptr;
    }
    return stored;
}

} // namespace loupe
