#include "analysis/slices/element_reader.h"

#include <array>
#include <memory>
#include <mutex>

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

} // namespace

std::span<const float, 65536> wideFloatTable(DType dtype)
{
    using Table = std::array<float, 65536>;
    struct Entry {
        std::once_flag once;
        std::unique_ptr<Table> table;
    };
    static std::array<Entry, dtypeCount> entries;
    Entry& entry = entries[static_cast<std::size_t>(dtype)];
    std::call_once(entry.once, [&] {
        entry.table = std::make_unique<Table>();
        for (std::size_t bits = 0; bits < entry.table->size(); ++bits)
            (*entry.table)[bits] = static_cast<float>(decodeFloat(bits, info(dtype).layout));
    });
    return *entry.table;
}

std::span<const float, 256> smallFloatTable(DType dtype)
{
    static const auto tables = [] {
        auto made = std::make_unique<std::array<SmallTable, dtypeCount>>();
        for (std::size_t number = 0; number < dtypeCount; ++number) {
            const DTypeInfo& known = info(static_cast<DType>(number));
            if (known.kind == DTypeKind::Float && known.bits <= 8)
                (*made)[number] = makeTable(known.dtype);
        }
        return made;
    }();
    return (*tables)[static_cast<std::size_t>(dtype)];
}

} // namespace loupe::detail
