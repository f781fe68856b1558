#include "formats/quantized/quantized_values.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <cstring>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t cellsAtOnce = std::uint64_t{1} << 16;
constexpr float int8Unit = 0.007874015718698502F; // 1/127

/// Calls `use(rectangle)` for elements [first, first + count) of a grid with so many columns, in their order. No
/// rectangle crosses a batch.
template <typename Use>
Result<> forRectangles(const Scheme& scheme, std::uint64_t first, std::uint64_t count, Use&& use)
{
    while (count > 0) {
        const std::uint64_t row = first / scheme.columns;
        const std::uint64_t column = first % scheme.columns;
        Rectangle cells{row, 1, column, std::min({count, scheme.columns - column, cellsAtOnce})};
        if (column == 0 && count >= scheme.columns) {
            const std::uint64_t widest = std::max(scheme.columns, scheme.groups);
            const std::uint64_t fit = std::max<std::uint64_t>(1, cellsAtOnce / widest);
            const std::uint64_t left = scheme.rows - row % scheme.rows;
            if (cells.columns == scheme.columns)
                cells.rows = std::min({count / scheme.columns, fit, left});
        }
        if (auto done = use(cells); !done)
            return done;
        first += cells.cells();
        count -= cells.cells();
    }
    return {};
}

/// The numbers of the groups that a rectangle of elements needs.
struct LoadedGroups {
    std::vector<float> numbers;
    std::uint64_t firstRow = 0; ///< of the grid
    std::uint64_t firstGroup = 0;
    std::uint64_t groups = 0;
    std::uint64_t rowsEach = 1;
    std::uint64_t batchRows = 0; ///< rows of a batch in the grid
    std::uint64_t rowsOfBatch = 1; ///< of elements

    std::uint64_t gridRow(std::uint64_t row) const
    {
        return row / rowsOfBatch * batchRows + row % rowsOfBatch / rowsEach;
    }
    /// The numbers of a row of elements, by group.
    const float* row(std::uint64_t row) const { return numbers.data() + (gridRow(row) - firstRow) * groups; }
};

Result<LoadedGroups> load(const Scheme& scheme, const GroupNumbers& from, const Rectangle& cells,
    std::uint64_t firstGroup, std::uint64_t groups)
{
    LoadedGroups loaded;
    loaded.rowsEach = from.rowsEach;
    loaded.rowsOfBatch = scheme.rows;
    loaded.batchRows = (scheme.rows + from.rowsEach - 1) / from.rowsEach;
    loaded.firstRow = loaded.gridRow(cells.row);
    loaded.firstGroup = firstGroup;
    loaded.groups = groups;
    const std::uint64_t rows = loaded.gridRow(cells.row + cells.rows - 1) - loaded.firstRow + 1;
    loaded.numbers.resize(rows * groups);
    auto done = from.grid->read({loaded.firstRow, rows, firstGroup, groups}, loaded.numbers);
    if (!done)
        return fail(std::move(done.error()));
    return loaded;
}

} // namespace

QuantizedValues::QuantizedValues(Scheme scheme, std::vector<Part> parts)
    : m_scheme(std::move(scheme))
    , m_parts(std::move(parts))
    , m_codes(m_scheme)
{
}

std::optional<StoredNumbers> QuantizedValues::stored() const
{
    return StoredNumbers{&m_codes, m_scheme.codeDType};
}

std::uint64_t QuantizedValues::fileBytes(const Tensor& /*tensor*/) const
{
    std::uint64_t sum = 0;
    for (const Part& part : m_parts)
        sum += part.tensor.bytes.size(); // each lies in a file
    return sum;
}

Result<> QuantizedValues::decode(const Tensor& /*tensor*/, const Source& source, std::uint64_t first,
    std::uint64_t count, std::span<std::byte> target) const
{
    auto* values = reinterpret_cast<float*>(target.data());
    auto done = orOutOfMemory(source, [&] {
        return forRectangles(m_scheme, first, count, [&](const Rectangle& cells) {
            const std::span<float> part(values, cells.cells());
            values += cells.cells();
            return decodeRectangle(cells, part);
        });
    });
    if (!done)
        return done;
    // Readers ask this of the tensor's own file only.
    const Source* asked = &source;
    for (const Part& part : m_parts) {
        if (part.source == asked || part.source == &source)
            continue;
        asked = part.source;
        if (auto unchanged = asked->checkUnchanged(); !unchanged)
            return unchanged;
    }
    return {};
}

Result<std::vector<std::uint64_t>> QuantizedValues::groupsOf(std::uint64_t column, std::uint64_t columns) const
{
    const Part& part = *m_scheme.groupOfColumn;
    std::vector<std::int32_t> stored(columns);
    const std::uint64_t begin = part.tensor.bytes.begin + column * sizeof(std::int32_t);
    if (auto done = part.source->read(begin, std::as_writable_bytes(std::span(stored))); !done)
        return fail(std::move(done.error()));
    std::vector<std::uint64_t> groups(columns);
    for (std::uint64_t i = 0; i < columns; ++i) {
        if (stored[i] < 0 || static_cast<std::uint64_t>(stored[i]) >= m_scheme.groups)
            return fail(ErrorCode::Malformed,
                quote(part.tensor.name) + " gives column " + formatCount(column + i) + " group "
                    + std::to_string(stored[i]) + ", expected 0 to " + formatCount(m_scheme.groups - 1),
                part.source->path().string(), begin + i * sizeof(std::int32_t));
        groups[i] = static_cast<std::uint64_t>(stored[i]);
    }
    return groups;
}

