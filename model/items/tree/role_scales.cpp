#include "items/tree/role_scales.h"

#include "analysis/statistics/ranked_value.h"
#include "core/text/block_number.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <string>

namespace loupe {

namespace {

/// The smallest value that is not far below the lower quartile. `width`: the typical width of the ranges.
double leastOf(std::vector<double>& values, double width)
{
    constexpr double far = 3;
    const double upper = rankedValue(values, values.size() * 3 / 4);
    const double lower = rankedValue(values, values.size() / 4);
    const double fence = lower - far * (upper - lower) - far * width;
    double least = lower;
    for (const double value : values)
        least = value >= fence ? std::min(least, value) : least;
    return least;
}

float cut(double value)
{
    constexpr double most = std::numeric_limits<float>::max();
    return static_cast<float>(std::clamp(value, -most, most));
}

/// roleOf() for the group at the start of a name. It does not depend on the last part, which is in the role either
/// unchanged or as a number.
void roleOfGroup(std::string_view group, std::string& role)
{
    constexpr char anyLetter = 'x';
    roleOf(std::string(group) + anyLetter, role);
    role.pop_back();
}

/// The bounds of the ranges without outliers.
RoleScale boundsOf(const std::vector<RoleScale>& ranges)
{
    if (ranges.size() == 1)
        return ranges.front();
    std::vector<double> lows;
    std::vector<double> highs; // negated
    std::vector<double> widths;
    for (const RoleScale& range : ranges) {
        lows.push_back(range.low);
        highs.push_back(-range.high);
        widths.push_back(range.high - range.low);
    }
    const double width = rankedValue(widths, widths.size() / 2);
    return {leastOf(lows, width), -leastOf(highs, width)};
}

} // namespace

RoleScale commonScale(const std::vector<RoleScale>& ranges)
{
    RoleScale scale = boundsOf(ranges);
    if (!(scale.low < scale.high)) {
        const double around = scale.low != 0 ? std::abs(scale.low) / 2 : 1;
        return {scale.low - around, scale.low + around};
    }
    constexpr double alike = 4;
    const double larger = std::max(-scale.low, scale.high);
    if (scale.low < 0 && scale.high > 0 && std::min(-scale.low, scale.high) * alike >= larger)
        scale = {-larger, larger};
    return scale;
}

void RoleScales::add(std::uint32_t total, std::string_view name, const std::optional<RoleScale>& range)
{
    constexpr std::uint32_t share = 4;
    const auto tensor = static_cast<std::uint32_t>(m_members.size());
    const std::uint32_t number = m_numbers.numberOf(m_hash.of(name, roleOfGroup));
    const bool isNew = number == m_roles.size();
    if (isNew)
        m_roles.emplace_back();
    Role& role = m_roles[number];
    Member member;
    if (range) {
        member.low = cut(range->low);
        member.high = cut(range->high);
        member.previous = role.last;
        role.last = tensor;
        ++role.members;
    }
    m_members.push_back(member);
    // Compute the scale without the lock, so that readers do not wait. If there are many members, one more changes the
    // scale little, so it is not computed for each; the last one updates it.
    const bool isDue = range && role.members >= role.scaled + 1 + role.scaled / share;
    const auto scale = isDue ? std::optional(scaleFor(number)) : std::nullopt;
    std::unique_lock lock(m_mutex);
    m_roleOf.push_back(number);
    if (isNew)
        m_shown.emplace_back();
    m_shown[number].members += range ? 1 : 0;
    if (scale)
        m_shown[number].scale = scale;
    lock.unlock();
    for (std::uint32_t one = 0; m_members.size() == total && one < m_roles.size(); ++one) {
        if (m_roles[one].scaled == m_roles[one].members)
            continue;
        const RoleScale last = scaleFor(one);
        lock.lock();
        m_shown[one].scale = last;
        lock.unlock();
    }
}

RoleScale RoleScales::scaleFor(std::uint32_t role)
{
    m_ranges.clear();
    for (std::uint32_t tensor = m_roles[role].last; tensor != none; tensor = m_members[tensor].previous)
        m_ranges.push_back({m_members[tensor].low, m_members[tensor].high});
    m_roles[role].scaled = m_roles[role].members;
    return commonScale(m_ranges);
}

std::optional<RoleScale> RoleScales::scaleOf(std::uint32_t tensor) const
{
    const std::lock_guard lock(m_mutex);
    return tensor < m_roleOf.size() ? m_shown[m_roleOf[tensor]].scale : std::nullopt;
}

std::uint32_t RoleScales::membersOf(std::uint32_t tensor) const
{
    const std::lock_guard lock(m_mutex);
    return tensor < m_roleOf.size() ? m_shown[m_roleOf[tensor]].members : 0;
}

} // namespace loupe
