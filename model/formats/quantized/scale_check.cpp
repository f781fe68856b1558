#include "formats/quantized/scale_check.h"

#include "core/dtype.h"
#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/scale_grids.h"

#include <cmath>

namespace loupe::quantized {

void ScaleCheck::add(std::uint64_t first, std::span<const std::byte> bytes)
{
    const std::uint64_t size = bitsPerElement(m_scales.as) / 8;
    const std::uint64_t end = first + bytes.size() / size;
    if (size > 1) {
        visitUsed(first, end, [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t i = from; i < to; ++i)
                addNumber(bytes, i - first, {1, i});
            m_count += to - from;
        });
    } else { // many numbers, but few different ones
        std::array<Occurrences, 256> occurrences{};
        visitUsed(first, end, [&](std::uint64_t from, std::uint64_t to) {
            for (std::uint64_t i = from; i < to; ++i)
                occurrences[static_cast<std::size_t>(bytes[i - first])].add(i);
            m_count += to - from;
        });
        for (const Occurrences& one : occurrences) {
            if (one.count > 0)
                addNumber(bytes, one.first - first, one);
        }
    }
}

/// Calls `visit` with runs of the scales in [first, end) that are not padding.
template <typename Visit>
void ScaleCheck::visitUsed(std::uint64_t first, std::uint64_t end, const Visit& visit) const
{
    if (!m_scales.padded)
        return visit(first, end);
    const auto& [rows, columns, rowLength] = *m_scales.padded;
    if (rowLength == 0)
        return TiledGrid::visitUsed(first, end, rows, columns, visit);
    for (std::uint64_t at = first; at < end;) {
        const std::uint64_t row = at - at % rowLength;
        if (at < row + columns)
            visit(at, std::min(end, row + columns));
        at = row + rowLength;
    }
}

void ScaleCheck::merge(const ScaleCheck& other)
{
    for (Occurrences ScaleCheck::*const kind : {&ScaleCheck::m_nan, &ScaleCheck::m_infinite, &ScaleCheck::m_zero,
             &ScaleCheck::m_negative, &ScaleCheck::m_subnormal, &ScaleCheck::m_extreme, &ScaleCheck::m_otherSide}) {
        if (const Occurrences& theirs = other.*kind; theirs.count > 0)
            (this->*kind).add(theirs.first, theirs.count);
    }
    m_count += other.m_count;
}

/// Adds the number at `index` of `bytes`, with the occurrences `at`.
void ScaleCheck::addNumber(std::span<const std::byte> bytes, std::uint64_t index, const Occurrences& at)
{
    const double value = readScalar(m_scales.as, bytes, index).toDouble();
    if (m_scales.rule == ScaleRule::Exponents) {
        const auto exponent = static_cast<unsigned>(bytes[index]);
        if (exponent == 0 || exponent == 254)
            m_extreme.add(at.first, at.count);
    }
    // Scales that multiply are the largest magnitude divided by 6 * 448. Those that divide are its reciprocal.
    if ((m_scales.use == ScaleUse::MultipliesScales && value > 1 && std::isfinite(value))
        || (m_scales.use == ScaleUse::DividesScales && value > 0 && value < 1))
        m_otherSide.add(at.first, at.count);
    if (std::isnan(value))
        m_nan.add(at.first, at.count);
    else if (std::isinf(value))
        m_infinite.add(at.first, at.count);
    else if (value == 0)
        m_zero.add(at.first, at.count);
    else if (value < 0)
        m_negative.add(at.first, at.count);
    else if (m_scales.as == DType::F32 && value < 0x1p-126)
        m_subnormal.add(at.first, at.count);
}

std::vector<Finding> ScaleCheck::findings(std::string_view weight) const
{
    std::vector<Finding> found;
    const Tensor& tensor = m_scales.part.tensor;
    const bool areOffsets = m_scales.rule == ScaleRule::Offset;
    const std::uint64_t size = bitsPerElement(m_scales.as) / 8;
    // `what` continues "is" or "are"; `meaning` explains the consequence.
    const auto report = [&](const Occurrences& one, Severity severity, std::string_view code, std::string_view what,
                            std::string_view meaning) {
        if (one.count == 0)
            return;
        const std::string_view verb = one.count > 1 ? " are " : " is ";
        std::string message;
        if (m_count > 1) // the problem before the place, since a long sentence may be truncated
            message
                .append(formatCount(one.count) + " of " + formatCount(m_count) + (areOffsets ? " offsets" : " scales"))
                .append(verb)
                .append(what)
                .append(" in " + quote(tensor.name) + " (the first at "
                    + formatPlace(tensor.shape, tensor.bytes.size() / size, one.first) + ")");
        else
            message.append(quote(tensor.name)).append(verb).append(what);
        message.append(meaning);
        found.push_back({.severity = severity,
            .code = code,
            .message = std::move(message),
            .file = tensor.file,
            .offset = tensor.bytes.begin + one.first * size,
            .tensor = std::string(weight),
            .aboutTensor = true});
    };
    if (m_scales.rule == ScaleRule::Activation) {
        report(m_nan, Severity::Warning, "activation-scale-nan", "NaN", "; the weight itself is sound");
        return found;
    }
    if (areOffsets) {
        report(m_nan, Severity::Error, "scale-nan", "NaN", ": all values with such an offset are NaN");
        report(m_infinite, Severity::Error, "scale-inf", "infinite",
            ": all values with such an offset are infinite or NaN");
        return found;
    }
    report(m_nan, Severity::Error, m_scales.rule == ScaleRule::Exponents ? "e8m0-nan" : "scale-nan", "NaN",
        ": all values with such a scale are NaN");
    report(m_infinite, Severity::Error, "scale-inf", "infinite", ": all values with such a scale are infinite or NaN");
    report(m_zero, Severity::Warning, "scale-zero", m_scales.use == ScaleUse::DividesScales ? "0 and divided by" : "0",
        m_scales.use == ScaleUse::DividesScales   ? ": all values are infinite or NaN"
            : m_scales.rule == ScaleRule::AnySign ? ": all values with such a scale are their offset"
                                                  : ": all values with such a scale are 0");
    if (m_scales.rule == ScaleRule::Positive)
        report(m_negative, Severity::Warning, "scale-negative", "negative",
            ", which a scale made from absolute values cannot be");
    report(m_subnormal, Severity::Warning, "scale-subnormal", "subnormal", ": some hardware takes such a scale for 0");
    report(m_extreme, Severity::Warning, "scale-extreme", "at an end of the range of exponents, 2^-127 or 2^127",
        ": values are subnormal or infinite");
    report(m_otherSide, Severity::Warning, "scale-extreme",
        m_scales.use == ScaleUse::MultipliesScales ? "above 1 and multiplied by" : "below 1 and divided by",
        ": it may be the reciprocal of the scale that is meant");
    return found;
}

} // namespace loupe::quantized
