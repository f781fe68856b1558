#include "app/cli/scan/scan_output.h"

#include "analysis/statistics/health_remarks.h"
#include "analysis/statistics/statistic.h"
#include "app/cli/stats/stats_output.h"
#include "core/quantized_groups.h"
#include "core/text/text.h"

#include <array>
#include <charconv>
#include <cmath>

namespace loupe {

namespace {

/// Whether the tensor is a quantized weight that cannot be decoded.
bool isUndecoded(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return checkpoint.tensors[tensor].dtype == DType::Opaque && checkpoint.quantized
        && checkpoint.quantized->of(tensor);
}

/// Problems first, then other remarks.
std::string remarks(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Tensor& described = checkpoint.tensors[tensor];
    if (!health)
        return "could not be read";
    std::string text;
    const auto add = [&](const std::string& remark) { text += (text.empty() ? "" : "; ") + remark; };
    const HealthSums sums = healthOf(described, health);
    if (health->nonfinite())
        add("first NaN/Inf: " + placeText(described.shape, *health->summary.firstNonfinite));
    if (sums.count(HealthRemark::Quantization) > 0)
        add("odd scales or codes");
    if (sums.count(HealthRemark::Outliers) > 0)
        add("outliers");
    if (sums.count(HealthRemark::Subnormal) > 0)
        add("subnormal");
    if (health->constant && described.elements() > 1)
        add(health->largestMagnitude == 0.0 ? "all zero" : "constant");
    if (sums.count(HealthRemark::Duplicate) > 0)
        add("duplicate of " + formatName(checkpoint.tensors[*health->duplicateOf].name));
    if (isUndecoded(checkpoint, tensor))
        add("not decoded");
    else if (!health->summary.note.empty())
        add(std::string(health->summary.note));
    return text;
}

/// Integers have all their digits.
std::string largestCell(const Result<Health>& health)
{
    if (!health || !health->largestMagnitude)
        return numberCell(std::nullopt);
    const auto& [least, greatest] = std::pair(health->summary.minimum, health->summary.maximum);
    if (!least || least->kind == Scalar::Kind::Float)
        return numberCell(health->largestMagnitude);
    const bool below = std::abs(least->toDouble()) > std::abs(greatest->toDouble());
    std::string digits = toText(below ? *least : *greatest);
    return below && digits.starts_with('-') ? digits.substr(1) : digits;
}

std::string sigmaCell(const Result<Health>& health)
{
    if (!health || !health->sigmas)
        return numberCell(std::nullopt);
    std::array<char, 32> text{};
    const auto [end, error] =
        std::to_chars(text.data(), text.data() + text.size(), *health->sigmas, std::chars_format::general, 3);
    return {text.data(), end};
}

} // namespace

std::vector<ListColumn> healthColumns()
{
    using enum Columns::Align;
    return {{"name", "TENSOR", Left}, {"dtype", "DTYPE", Left}, {"elements", "ELEMENTS"}, {"null", "NULL"},
        {"nan", "NAN"}, {"positive_inf", "+INF"}, {"negative_inf", "-INF"}, {"zero", "ZERO"},
        {"subnormal", "SUBNORMAL"}, {"largest_magnitude", "LARGEST", Decimal}, {"sigmas", "SIGMAS", Decimal},
        {"remarks", "REMARKS", Left}};
}

std::vector<std::string> healthSortKeys()
{
    std::vector<std::string> keys = statisticSortKeys();
    keys.emplace_back("largest_magnitude");
    keys.emplace_back("sigmas");
    return keys;
}

SortValue healthSortValue(
    const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health, std::string_view key)
{
    if (key == "largest_magnitude")
        return health ? sortValue(health->largestMagnitude) : SortValue();
    if (key == "sigmas")
        return health ? sortValue(health->sigmas) : SortValue();
    static const Summary unknown;
    return statisticSortValue(checkpoint, tensor, health ? health->summary : unknown, key);
}

HealthTable::HealthTable(bool listsAll, const ColumnChoice& columns)
    : m_listsAll(listsAll)
    , m_table(healthColumns(), columns)
{
}

void HealthTable::count(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    ++m_scanned;
    if (!health) {
        ++m_unread;
        return;
    }
    m_nonfinite += health->nonfinite() ? 1 : 0;
    if (isUndecoded(checkpoint, tensor))
        ++m_undecoded;
    else if (!health->summary.nan && !health->summary.note.empty())
        ++m_unknown;
    const HealthSums sums = healthOf(checkpoint.tensors[tensor], health);
    m_odd += sums.odd;
    m_duplicates += sums.count(HealthRemark::Duplicate);
    m_nan += health->summary.nan.value_or(0);
    m_infinite += health->summary.positiveInf.value_or(0) + health->summary.negativeInf.value_or(0);
}

void HealthTable::add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    if (!m_listsAll && !health)
        return; // a truncated file may have thousands
    const Summary summary = health ? health->summary : Summary{.elements = checkpoint.tensors[tensor].elements()};
    const bool isSound = health && !healthOf(checkpoint.tensors[tensor], health).worst() && summary.note.empty();
    if (!m_listsAll && isSound && summary.null.value_or(0) == 0)
        return;
    m_hasNulls = m_hasNulls || summary.null.value_or(0) > 0;
    m_table.add({formatName(checkpoint.tensors[tensor].name), printable(checkpoint.dtypeName(tensor)),
        formatCount(summary.elements), countCell(summary.null), countCell(summary.nan), countCell(summary.positiveInf),
        countCell(summary.negativeInf), countCell(summary.zero), countCell(summary.subnormal), largestCell(health),
        sigmaCell(health), remarks(checkpoint, tensor, health)});
}

