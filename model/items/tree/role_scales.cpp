#include "items/tree/role_scales.h"

#include "core/block_number.h"
#include "core/name_hash.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

double rankedValue(std::vector<double>& values, std::size_t rank)
{
    const auto place = values.begin() + static_cast<std::ptrdiff_t>(rank);
    std::nth_element(values.begin(), place, values.end());
    return *place;
}

/// The least one that is not far below a quarter of them; `width` is what is usual between bounds.
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

} // namespace

RoleScale commonScale(std::vector<RoleScale> ranges)
{
    std::vector<double> lows;
    std::vector<double> highs; // negated
    std::vector<double> widths;
    for (const RoleScale& range : ranges) {
        lows.push_back(range.low);
        highs.push_back(-range.high);
        widths.push_back(range.high - range.low);
    }
    const double width = rankedValue(widths, widths.size() / 2);
    RoleScale scale{leastOf(lows, width), -leastOf(highs, width)};
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
    constexpr std::uint32_t share = 16;
    const auto tensor = static_cast<std::uint32_t>(m_members.size());
    const auto [found, isNew] =
        m_byName.emplace(hashName(roleOf(name), randomSeed()), static_cast<std::uint32_t>(m_roles.size()));
    if (isNew)
        m_roles.emplace_back();
    Role& role = m_roles[found->second];
    Member member{.role = found->second};
    if (range) {
        member.low = cut(range->low);
        member.high = cut(range->high);
        member.previous = role.last;
        role.last = tensor;
        ++role.members;
    }
    m_members.push_back(member);
    // One of many members changes the scale little; the last one brings it up to date.
    if (range && role.members >= role.scaled + 1 + role.scaled / share)
        rescale(role);
    if (m_members.size() == total) {
        for (Role& one : m_roles) {
            if (one.scaled < one.members)
                rescale(one);
        }
    }
}

void RoleScales::rescale(Role& role) const
{
    std::vector<RoleScale> ranges;
    ranges.reserve(role.members);
    for (std::uint32_t tensor = role.last; tensor != none; tensor = m_members[tensor].previous)
        ranges.push_back({m_members[tensor].low, m_members[tensor].high});
    role.scale = commonScale(std::move(ranges));
    role.scaled = role.members;
}

std::optional<RoleScale> RoleScales::scaleOf(std::uint32_t tensor) const
{
    if (tensor >= m_members.size())
        return std::nullopt;
    const Role& role = m_roles[m_members[tensor].role];
    return role.members > 0 ? std::optional(role.scale) : std::nullopt;
}

std::uint32_t RoleScales::membersOf(std::uint32_t tensor) const
{
    return tensor < m_members.size() ? m_roles[m_members[tensor].role].members : 0;
}

} // namespace loupe
