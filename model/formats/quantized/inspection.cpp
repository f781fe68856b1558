#include "core/dtype.h"
#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/quantized_values.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <iterator>
#include <mutex>
#include <optional>
#include <string>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t bytesAtOnce = std::uint64_t{1} << 20;
/// With fewer elements per code, codes may be unused or frequent just by chance.
constexpr std::uint64_t fewestPerCode = 64;
/// Reports saturation if the ends of the range have this many times their share under equal use of all codes.
constexpr double saturatedShare = 2;
/// The number of codes per group that may well be at the ends of the range, as the group's extremes.
constexpr double usualEndsPerGroup = 4;

/// Stands for the index of no code.
constexpr std::uint64_t noCode = ~std::uint64_t{0};

using CodeCounts = std::array<std::uint64_t, 256>;

void addTo(CodeCounts& counts, const CodeCounts& more)
{
    for (std::size_t code = 0; code < counts.size(); ++code)
        counts[code] += more[code];
}

/// Counts how often each byte occurs.
CodeCounts countBytes(std::span<const std::byte> bytes)
{
    std::array<CodeCounts, 4> counts{}; // several, so that equal neighbors need not wait for one another
    for (std::size_t i = 0; i < bytes.size(); ++i)
        ++counts[i % counts.size()][static_cast<std::size_t>(bytes[i])];
    for (const CodeCounts& some : std::span(counts).subspan(1))
        addTo(counts.front(), some);
    return counts.front();
}

/// Splits counts of bytes that hold several codes each.
CodeCounts codesOfBytes(const CodeCounts& bytes, unsigned bits)
{
    CodeCounts counts{};
    for (std::size_t byte = 0; byte < bytes.size(); ++byte) {
        for (unsigned shift = 0; shift < 8; shift += bits)
            counts[byte >> shift & ((1U << bits) - 1)] += bytes[byte];
    }
    return counts;
}

/// The share of `size` bytes or numbers that belongs to elements [first, first + count) of `all`, if `each` elements
/// share one. All elements together have the whole.
ByteRange shareOf(std::uint64_t size, std::uint64_t first, std::uint64_t count, std::uint64_t all, std::uint64_t each)
{
    const std::uint64_t begin = std::min(size, first / each);
    return {begin, first + count == all ? size : std::min(size, (first + count) / each)};
}

/// Statistics of the codes that stand for a number. The codes with the least and the greatest number are the ends of
/// the range. Scales that are set by the largest magnitude leave the least code of signed integers unused, so the next
/// code is an end, too.
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

/// Looks at each stored byte only once, if possible right after it was decoded.
class QuantizedInspection final : public Inspection {
public:
    QuantizedInspection(
        const Scheme& scheme, const QuantizedCodes& codes, const std::vector<Part>& parts, const Tensor& tensor)
        : m_scheme(scheme)
        , m_codes(codes)
        , m_parts(parts)
        , m_tensor(tensor)
        , m_elements(scheme.batches * scheme.rows * scheme.columns)
    {
        for (const CheckedScales& scales : scheme.checkedScales)
            m_scales.emplace_back(scales);
    }

    void look(std::uint64_t first, std::uint64_t count) override
    {
        auto done = orOutOfMemory(*m_parts.front().source, [&]() -> Result<> {
            for (std::size_t i = 0; i < m_scales.size(); ++i) {
                if (auto looked = lookAtScales(i, first, count); !looked)
                    return looked;
            }
            return hasWholeBytes() ? countInBytes(first, count) : countCodes(first, count);
        });
        if (done)
            return;
        const std::lock_guard lock(m_mutex);
        if (!m_error)
            m_error = std::move(done.error());
    }

    Result<std::vector<Finding>> finish() override
    {
        if (m_error)
            return fail(std::move(*m_error));
        std::vector<Finding> findings;
        for (const ScaleCheck& scales : m_scales)
            std::ranges::move(scales.findings(m_tensor.name), std::back_inserter(findings));
        addNaN(findings);
        addCodes(findings);
        return findings;
    }

private:
    /// Whether codes can be counted by bytes. Codes of 1, 2, 4 and 8 bits are parts of bytes in any layout. The few
    /// codes in padding are counted as well.
    bool hasWholeBytes() const { return 8 % m_scheme.codes->codes().bits() == 0; }

    /// Calls `use(first, bytes)` for a range of bytes of a part, piece by piece.
    template <typename Use>
    static Result<> forPieces(const Part& part, ByteRange range, Use&& use)
    {
        Buffer scratch;
        for (std::uint64_t begin = range.begin; begin < range.end; begin += bytesAtOnce) {
            const std::uint64_t from = part.tensor.bytes.begin;
            auto done = part.source->visit({from + begin, from + std::min(range.end, begin + bytesAtOnce)}, scratch,
                [&](std::span<const std::byte> bytes) { use(begin, bytes); });
            if (!done)
                return done;
        }
        return {};
    }

    Result<> lookAtScales(std::size_t index, std::uint64_t first, std::uint64_t count)
    {
        const CheckedScales& scales = m_scheme.checkedScales[index];
        const std::uint64_t size = bitsPerElement(scales.as) / 8;
        const std::uint64_t numbers = scales.part.tensor.bytes.size() / size;
        const std::uint64_t each = std::max<std::uint64_t>(1, m_elements / std::max<std::uint64_t>(1, numbers));
        const ByteRange share = shareOf(numbers, first, count, m_elements, each);
        ScaleCheck check(scales);
        auto done = forPieces(scales.part, {share.begin * size, share.end * size},
            [&](std::uint64_t begin, std::span<const std::byte> bytes) { check.add(begin / size, bytes); });
        const std::lock_guard lock(m_mutex);
        m_scales[index].merge(check);
        return done;
    }