Result<> QuantizedValues::decodeRectangle(const Rectangle& cells, std::span<float> target) const
{
    if (auto done = m_scheme.codes->read(cells, target); !done)
        return done;
    std::vector<std::uint64_t> groupOfColumn;
    std::uint64_t firstGroup = 0;
    std::uint64_t groups = 0;
    if (m_scheme.groupOfColumn) {
        auto read = groupsOf(cells.column, cells.columns);
        if (!read)
            return fail(std::move(read.error()));
        groupOfColumn = std::move(*read);
        const auto [least, most] = std::ranges::minmax(groupOfColumn);
        firstGroup = least;
        groups = most - least + 1;
    } else {
        firstGroup = cells.column / m_scheme.columnsEach;
        groups = (cells.column + cells.columns - 1) / m_scheme.columnsEach - firstGroup + 1;
    }
    const auto scales = load(m_scheme, m_scheme.scales, cells, firstGroup, groups);
    if (!scales)
        return fail(scales.error());
    const GroupNumbers& second = m_scheme.formula == Scheme::Formula::Affine ? m_scheme.offsets : m_scheme.zeroPoints;
    LoadedGroups others;
    if (second.grid) {
        auto read = load(m_scheme, second, cells, firstGroup, groups);
        if (!read)
            return fail(std::move(read.error()));
        others = std::move(*read);
    }

    for (std::uint64_t i = 0; i < cells.rows; ++i) {
        float* const values = target.data() + i * cells.columns;
        const float* const scale = scales->row(cells.row + i);
        const float* const other = second.grid ? others.row(cells.row + i) : nullptr;
        // Elements [from, to) of the row have one group.
        const auto compute = [&](std::uint64_t from, std::uint64_t to, std::uint64_t group) {
            const float s = scale[group];
            switch (m_scheme.formula) {
            case Scheme::Formula::Product:
                for (std::uint64_t k = from; k < to; ++k)
                    values[k] *= s;
                break;
            case Scheme::Formula::ZeroPoint: {
                const float zero = other[group];
                for (std::uint64_t k = from; k < to; ++k)
                    values[k] = (values[k] - zero) * s;
                break;
            }
            case Scheme::Formula::Affine: {
                const float offset = other[group];
                for (std::uint64_t k = from; k < to; ++k)
                    values[k] = values[k] * s + offset;
                break;
            }
            case Scheme::Formula::Int8:
                for (std::uint64_t k = from; k < to; ++k)
                    values[k] = values[k] * s * int8Unit;
                break;
            }
        };
        if (!groupOfColumn.empty()) {
            for (std::uint64_t k = 0; k < cells.columns; ++k)
                compute(k, k + 1, groupOfColumn[k] - firstGroup);
            continue;
        }
        for (std::uint64_t k = 0; k < cells.columns;) {
            const std::uint64_t column = cells.column + k;
            const std::uint64_t group = column / m_scheme.columnsEach;
            const std::uint64_t end = std::min(cells.columns, (group + 1) * m_scheme.columnsEach - cells.column);
            compute(k, end, group - firstGroup);
            k = end;
        }
    }
    return {};
}

Result<std::optional<ValueOrigin>> QuantizedValues::originOf(std::uint64_t element) const
{
    const Rectangle cell{element / m_scheme.columns, 1, element % m_scheme.columns, 1};
    ValueOrigin origin;
    origin.formula = m_scheme.formula;
    origin.groups = m_scheme.groups;
    origin.group = cell.column / m_scheme.columnsEach;
    if (m_scheme.groupOfColumn) {
        const auto read = groupsOf(cell.column, 1);
        if (!read)
            return fail(read.error());
        origin.group = read->front();
    }
    std::uint8_t code = 0;
    auto done = m_scheme.codes->codes()
                    .read(cell, std::span(&code, 1))
                    .and_then([&] { return m_scheme.codes->read(cell, std::span(&origin.number, 1)); })
                    .and_then([&] { return decodeRectangle(cell, std::span(&origin.value, 1)); });
    if (!done)
        return fail(std::move(done.error()));
    code = static_cast<std::uint8_t>(code + m_scheme.codeOffset);
    origin.code = m_scheme.codeDType == DType::I8 ? std::int64_t{static_cast<std::int8_t>(code)} : std::int64_t{code};

    const auto numberOf = [&](const GroupNumbers& numbers) {
        const std::uint64_t inBatch = cell.row % m_scheme.rows / numbers.rowsEach;
        const std::uint64_t rowsOfBatch = (m_scheme.rows + numbers.rowsEach - 1) / numbers.rowsEach;
        return numbers.grid->numberAt(cell.row / m_scheme.rows * rowsOfBatch + inBatch, origin.group);
    };
    const auto scale = numberOf(m_scheme.scales);
    if (!scale)
        return fail(scale.error());
    origin.scale = scale->number;
    origin.groupScale = scale->own;
    origin.global = scale->factor;
    origin.isDivided = scale->isDivided;
    const GroupNumbers& second = m_scheme.formula == Scheme::Formula::Affine ? m_scheme.offsets : m_scheme.zeroPoints;
    if (second.grid) {
        const auto other = numberOf(second);
        if (!other)
            return fail(other.error());
        origin.other = other->number;
    }
    return origin;
}

Result<> QuantizedCodes::decode(const Tensor& /*tensor*/, const Source& source, std::uint64_t first,
    std::uint64_t count, std::span<std::byte> target) const
{
    auto* codes = reinterpret_cast<std::uint8_t*>(target.data());
    return orOutOfMemory(source, [&] {
        return forRectangles(m_scheme, first, count, [&](const Rectangle& cells) {
            const std::span<std::uint8_t> part(codes, cells.cells());
            codes += cells.cells();
            auto done = m_scheme.codes->codes().read(cells, part);
            for (std::uint8_t& code : part)
                code = static_cast<std::uint8_t>(code + m_scheme.codeOffset);
            return done;
        });
    });
}

} // namespace loupe::quantized
