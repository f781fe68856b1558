#include "core/quantization.h"

#include "core/checked_math.h"
#include "core/elements.h"
#include "core/stored_numbers.h"

#include <algorithm>
#include <map>

namespace loupe {

namespace {

void add(QuantizationMix::Share& share, const Tensor& tensor)
{
    ++share.tensors;
    share.elements = saturatingAdd(share.elements, tensor.elements());
    share.bytes = saturatingAdd(share.bytes, fileBytes(tensor));
}

double bitsEach(std::uint64_t bytes, std::uint64_t elements)
{
    return elements > 0 ? static_cast<double>(bytes) * 8 / static_cast<double>(elements) : 0;
}

} // namespace

bool isQuantized(const Tensor& tensor)
{
    return tensor.storage && !tensor.storage->typeName().empty();
}

bool hasCodes(const Tensor& tensor)
{
    return isQuantized(tensor) && tensor.storage->stored();
}

std::shared_ptr<const Checkpoint> codesOf(const Checkpoint& checkpoint)
{
    if (std::ranges::none_of(checkpoint.tensors, hasCodes))
        return nullptr;
    auto codes = std::make_shared<Checkpoint>(checkpoint);
    for (Tensor& tensor : codes->tensors) {
        if (hasCodes(tensor))
            tensor = storedTensor(tensor);
    }
    return codes;
}

double storedBits(const Tensor& tensor)
{
    return bitsEach(fileBytes(tensor), tensor.elements());
}

double QuantizationMix::Share::bitsPerElement() const
{
    return bitsEach(bytes, elements);
}

std::optional<QuantizationMix> quantizationMix(const Checkpoint& checkpoint)
{
    if (std::ranges::none_of(checkpoint.tensors, isQuantized))
        return std::nullopt;
    QuantizationMix mix;
    std::map<std::string_view, QuantizationMix::Share> byType;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        add(mix.all, checkpoint.tensors[i]);
        add(byType[checkpoint.dtypeName(i)], checkpoint.tensors[i]);
    }
    for (const auto& [type, share] : byType) {
        mix.shares.push_back(share);
        mix.shares.back().type = type;
    }
    std::ranges::stable_sort(mix.shares, [](const auto& a, const auto& b) { return a.bytes > b.bytes; });
    return mix;
}

} // namespace loupe
