#include "core/stored_numbers.h"

#include "core/elements.h"

#include <algorithm>

namespace loupe {

bool standsForOthers(const Tensor& tensor)
{
    return tensor.storage && tensor.storage->stored();
}

Tensor storedTensor(const Tensor& tensor)
{
    Tensor stored = tensor;
    if (const auto numbers = tensor.storage ? tensor.storage->stored() : std::nullopt) {
        stored.storage = numbers->storage;
        stored.dtype = numbers->dtype;
    }
    return stored;
}

std::shared_ptr<const Checkpoint> storedOf(const std::shared_ptr<const Checkpoint>& checkpoint)
{
    if (std::ranges::none_of(checkpoint->tensors, standsForOthers))
        return checkpoint;
    auto stored = std::make_shared<Checkpoint>(*checkpoint);
    std::ranges::transform(checkpoint->tensors, stored->tensors.begin(), storedTensor);
    return stored;
}

} // namespace loupe
