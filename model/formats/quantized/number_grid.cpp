#include "formats/quantized/number_grid.h"

#include "formats/quantized/part.h"

namespace loupe::quantized {

namespace {

/// If the file is not memory-mapped, also reads the bytes between rows, if the total is at most this.
constexpr std::uint64_t mostReadAtOnce = std::uint64_t{1} << 20;

} // namespace

Result<GridNumber> NumberGrid::numberAt(std::uint64_t row, std::uint64_t column) const
{
    GridNumber cell;
    auto done = read({row, 1, column, 1}, std::span(&cell.number, 1));
    if (!done)
        return fail(std::move(done.error()));
    cell.own = cell.number;
    return cell;
}

Result<> visitRows(
    const Part& part, const RowBytes& wanted, const std::function<void(std::uint64_t, std::span<const std::byte>)>& use)
{
    if (wanted.rows == 0)
        return {};
    Buffer scratch;
    const std::uint64_t first = part.tensor.bytes.begin + wanted.row * wanted.stride + wanted.begin;
    const std::uint64_t size = wanted.end - wanted.begin;
    const std::uint64_t all = (wanted.rows - 1) * wanted.stride + size;
    if (part.source->mapped() || all <= mostReadAtOnce) {
        return part.source->visit({first, first + all}, scratch, [&](std::span<const std::byte> bytes) {
            for (std::uint64_t i = 0; i < wanted.rows; ++i)
                use(i, bytes.subspan(i * wanted.stride, size));
        });
    }
    for (std::uint64_t i = 0; i < wanted.rows; ++i) {
        const std::uint64_t begin = first + i * wanted.stride;
        auto done = part.source->visit(
            {begin, begin + size}, scratch, [&](std::span<const std::byte> bytes) { use(i, bytes); });
        if (!done)
            return done;
    }
    return {};
}

} // namespace loupe::quantized
