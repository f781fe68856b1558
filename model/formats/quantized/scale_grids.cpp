#include "formats/quantized/scale_grids.h"

#include "core/dtype.h"
#include "formats/quantized/code_grid.h"

#include <algorithm>
#include <bit>
#include <cstring>
#include <vector>

namespace loupe::quantized {

namespace {

/// Tables for the dtypes of small blocks' scales, which are numerous; null for other dtypes.
const CodeValues* knownValues(DType dtype)
{
    static const CodeTable e4m3 = floatValues(DType::F8_E4M3);
    static const CodeTable e8m0 = floatValues(DType::F8_E8M0);
    if (dtype == DType::F8_E4M3)
        return e4m3.get();
    return dtype == DType::F8_E8M0 ? e8m0.get() : nullptr;
}

/// Converts exactly. A half, shifted up, is a float that is 2^112 times too small. Infinity and NaN are restored
/// separately.
float widenHalf(std::uint16_t half)
{
    const std::uint32_t magnitude = static_cast<std::uint32_t>(half & 0x7fff) << 13;
    const float rebiased = std::bit_cast<float>(magnitude) * 0x1p112F;
    const bool isFinite = (half & 0x7c00) != 0x7c00;
    const std::uint32_t bits = isFinite ? std::bit_cast<std::uint32_t>(rebiased) : magnitude | 0x7f800000;
    return std::bit_cast<float>(bits | static_cast<std::uint32_t>(half & 0x8000) << 16);
}

/// Converts `bytes`, which are numbers of dtype `as`, to F32.
void widen(DType as, std::span<const std::byte> bytes, std::span<float> target)
{
    if (as == DType::F32) {
        std::memcpy(target.data(), bytes.data(), target.size_bytes());
        return;
    }
    if (as == DType::BF16) {
        for (std::size_t i = 0; i < target.size(); ++i) {
            std::uint16_t half;
            std::memcpy(&half, bytes.data() + i * sizeof half, sizeof half);
            target[i] = std::bit_cast<float>(static_cast<std::uint32_t>(half) << 16);
        }
        return;
    }
    if (as == DType::F16) {
        for (std::size_t i = 0; i < target.size(); ++i) {
            std::uint16_t half;
            std::memcpy(&half, bytes.data() + i * sizeof half, sizeof half);
            target[i] = widenHalf(half);
        }
        return;
    }
    if (const CodeValues* const known = knownValues(as)) {
        for (std::size_t i = 0; i < target.size(); ++i)
            target[i] = (*known)[static_cast<std::size_t>(bytes[i])];
        return;
    }
    for (std::size_t i = 0; i < target.size(); ++i)
        target[i] = static_cast<float>(readScalar(as, bytes, i).toDouble());
}

} // namespace

Result<> StoredGrid::read(const Rectangle& cells, std::span<float> target) const
{
    if (!m_isTransposed)
        return readStored(cells, target);
    return readTransposed<float>(
        cells, target, [&](const Rectangle& stored, std::span<float> numbers) { return readStored(stored, numbers); },
        [](float number) { return number; });
}

Result<> StoredGrid::readStored(const Rectangle& cells, std::span<float> target) const
{
    const std::uint64_t size = bitsPerElement(m_as) / 8;
    return visitRows(m_part,
        {cells.row, cells.rows, m_rowLength * size, cells.column * size, (cells.column + cells.columns) * size},
        [&](std::uint64_t i, std::span<const std::byte> bytes) {
            widen(m_as, bytes, target.subspan(i * cells.columns, cells.columns));
        });
}

Result<> TiledGrid::read(const Rectangle& cells, std::span<float> target) const
{
    if (cells.cells() == 0)
        return {};
    // Read whole tiles, which are at most 128 rows and 3 columns larger than the requested cells.
    const std::uint64_t firstTiles = cells.row / tileRows;
    const std::uint64_t lastTiles = (cells.row + cells.rows - 1) / tileRows;
    const std::uint64_t bytesBegin = cells.column / tileColumns * tileSize;
    const std::uint64_t bytesEnd = ((cells.column + cells.columns - 1) / tileColumns + 1) * tileSize;
    return visitRows(m_part, {firstTiles, lastTiles - firstTiles + 1, m_tilesAcross * tileSize, bytesBegin, bytesEnd},
        [&](std::uint64_t i, std::span<const std::byte> bytes) {
            const std::uint64_t begin = (firstTiles + i) * tileRows;
            const std::uint64_t from = std::max(cells.row, begin);
            const std::uint64_t to = std::min(cells.row + cells.rows, begin + tileRows);
            for (std::uint64_t row = from; row < to; ++row) {
                float* numbers = target.data() + (row - cells.row) * cells.columns;
                const std::uint64_t inTile = row % 32 * 16 + (row - begin) / 32 * 4;
                for (std::uint64_t column = cells.column; column < cells.column + cells.columns; ++column) {
                    const std::uint64_t at = column / tileColumns * tileSize + inTile + column % tileColumns;
                    *numbers++ = static_cast<float>(readScalar(m_as, bytes, at - bytesBegin).toDouble());
                }
            }
        });
}

Result<> ScaledGrid::read(const Rectangle& cells, std::span<float> target) const
{
    if (cells.cells() == 0)
        return {};
    const std::uint64_t first = cells.row / m_rowsEach;
    const std::uint64_t last = (cells.row + cells.rows - 1) / m_rowsEach;
    std::vector<float> factors(last - first + 1);
    auto done = m_scales->read(cells, target).and_then([&] {
        return m_factors->read({first, factors.size(), 0, 1}, factors);
    });
    if (!done)
        return done;
    for (std::uint64_t row = 0; row < cells.rows; ++row) {
        const float factor = factors[(cells.row + row) / m_rowsEach - first];
        for (float& scale : target.subspan(row * cells.columns, cells.columns))
            scale = m_operation == Operation::Multiply ? scale * factor : scale / factor;
    }
    return {};
}

Result<GridNumber> ScaledGrid::numberAt(std::uint64_t row, std::uint64_t column) const
{
    auto cell = NumberGrid::numberAt(row, column);
    if (!cell)
        return cell;
    float factor = 0;
    auto done = m_scales->read({row, 1, column, 1}, std::span(&cell->own, 1)).and_then([&] {
        return m_factors->read({row / m_rowsEach, 1, 0, 1}, std::span(&factor, 1));
    });
    if (!done)
        return fail(std::move(done.error()));
    cell->factor = factor;
    cell->isDivided = m_operation == Operation::Divide;
    return cell;
}

Result<> NestedGrid::read(const Rectangle& cells, std::span<float> target) const
{
    if (cells.cells() == 0)
        return {};
    const std::uint64_t first = cells.column / m_blockSize;
    const std::uint64_t last = (cells.column + cells.columns - 1) / m_blockSize;
    std::vector<float> scales(last - first + 1);
    auto done = m_coded->read(cells, target).and_then([&] {
        return m_scales->read({0, 1, first, scales.size()}, scales);
    });
    if (!done)
        return done;
    for (std::uint64_t i = 0; i < cells.columns; ++i) {
        const float scaled = target[i] * scales[(cells.column + i) / m_blockSize - first];
        target[i] = scaled + m_offset;
    }
    return {};
}

} // namespace loupe::quantized
