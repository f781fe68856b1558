#include "core/quantization.h"

#include "core/checked_math.h"
#include "core/elements.h"
#include "core/palette.h"
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

/// Spreads the shades of types, which ascend by bits, so that their colors differ, as far as there is room for all.
void spread(std::vector<QuantizedTypes::Type>& types)
{
    constexpr double wanted = 1;
    using palette::narrowestQuantized, palette::widestQuantized;
    const double most =
        (widestQuantized - narrowestQuantized) / static_cast<double>(std::max<std::size_t>(2, types.size()) - 1);
    const double apart = std::min(wanted, most);
    double least = narrowestQuantized;
    for (QuantizedTypes::Type& type : types) {
        type.shade = std::max(least, type.bits);
        least = type.shade + apart;
    }
    double greatest = widestQuantized;
    for (auto type = types.rbegin(); type != types.rend(); ++type) {
        type->shade = std::min(greatest, type->shade);
        greatest = type->shade - apart;
    }
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

QuantizedTypes::QuantizedTypes(const Checkpoint& checkpoint)
{
    std::map<std::string_view, QuantizationMix::Share> shares;
    for (const Tensor& tensor : checkpoint.tensors) {
        if (isQuantized(tensor))
            add(shares[tensor.storage->typeName()], tensor);
    }
    for (const auto& [name, share] : shares)
        m_list.push_back({.name = name, .bits = share.bitsPerElement()});
    std::ranges::stable_sort(m_list, {}, &Type::bits);
    spread(m_list);
    for (const Type& type : m_list)
        m_shades.emplace(type.name, type.shade);
}

double QuantizedTypes::shadeOf(const Tensor& tensor) const
{
    return shadeOf(tensor.storage->typeName());
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