std::string HealthTable::text() const
{
    ListTable table = m_table;
    if (!m_hasNulls)
        table.omit("null");
    return (table.rowCount() > 0 ? table.text() + '\n' : "") + verdict();
}

/// "227 tensors scanned: no NaN or infinity. 224 without warnings are not listed (--all)."
std::string HealthTable::verdict() const
{
    std::string text = counted(m_scanned, "tensor") + " scanned: ";
    const std::uint64_t looked = m_scanned - m_unread - m_undecoded - m_unknown;
    if (m_nonfinite > 0)
        text += formatCount(m_nan) + " NaN and " + counted(m_infinite, "infinity", "infinities") + " in "
            + counted(m_nonfinite, "tensor");
    else if (looked == 0)
        text += "no values were read";
    else if (looked == m_scanned)
        text += "no NaN or infinity";
    else
        text += "no NaN or infinity in " + counted(looked, "tensor");
    if (m_odd > 0)
        text += ", " + std::string(m_nonfinite > 0 ? "other " : "") + "warnings in " + counted(m_odd, "tensor");
    if (m_unread > 0)
        text += ", " + counted(m_unread, "tensor") + " could not be read";
    if (m_undecoded > 0)
        text += ", " + counted(m_undecoded, "quantized weight") + " could not be decoded";
    if (m_unknown > 0)
        text += ", values of " + counted(m_unknown, "tensor") + " unknown";
    text += '.';
    if (m_duplicates > 0)
        text += ' ' + counted(m_duplicates, "duplicate") + " of earlier tensors (--filter duplicate:yes).";
    const std::uint64_t listed = m_table.rowCount() + (m_listsAll ? 0 : m_unread);
    const std::uint64_t rest = m_scanned - listed;
    if (rest > 0 && m_listsAll)
        text += ' ' + formatCount(rest) + " more " + (rest == 1 ? "is" : "are") + " not listed (--top).";
    else if (rest > 0)
        text += ' ' + formatCount(rest) + " without warnings " + (rest == 1 ? "is" : "are") + " not listed (--all).";
    return text + '\n';
}

} // namespace loupe
