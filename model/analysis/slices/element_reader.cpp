#include "analysis/slices/element_reader.h"

#include <array>
#include <memory>

namespace loupe::detail {

namespace {

using SmallTable = std::array<float, 256>;

SmallTable makeTable(DType dtype)
{
    SmallTable table;
    for (std::size_t bits = 0; bits < table.size(); ++bits) {
        const std::size_t pattern = bits & ((std::size_t{1} << bitsPerElement(dtype)) - 1);
        table[bits] = static_cast<float>(decodeFloat(pattern, info(dtype).layout));
    }
    return table;
}

template <DType dtype>
const SmallTable& tableOf()
{
    static const SmallTable table = makeTable(dtype);
    return table;
}

} // namespace

std::span<const float, 65536> halfTable()
{
    using Table = std::array<float, 65536>;
    static const auto table = [] {
        auto made = std::make_unique<Table>();
        for (std::size_t bits = 0; bits < made->size(); ++bits)
            (*made)[bits] = static_cast<float>(decodeFloat(bits, info(DType::F16).layout));
        return made;
    }();
    return *table;
}

std::span<const float, 256> smallFloatTable(DType dtype)
{
    switch (dtype) {
    case DType::F8_E5M2:
        return tableOf<DType::F8_E5M2>();
    case DType::F8_E4M3:
        return tableOf<DType::F8_E4M3>();
    case DType::F8_E8M0:
        return tableOf<DType::F8_E8M0>();
    case DType::F8_E4M3FNUZ:
        return tableOf<DType::F8_E4M3FNUZ>();
    case DType::F8_E5M2FNUZ:
        return tableOf<DType::F8_E5M2FNUZ>();
    default:
        return tableOf<DType::F4>();
    }
}

} // namespace loupe::detail
