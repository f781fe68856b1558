#include "items/session/largest_tensors.h"

#include "core/block_number.h"

#include <algorithm>
#include <functional>
#include <unordered_map>

namespace loupe {

namespace {

/// Of a part of the names that is a number, among the tensors of a role.
struct NumberRange {
    std::string_view least;
    std::string_view greatest;
};

/// Numbers of any length.
bool isLess(std::string_view a, std::string_view b)
{
    const auto significant = [](std::string_view digits) {
        return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
    };
    const std::string_view x = significant(a);
    const std::string_view y = significant(b);
    return x.size() != y.size() ? x.size() < y.size() : x < y;
}

/// Calls `use` with each part of the name, and what separates it from the one before.
template <typename Use>
void forEachPart(std::string_view name, Use&& use)
{
    std::string_view separator;
    for (;;) {
        const std::size_t end = std::min(name.find_first_of("./"), name.size());
        use(separator, name.substr(0, end));
        if (end == name.size())
            return;
        separator = name.substr(end, 1);
        name.remove_prefix(end + 1);
    }
}

/// The name with a line break in the place of each number.
std::string nameWithoutNumbers(std::string_view name)
{
    std::string role;
    forEachPart(name, [&](std::string_view separator, std::string_view part) {
        role.append(separator).append(isBlockNumber(part) ? std::string_view("\n") : part);
    });
    return role;
}

struct RoleMembers {
    LargestTensors found;
    std::vector<NumberRange> numbers;

    void add(std::string_view name)
    {
        std::size_t number = 0;
        forEachPart(name, [&](std::string_view, std::string_view part) {
            if (!isBlockNumber(part))
                return;
            if (found.count == 0)
                numbers.push_back({part, part});
            NumberRange& range = numbers[number++];
            if (isLess(part, range.least))
                range.least = part;
            if (isLess(range.greatest, part))
                range.greatest = part;
        });
        ++found.count;
    }

    std::string nameOf(std::string_view first) const
    {
        std::string name;
        std::size_t number = 0;
        forEachPart(first, [&](std::string_view separator, std::string_view part) {
            name.append(separator);
            if (!isBlockNumber(part)) {
                name.append(part);
                return;
            }
            const NumberRange& range = numbers[number++];
            if (range.least == range.greatest)
                name.append(part);
            else
                name.append("{").append(range.least).append("…").append(range.greatest).append("}");
        });
        return name;
    }
};

/// The first `most` roles among tensors of one size, in the order of their first ones.
std::vector<RoleMembers> rolesAmong(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most)
{
    std::vector<RoleMembers> roles;
    std::unordered_multimap<std::string, std::size_t> byRole;
    for (const std::uint32_t tensor : tensors) {
        const Tensor& described = checkpoint.tensors[tensor];
        const auto isAlike = [&](const Tensor& other) {
            return other.dtype == described.dtype && std::ranges::equal(other.shape, described.shape);
        };
        std::string role = nameWithoutNumbers(described.name);
        const auto [begin, end] = byRole.equal_range(role);
        const auto known = std::find_if(
            begin, end, [&](const auto& one) { return isAlike(checkpoint.tensors[roles[one.second].found.first]); });
        std::size_t place = roles.size();
        if (known != end) {
            place = known->second;
        } else if (roles.size() == most) {
            continue;
        } else {
            byRole.emplace(std::move(role), place);
            roles.push_back({.found = {.first = tensor, .count = 0, .name = {}}, .numbers = {}});
        }
        roles[place].add(described.name);
    }
    return roles;
}

} // namespace

std::vector<LargestTensors> findLargestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most)
{
    const auto sizeOf = [&](std::uint32_t tensor) { return fileBytes(checkpoint.tensors[tensor]); };
    std::vector<std::uint32_t> sorted(tensors.begin(), tensors.end());
    std::ranges::stable_sort(sorted, std::ranges::greater(), sizeOf);
    std::vector<LargestTensors> largest;
    for (auto first = sorted.begin(); first != sorted.end() && largest.size() < most;) {
        const auto last =
            std::find_if(first, sorted.end(), [&](std::uint32_t tensor) { return sizeOf(tensor) != sizeOf(*first); });
        for (RoleMembers& role : rolesAmong(checkpoint, {first, last}, most - largest.size())) {
            role.found.name = role.nameOf(checkpoint.tensors[role.found.first].name);
            largest.push_back(std::move(role.found));
        }
        first = last;
    }
    return largest;
}

} // namespace loupe
