#include "items/session/largest_tensors.h"

#include "core/block_number.h"

#include <algorithm>
#include <optional>
#include <utility>

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
        const std::size_t end = partEnd(name);
        use(separator, name.substr(0, end));
        if (end == name.size())
            return;
        separator = name.substr(end, 1);
        name.remove_prefix(end + 1);
    }
}

/// The name with a line break in the place of each number, into `role`, whose memory is used again.
void removeNumbers(std::string_view name, std::string& role)
{
    role.clear();
    forEachPart(name, [&](std::string_view separator, std::string_view part) {
        role.append(separator).append(isBlockNumber(part) ? std::string_view("\n") : part);
    });
}

struct RoleMembers {
    std::string role; ///< the name without numbers
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
    std::string role;
    for (const std::uint32_t tensor : tensors) {
        const Tensor& described = checkpoint.tensors[tensor];
        removeNumbers(described.name, role);
        auto known = std::ranges::find_if(roles, [&](const RoleMembers& one) {
            const Tensor& other = checkpoint.tensors[one.found.first];
            return one.role == role && other.dtype == described.dtype
                && std::ranges::equal(other.shape, described.shape);
        });
        if (known == roles.end()) {
            if (roles.size() == most)
                continue;
            known =
                roles.insert(known, {.role = role, .found = {.first = tensor, .count = 0, .name = {}}, .numbers = {}});
        }
        known->add(described.name);
    }
    return roles;
}

} // namespace

std::vector<LargestTensors> findLargestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most)
{
    std::vector<std::uint64_t> sizes(tensors.size());
    std::ranges::transform(
        tensors, sizes.begin(), [&](std::uint32_t tensor) { return fileBytes(checkpoint.tensors[tensor]); });
    std::vector<LargestTensors> largest;
    std::vector<std::uint32_t> alike; // in size: the largest tensors of those that are left
    std::optional<std::uint64_t> before; // the size of the ones before
    while (largest.size() < most) {
        alike.clear();
        std::uint64_t size = 0;
        for (std::size_t i = 0; i < sizes.size(); ++i) {
            if (sizes[i] < size || (before && sizes[i] >= *before))
                continue;
            if (sizes[i] > std::exchange(size, sizes[i]))
                alike.clear();
            alike.push_back(tensors[i]);
        }
        if (alike.empty())
            break;
        before = size;
        for (RoleMembers& role : rolesAmong(checkpoint, alike, most - largest.size())) {
            role.found.name = role.nameOf(checkpoint.tensors[role.found.first].name);
            largest.push_back(std::move(role.found));
        }
    }
    return largest;
}

} // namespace loupe
