#include "core/dtype.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/quantized_values.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <string>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t bytesAtOnce = std::uint64_t{1} << 20;
/// With fewer elements for each code that there is, chance alone leaves codes out or piles them up.
constexpr std::uint64_t fewestPerCode = 64;
/// So many times the share that equal use of all codes would give to the ends of the range.
constexpr double saturatedShare = 2;
/// Each group may well have its extremes at the ends of the range.
constexpr double usualEndsPerGroup = 4;

using CodeCounts = std::array<std::uint64_t, 256>;

/// Calls `use(bytes)` for all bytes of a part, piece by piece.
template <typename Use>
Result<> forPieces(const Part& part, const Work& work, Use&& use)
{
    Buffer scratch;
    const ByteRange all = part.tensor.bytes;
    for (std::uint64_t begin = all.begin; begin < all.end; begin += bytesAtOnce) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        if (auto done = part.source->visit({begin, std::min(all.end, begin + bytesAtOnce)}, scratch, use); !done)
            return done;
    }
    return {};
}

/// How often each code occurs. Codes of 1, 2, 4 and 8 bits are pieces of bytes wherever they stand; the few of padding
/// count as well.
Result<CodeCounts> countCodes(const Scheme& scheme, const Work& work)
{
    const CodeGrid& grid = scheme.codes->codes();
    CodeCounts counts{};
    if (8 % grid.bits() == 0) {
        std::array<CodeCounts, 4> bytes{}; // several, as equal neighbors would wait for one another
        auto done = forPieces(grid.part(), work, [&](std::span<const std::byte> piece) {
            for (std::size_t i = 0; i < piece.size(); ++i)
                ++bytes[i % bytes.size()][static_cast<std::size_t>(piece[i])];
        });
        if (!done)
            return fail(std::move(done.error()));
        for (std::size_t byte = 0; byte < counts.size(); ++byte) {
            for (unsigned shift = 0; shift < 8; shift += grid.bits()) {
                const std::size_t code = byte >> shift & ((1U << grid.bits()) - 1);
                for (const CodeCounts& some : bytes)
                    counts[code] += some[byte];
            }
        }
        return counts;
    }
    const std::uint64_t allRows = scheme.batches * scheme.rows;
    const std::uint64_t columns = std::min(scheme.columns, bytesAtOnce);
    const std::uint64_t rowsAtOnce = std::max<std::uint64_t>(1, bytesAtOnce / columns);
    std::vector<std::uint8_t> codes;
    for (std::uint64_t row = 0; row < allRows;) {
        const std::uint64_t rows = std::min({rowsAtOnce, allRows - row, scheme.rows - row % scheme.rows});
        for (std::uint64_t column = 0; column < scheme.columns; column += columns) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const Rectangle cells{row, rows, column, std::min(columns, scheme.columns - column)};
            codes.resize(cells.cells());
            if (auto done = grid.read(cells, codes); !done)
                return fail(std::move(done.error()));
            for (const std::uint8_t code : codes)
                ++counts[code];
        }
        row += rows;
    }
    return counts;
}

/// The codes that stand for a number, and those among them with the least and the greatest one. Of integers of both
/// signs, scales of the largest magnitude leave the least code out: the next one is an end, too.
struct CodeRange {
    std::uint64_t codes = 0;
    std::uint64_t used = 0;
    std::uint64_t elements = 0;
    std::uint64_t atEnds = 0;
};

CodeRange rangeOf(const CodedGrid& grid, const CodeCounts& counts)
{
    const std::size_t size = std::size_t{1} << grid.codes().bits();
    const std::span values(grid.values().data(), size);
    float least = 0;
    float greatest = 0;
    for (const float value : values) {
        if (std::isfinite(value)) {
            least = std::min(least, value);
            greatest = std::max(greatest, value);
        }
    }
    const bool isSigned = least < 0;
    CodeRange range;
    for (std::size_t code = 0; code < size; ++code) {
        const float value = values[code];
        if (!std::isfinite(value))
            continue;
        ++range.codes;
        range.used += counts[code] > 0;
        range.elements += counts[code];
        if (value >= greatest || value <= least || (isSigned && value <= -greatest))
            range.atEnds += counts[code];
    }
    return range;
}

} // namespace

Result<std::vector<Finding>> QuantizedValues::inspect(const Tensor& tensor, const Work& work) const
{
    std::vector<Finding> findings;
    auto done = orOutOfMemory(*m_parts.front().source, [&]() -> Result<> {
        for (const CheckedScales& scales : m_scheme.checkedScales) {
            ScaleCheck check(scales);
            auto read = forPieces(scales.part, work, [&](std::span<const std::byte> piece) { check.add(piece); });
            if (!read)
                return read;
            std::ranges::move(check.findings(tensor.name), std::back_inserter(findings));
        }
        auto counts = countCodes(m_scheme, work);
        if (!counts)
            return fail(std::move(counts.error()));
        const CodeRange range = rangeOf(*m_scheme.codes, *counts);
        if (range.used < 2 || range.elements < fewestPerCode * range.codes)
            return {};
        const auto report = [&](std::string_view code, std::string message) {
            findings.push_back({.severity = Severity::Warning,
                .code = code,
                .message = std::move(message),
                .file = m_parts.front().tensor.file,
                .offset = m_parts.front().tensor.bytes.begin,
                .tensor = std::string(tensor.name),
                .aboutTensor = true});
        };
        // Floats of 5 bits of exponent have more range than any weight.
        if (range.used * 2 <= range.codes && m_scheme.codeDType != DType::F8_E5M2) {
            report("codes-unused",
                quote(tensor.name) + " uses " + formatCount(range.used) + " of " + formatCount(range.codes)
                    + " codes: half of the range or more is unused");
            return {};
        }
        const double share = static_cast<double>(range.atEnds) / static_cast<double>(range.elements);
        const double equal = 2.0 / static_cast<double>(range.codes);
        const double usual = usualEndsPerGroup / static_cast<double>(std::min(m_scheme.columnsEach, m_scheme.columns));
        if (share > std::max(saturatedShare * equal, usual))
            report("codes-saturated",
                quote(tensor.name) + ": " + std::to_string(std::lround(share * 100))
                    + " % of the codes are at the ends of their range");
        return {};
    });
    if (!done)
        return fail(std::move(done.error()));
    return findings;
}

} // namespace loupe::quantized