    Result<> countInBytes(std::uint64_t first, std::uint64_t count)
    {
        const CodeGrid& grid = m_scheme.codes->codes();
        CodeCounts bytes{};
        std::uint64_t firstNaN = noCode;
        auto done =
            forPieces(grid.part(), shareOf(grid.part().tensor.bytes.size(), first, count, m_elements, 8 / grid.bits()),
                [&](std::uint64_t begin, std::span<const std::byte> piece) {
                    const CodeCounts counts = countBytes(piece);
                    if (firstNaN == noCode && countNaN(counts) > 0)
                        firstNaN = begin + static_cast<std::uint64_t>(std::ranges::find_if(piece, [&](std::byte code) {
                            return isNaN(code);
                        }) - piece.begin());
                    addTo(bytes, counts);
                });
        const std::lock_guard lock(m_mutex);
        addTo(m_counts, bytes);
        m_firstNaN = std::min(m_firstNaN, firstNaN);
        return done;
    }

    /// Only floats of a whole byte have codes for NaN.
    bool isNaN(std::byte code) const
    {
        return m_scheme.codes->codes().bits() == 8
            && std::isnan(m_scheme.codes->values()[std::to_integer<std::size_t>(code)]);
    }

    std::uint64_t countNaN(const CodeCounts& counts) const
    {
        std::uint64_t count = 0;
        for (std::size_t code = 0; code < counts.size(); ++code)
            count += isNaN(std::byte(code)) ? counts[code] : 0;
        return count;
    }

    Result<> countCodes(std::uint64_t first, std::uint64_t count)
    {
        std::vector<std::byte> codes(count);
        auto done = m_codes.decode(m_tensor, *m_parts.front().source, first, count, codes);
        CodeCounts counts{};
        for (const std::byte code : codes)
            ++counts[static_cast<std::uint8_t>(static_cast<int>(code) - m_scheme.codeOffset)];
        const std::lock_guard lock(m_mutex);
        addTo(m_counts, counts);
        return done;
    }

    void addNaN(std::vector<Finding>& findings) const
    {
        if (m_firstNaN == noCode)
            return;
        const std::uint64_t count = countNaN(m_counts);
        const Tensor& codes = m_scheme.codes->codes().part().tensor;
        findings.push_back({.severity = Severity::Error,
            .code = "weight-nan",
            .message = formatCount(count) + " of " + formatCount(codes.bytes.size())
                + (count == 1 ? " stored codes is NaN in " : " stored codes are NaN in ") + quote(m_tensor.name)
                + " (the first at " + formatPlace(codes.shape, codes.bytes.size(), m_firstNaN)
                + "), whatever their scales are",
            .file = codes.file,
            .offset = codes.bytes.begin + m_firstNaN,
            .tensor = std::string(m_tensor.name),
            .aboutTensor = true});
    }

    void addCodes(std::vector<Finding>& findings) const
    {
        const unsigned bits = m_scheme.codes->codes().bits();
        const CodeRange range = rangeOf(*m_scheme.codes, hasWholeBytes() ? codesOfBytes(m_counts, bits) : m_counts);
        if (range.used < 2 || range.elements < fewestPerCode * range.codes)
            return;
        const auto report = [&](std::string_view code, std::string message) {
            findings.push_back({.severity = Severity::Warning,
                .code = code,
                .message = std::move(message),
                .file = m_parts.front().tensor.file,
                .offset = m_parts.front().tensor.bytes.begin,
                .tensor = std::string(m_tensor.name),
                .aboutTensor = true});
        };
        // Floats with 5 exponent bits have more range than any weight.
        if (range.used * 2 <= range.codes && m_scheme.codeDType != DType::F8_E5M2) {
            report("codes-unused",
                quote(m_tensor.name) + " uses " + formatCount(range.used) + " of " + formatCount(range.codes)
                    + " codes: half of the range or more is unused");
            return;
        }
        const double share = static_cast<double>(range.atEnds) / static_cast<double>(range.elements);
        const double equal = 2.0 / static_cast<double>(range.codes);
        const double usual = usualEndsPerGroup / static_cast<double>(std::min(m_scheme.columnsEach, m_scheme.columns));
        if (share > std::max(saturatedShare * equal, usual))
            report("codes-saturated",
                std::to_string(std::lround(share * 100)) + " % of the codes are at the ends of their range in "
                    + quote(m_tensor.name));
    }

    const Scheme& m_scheme;
    const QuantizedCodes& m_codes;
    const std::vector<Part>& m_parts;
    const Tensor& m_tensor;
    const std::uint64_t m_elements;

    std::mutex m_mutex; ///< guards the members below
    std::vector<ScaleCheck> m_scales;
    std::uint64_t m_firstNaN = noCode; ///< its index among the stored codes
    CodeCounts m_counts{}; ///< counts of bytes if codes are parts of bytes
    std::optional<Error> m_error; ///< the first error
};

} // namespace

std::unique_ptr<Inspection> QuantizedValues::inspection(const Tensor& tensor) const
{
    return std::make_unique<QuantizedInspection>(m_scheme, m_codes, m_parts, tensor);
}

} // namespace loupe::quantized
