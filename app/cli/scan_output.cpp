#include "app/cli/scan_output.h"

#include "app/cli/columns.h"
#include "app/cli/stats_output.h"
#include "core/text.h"

#include <cmath>

namespace loupe {

namespace {

std::string remarks(const Checkpoint& checkpoint, const Result<Health>& health)
{
    if (!health)
        return "could not be read";
    std::string text;
    const auto add = [&](const std::string& remark) { text += (text.empty() ? "" : "; ") + remark; };
    if (health->nonfinite())
        add("first not finite: " + formatCount(*health->summary.firstNonfinite));
    if (health->constant)
        add(health->largestMagnitude == 0.0 ? "all zero" : "constant");
    if (health->outliers)
        add("outliers");
    if (health->duplicateOf)
        add("duplicate of " + printable(checkpoint.tensors[*health->duplicateOf].name));
    if (!health->summary.note.empty())
        add(std::string(health->summary.note));
    return text;
}

/// Of integers every digit.
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

HealthTable::HealthTable()
    : m_rows{{"TENSOR", "DTYPE", "ELEMENTS", "NAN", "+INF", "-INF", "ZERO", "SUBNORMAL", "LARGEST", "REMARKS"}}
{
}

void HealthTable::add(const Checkpoint& checkpoint, std::uint32_t tensor, const Result<Health>& health)
{
    const Summary summary = health ? health->summary : Summary{.elements = checkpoint.tensors[tensor].elements()};
    m_rows.push_back({printable(checkpoint.tensors[tensor].name), printable(checkpoint.dtypeName(tensor)),
        formatCount(summary.elements), countCell(summary.nan), countCell(summary.positiveInf),
        countCell(summary.negativeInf), countCell(summary.zero), countCell(summary.subnormal), largestCell(health),
        remarks(checkpoint, health)});
}

std::string HealthTable::text() const
{
    using enum Columns::Align;
    return table({Left, Left, Right, Right, Right, Right, Right, Right, Right, Left}, m_rows);
}

} // namespace loupe
