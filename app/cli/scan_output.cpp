#include "app/cli/scan_output.h"

#include "app/cli/columns.h"
#include "app/cli/stats_output.h"
#include "core/text/text.h"

#include <cmath>

namespace loupe {

namespace {

constexpr std::size_t nullColumnOfHealth = 3;

std::string remarks(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    if (!health)
        return "could not be read";
    std::string text;
    const auto add = [&](const std::string& remark) { text += (text.empty() ? "" : "; ") + remark; };
    if (health->nonfinite())
        add("first not finite: " + placeText(checkpoint.tensors[tensor].shape, *health->summary.firstNonfinite));
    if (health->constant)
        add(health->largestMagnitude == 0.0 ? "all zero" : "constant");
    if (health->outliers)
        add("outliers");
    if (health->duplicateOf)
        add("duplicate of " + formatName(checkpoint.tensors[*health->duplicateOf].name));
    if (!health->summary.note.empty())
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

} // namespace

HealthTable::HealthTable(bool listsAll)
    : m_listsAll(listsAll)
    , m_rows{{"TENSOR", "DTYPE", "ELEMENTS", "NULL", "NAN", "+INF", "-INF", "ZERO", "SUBNORMAL", "LARGEST", "REMARKS"}}
{
}

void HealthTable::add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Summary summary = health ? health->summary : Summary{.elements = checkpoint.tensors[tensor].elements()};
    ++m_scanned;
    m_unread += health ? 0 : 1;
    m_nonfinite += health && health->nonfinite() ? 1 : 0;
    m_nan += summary.nan.value_or(0);
    m_infinite += summary.positiveInf.value_or(0) + summary.negativeInf.value_or(0);
    const std::string remark = remarks(checkpoint, tensor, health);
    if (!m_listsAll && health && remark.empty() && summary.null.value_or(0) == 0)
        return;
    m_hasNulls = m_hasNulls || summary.null.value_or(0) > 0;
    m_rows.push_back({formatName(checkpoint.tensors[tensor].name), printable(checkpoint.dtypeName(tensor)),
        formatCount(summary.elements), countCell(summary.null), countCell(summary.nan), countCell(summary.positiveInf),
        countCell(summary.negativeInf), countCell(summary.zero), countCell(summary.subnormal), largestCell(health),
        remark});
}

std::string HealthTable::text() const
{
    using enum Columns::Align;
    auto rows = m_rows;
    if (!m_hasNulls)
        leaveOutColumn(rows, nullColumnOfHealth);
    std::vector<Columns::Align> aligns(rows.front().size(), Right);
    aligns[0] = aligns[1] = aligns.back() = Left;
    const std::string listed = m_rows.size() > 1 ? table(Columns(std::move(aligns)), rows) + '\n' : "";
    return listed + verdict();
}

/// "227 tensors scanned: no NaN or infinity. 224 without remarks are not listed (--all lists them)."
std::string HealthTable::verdict() const
{
    std::string text = counted(m_scanned, "tensor") + " scanned: ";
    if (m_nonfinite > 0)
        text += formatCount(m_nan) + " NaN and " + counted(m_infinite, "infinity", "infinities") + " in "
            + counted(m_nonfinite, "tensor");
    else
        text += "no NaN or infinity";
    if (m_unread > 0)
        text += ", " + counted(m_unread, "tensor") + " could not be read";
    text += '.';
    if (const std::uint64_t rest = m_scanned - (m_rows.size() - 1); rest > 0)
        text += ' ' + formatCount(rest) + " without remarks " + (rest == 1 ? "is" : "are") + " not listed (--all).";
    return text + '\n';
}

} // namespace loupe
