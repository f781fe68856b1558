#include "items/session/largest_tensors.h"

#include "core/block_number.h"
#include "core/checked_math.h"

#include <algorithm>
#include <functional>
#include <numeric>
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

/// Equal but for numbers in the place of numbers.
bool isSameRole(std::string_view a, std::string_view b)
{
    for (;;) {
        const std::size_t endA = std::min(a.find_first_of("./"), a.size());
        const std::size_t endB = std::min(b.find_first_of("./"), b.size());
        const std::string_view partA = a.substr(0, endA);
        const std::string_view partB = b.substr(0, endB);
        if (partA != partB && !(isBlockNumber(partA) && isBlockNumber(partB)))
            return false;
        if (endA == a.size() || endB == b.size())
            return endA == a.size() && endB == b.size();
        if (a[endA] != b[endB])
            return false;
        a.remove_prefix(endA + 1);
        b.remove_prefix(endB + 1);
    }
}

struct Role {
    LargestTensors found;
    std::vector<NumberRange> numbers;

    void add(std::string_view name)
    {
        const bool isFirst = numbers.empty();
        std::size_t number = 0;
        forEachPart(name, [&](std::string_view, std::string_view part) {
            if (!isBlockNumber(part))
                return;
            if (isFirst)
                numbers.push_back({part, part});
            NumberRange& range = numbers[number++];
            if (isLess(part, range.least))
                range.least = part;
            if (isLess(range.greatest, part))
                range.greatest = part;
        });
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

/// All roles, in the order of their first tensors, and which of them each tensor has.
struct Roles {
    std::vector<Role> list;
    std::vector<std::uint32_t> ofTensors; ///< by place in `tensors`

    Roles(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
    {
        ofTensors.reserve(tensors.size());
        std::unordered_multimap<std::size_t, std::uint32_t> byHash;
        for (const std::uint32_t number : tensors) {
            const Tensor& tensor = checkpoint.tensors[number];
            const auto hasRole = [&](const auto& known) {
                const Tensor& first = checkpoint.tensors[list[known.second].found.first];
                return first.dtype == tensor.dtype && std::ranges::equal(first.shape, tensor.shape)
                    && isSameRole(first.name, tensor.name);
            };
            const std::size_t hash = std::hash<std::string>{}(nameWithoutNumbers(tensor.name));
            const auto [begin, end] = byHash.equal_range(hash);
            const auto known = std::find_if(begin, end, hasRole);
            const std::uint32_t role = known != end ? known->second : std::uint32_t(list.size());
            if (known == end) {
                byHash.emplace(hash, role);
                list.push_back({.found = {.first = number, .count = 0, .bytes = 0, .name = {}}, .numbers = {}});
            }
            LargestTensors& found = list[role].found;
            ++found.count;
            found.bytes = saturatingAdd(found.bytes, fileBytes(tensor));
            ofTensors.push_back(role);
        }
    }
};

} // namespace

std::vector<LargestTensors> findLargestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most)
{
    Roles roles(checkpoint, tensors);
    std::vector<std::uint32_t> largest(roles.list.size());
    std::iota(largest.begin(), largest.end(), 0U);
    const std::size_t listed = std::min(most, largest.size());
    std::partial_sort(largest.begin(), largest.begin() + std::ptrdiff_t(listed), largest.end(),
        [&](std::uint32_t a, std::uint32_t b) {
            const std::uint64_t bytesA = roles.list[a].found.bytes;
            const std::uint64_t bytesB = roles.list[b].found.bytes;
            return bytesA != bytesB ? bytesA > bytesB : a < b;
        });
    largest.resize(listed);
    std::vector<bool> isListed(roles.list.size());
    for (const std::uint32_t role : largest)
        isListed[role] = true;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (const std::uint32_t role = roles.ofTensors[i]; isListed[role])
            roles.list[role].add(checkpoint.tensors[tensors[i]].name);
    }
    std::vector<LargestTensors> found;
    for (const std::uint32_t number : largest) {
        Role& role = roles.list[number];
        role.found.name = role.nameOf(checkpoint.tensors[role.found.first].name);
        found.push_back(std::move(role.found));
    }
    return found;
}

} // namespace loupe
