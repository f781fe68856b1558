#include "formats/quantized/quantized_values.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <cstring>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t cellsAtOnce = std::uint64_t{1} << 16;
/// Rows of transposed codes share cache lines, so this many more cells are read at once.
constexpr std::uint64_t transposedCellsAtOnce = std::uint64_t{1} << 18;
constexpr float int8Unit = 0.007874015718698502F; // 1/127

/// Calls `use(rectangle)` for elements [first, first + count) of the scheme's grid, in order. No rectangle crosses the
/// end of a batch.
template <typename Use>
Result<> forRectangles(const Scheme& scheme, std::uint64_t first, std::uint64_t count, Use&& use)
{
    const std::uint64_t atOnce = scheme.codes->isTransposed() ? transposedCellsAtOnce : cellsAtOnce;
    while (count > 0) {
        const std::uint64_t row = first / scheme.columns;
        const std::uint64_t column = first % scheme.columns;
        Rectangle cells{row, 1, column, std::min({count, scheme.columns - column, cellsAtOnce})};
        if (column == 0 && count >= scheme.columns) {
            const std::uint64_t widest = std::max(scheme.columns, scheme.groups);
            const std::uint64_t fit = std::max<std::uint64_t>(1, atOnce / widest);
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
    std::uint64_t firstRow = 0; ///< first row of the grid that is loaded
    std::uint64_t groups = 0;
    std::uint64_t rowsEach = 1;
    std::uint64_t batchRows = 0; ///< the number of grid rows per batch
    std::uint64_t rowsOfBatch = 1; ///< the number of element rows per batch

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
    loaded.groups = groups;
    const std::uint64_t rows = loaded.gridRow(cells.row + cells.rows - 1) - loaded.firstRow + 1;
    loaded.numbers.resize(rows * groups);
    auto done = from.grid->read({loaded.firstRow, rows, firstGroup, groups}, loaded.numbers);
    if (!done)
        return fail(std::move(done.error()));
    return loaded;
}

/// The groups of a rectangle's columns, counted from the first group that is loaded.
struct ColumnGroups {
    struct Run {
        std::uint64_t begin = 0; ///< column of the rectangle
        std::uint64_t end = 0;
        std::uint32_t group = 0;
    };
    std::vector<Run> runs; ///< runs of neighboring columns with the same group
    std::vector<std::uint32_t> scattered; ///< by column, used instead of runs if most would be short
};

ColumnGroups groupRuns(const Rectangle& cells, std::uint64_t columnsEach)
{
    ColumnGroups groups;
    const std::uint64_t firstGroup = cells.column / columnsEach;
    for (std::uint64_t k = 0; k < cells.columns;) {
        const std::uint64_t group = (cells.column + k) / columnsEach;
        const std::uint64_t end = std::min(cells.columns - k, (group + 1) * columnsEach - cells.column - k) + k;
        groups.runs.push_back({k, end, static_cast<std::uint32_t>(group - firstGroup)});
        k = end;
    }
    return groups;
}

ColumnGroups groupRuns(std::vector<std::uint32_t> groupOfColumn)
{
    constexpr std::size_t shortRun = 8;
    ColumnGroups groups;
    for (std::uint64_t k = 0; k < groupOfColumn.size(); ++k) {
        if (groups.runs.empty() || groups.runs.back().group != groupOfColumn[k])
            groups.runs.push_back({k, k, groupOfColumn[k]});
        ++groups.runs.back().end;
    }
    if (groups.runs.size() > groupOfColumn.size() / shortRun) {
        groups.runs.clear();
        groups.scattered = std::move(groupOfColumn);
    }
    return groups;
}

/// Computes a row of values from a row of codes: `formula(code, scale, other)`.
template <typename Formula>
void computeRow(float* values, const ColumnGroups& groups, const float* scales, const float* others, Formula formula)
{
    for (const ColumnGroups::Run& run : groups.runs) {
        const float scale = scales[run.group];
        const float other = others[run.group];
        for (std::uint64_t k = run.begin; k < run.end; ++k)
            values[k] = formula(values[k], scale, other);
    }
    for (const std::uint32_t group : groups.scattered) {
        *values = formula(*values, scales[group], others[group]);
        ++values;
    }
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
        sum += part.tensor.bytes.size(); // fits, since each part is in a file
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
    // Readers check only the tensor's own file.
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

Result<std::vector<std::uint32_t>> QuantizedValues::groupsOf(std::uint64_t column, std::uint64_t columns) const
{
    const Part& part = *m_scheme.groupOfColumn;
    std::vector<std::int32_t> stored(columns);
    const std::uint64_t begin = part.tensor.bytes.begin + column * sizeof(std::int32_t);
    if (auto done = part.source->read(begin, std::as_writable_bytes(std::span(stored))); !done)
        return fail(std::move(done.error()));
    std::vector<std::uint32_t> groups(columns);
    for (std::uint64_t i = 0; i < columns; ++i) {
        if (stored[i] < 0 || static_cast<std::uint64_t>(stored[i]) >= m_scheme.groups)
            return fail(ErrorCode::Malformed,
                quote(part.tensor.name) + " gives column " + formatCount(column + i) + " group "
                    + std::to_string(stored[i]) + ", expected 0 to " + formatCount(m_scheme.groups - 1),
                part.source->path().string(), begin + i * sizeof(std::int32_t));
        groups[i] = static_cast<std::uint32_t>(stored[i]);
    }
    return groups;
}

Result<> QuantizedValues::decodeRectangle(const Rectangle& cells, std::span<float> target) const
{
    if (auto done = m_scheme.codes->read(cells, target); !done)
        return done;
    ColumnGroups columnGroups;
    std::uint64_t firstGroup = 0;
    std::uint64_t groups = 0;
    if (m_scheme.groupOfColumn) {
        auto read = groupsOf(cells.column, cells.columns);
        if (!read)
            return fail(std::move(read.error()));
        const auto [least, most] = std::ranges::minmax(*read);
        firstGroup = least;
        groups = most - least + 1;
        for (std::uint32_t& group : *read)
            group -= static_cast<std::uint32_t>(firstGroup);
        columnGroups = groupRuns(std::move(*read));
    } else {
        firstGroup = cells.column / m_scheme.columnsEach;
        groups = (cells.column + cells.columns - 1) / m_scheme.columnsEach - firstGroup + 1;
        columnGroups = groupRuns(cells, m_scheme.columnsEach);
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
        const float* const other = second.grid ? others.row(cells.row + i) : scale;
        const auto compute = [&](auto formula) { computeRow(values, columnGroups, scale, other, formula); };
        switch (m_scheme.formula) {
        case Scheme::Formula::Product:
            compute([](float code, float s, float) { return code * s; });
            break;
        case Scheme::Formula::ZeroPoint:
            compute([](float code, float s, float zero) { return (code - zero) * s; });
            break;
        case Scheme::Formula::Affine:
            compute([](float code, float s, float offset) { return code * s + offset; });
            break;
        case Scheme::Formula::Int8:
            compute([](float code, float s, float) { return code * s * int8Unit; });
            break;
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
    const std::uint64_t rowsEach = m_scheme.scales.rowsEach;
    origin.blockRow = cell.row % m_scheme.rows / rowsEach;
    origin.blockRows = (m_scheme.rows + rowsEach - 1) / rowsEach;
    origin.isBlock = rowsEach > 1 && (m_scheme.columnsEach > 1 || origin.blockRows > 1); // otherwise a channel
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
