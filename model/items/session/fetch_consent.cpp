#include "items/session/fetch_consent.h"

#include "core/checked_math.h"
#include "items/jobs/tensor_key.h"

#include <set>

namespace loupe {

namespace {

std::set<TensorKey>& agreedTensors()
{
    static std::set<TensorKey> tensors;
    return tensors;
}

bool isAgreed(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    const auto key = TensorKey::of(&checkpoint, tensor);
    return key && agreedTensors().contains(*key);
}

} // namespace

std::uint64_t unagreedBytes(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
{
    std::uint64_t bytes = 0;
    for (const std::uint32_t tensor : tensors) {
        if (const std::uint64_t each = remoteBytes(checkpoint, tensor); each > 0 && !isAgreed(checkpoint, tensor))
            bytes = saturatingAdd(bytes, each);
    }
    return bytes;
}

std::uint64_t unagreedBytes(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return unagreedBytes(checkpoint, std::span(&tensor, 1));
}

void agreeToFetch(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
{
    for (const std::uint32_t tensor : tensors) {
        if (const auto key = TensorKey::of(&checkpoint, tensor))
            agreedTensors().insert(*key);
    }
}

void agreeToFetch(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    agreeToFetch(checkpoint, std::span(&tensor, 1));
}

} // namespace loupe
