#include "items/session/largest_tensors.h"

#include "core/block_number.h"
#include "core/checked_math.h"
#include "core/name_hash.h"
#include "items/tree/hash_numbers.h"
#include "items/tree/role_hash.h"

#include <algorithm>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

namespace {

constexpr std::uint32_t notListed = 0xffffffff;

/// The least and greatest number in one place of the names of a role.
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

/// What the names of one role have in common: for each part whether it is a number, and the part where it is none. A
/// hostile name cannot pretend to have a number.
void appendWithoutNumbers(std::string_view name, std::string& role)
{
    forEachPart(name, [&](std::string_view separator, std::string_view part) {
        role.append(separator);
        if (isBlockNumber(part))
            role += '0';
        else
            role.append(1, '1').append(part);
    });
}

/// The numbers of blocks in the names of a role's tensors.
struct RoleNumbers {
    std::vector<NumberRange> ranges;

    void add(std::string_view name)
    {
        const bool isFirst = ranges.empty();
        std::size_t number = 0;
        forEachPart(name, [&](std::string_view, std::string_view part) {
            if (!isBlockNumber(part))
                return;
            if (isFirst)
                ranges.push_back({part, part});
            NumberRange& range = ranges[number++];
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
            const NumberRange& range = ranges[number++];
            if (range.least == range.greatest)
                name.append(part);
            else
                name.append("{").append(range.least).append("…").append(range.greatest).append("}");
        });
        return name;
    }
};

struct Role {
    std::uint32_t first = 0;
    std::uint32_t count = 0;
    std::uint64_t bytes = 0;
};

/// Hashes dtypes and shapes, with a seed. Neighbors mostly have the same.
class ShapeHash {
public:
    std::uint64_t of(const Tensor& tensor)
    {
        if (tensor.dtype != m_dtype || !std::ranges::equal(tensor.shape, m_shape)) {
            m_dtype = tensor.dtype;
            m_shape = tensor.shape;
            m_hash = hashName({reinterpret_cast<const char*>(m_shape.data()), m_shape.size_bytes()},
                randomSeed() + static_cast<std::uint64_t>(tensor.dtype));
        }
        return m_hash;
    }

private:
    std::optional<DType> m_dtype;
    std::span<const std::uint64_t> m_shape;
    std::uint64_t m_hash = 0;
};

/// All roles, in the order of their first tensors, and which of them each tensor has.
struct Roles {
    std::vector<Role> list;
    std::vector<std::uint32_t> ofTensors; ///< by place in `tensors`

    Roles(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
    {
        ofTensors.reserve(tensors.size());
        constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
        HashNumbers numbers;
        RoleHash names;
        ShapeHash shapes;
        for (const std::uint32_t number : tensors) {
            const Tensor& tensor = checkpoint.tensors[number];
            const std::uint64_t hash =
                foldedProduct(names.of(tensor.name, appendWithoutNumbers) ^ shapes.of(tensor), odd);
            const std::uint32_t place = numbers.numberOf(hash);
            if (place == list.size())
                list.push_back({.first = number});
            ++list[place].count;
            list[place].bytes = saturatingAdd(list[place].bytes, fileBytes(tensor));
            ofTensors.push_back(place);
        }
    }
};

} // namespace

std::vector<LargestTensors> findLargestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most)
{
    const Roles roles(checkpoint, tensors);
    std::vector<std::uint32_t> largest(roles.list.size());
    std::iota(largest.begin(), largest.end(), 0U);
    const std::size_t listed = std::min(most, largest.size());
    std::partial_sort(largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(listed), largest.end(),
        [&](std::uint32_t a, std::uint32_t b) {
            const std::uint64_t bytesA = roles.list[a].bytes;
            const std::uint64_t bytesB = roles.list[b].bytes;
            return bytesA != bytesB ? bytesA > bytesB : a < b;
        });
    largest.resize(listed);
    std::vector<RoleNumbers> numbers(listed);
    std::vector<std::uint32_t> places(roles.list.size(), notListed);
    for (std::uint32_t place = 0; place < listed; ++place)
        places[largest[place]] = place;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        if (const std::uint32_t place = places[roles.ofTensors[i]]; place != notListed)
            numbers[place].add(checkpoint.tensors[tensors[i]].name);
    }
    std::vector<LargestTensors> found;
    for (std::uint32_t place = 0; place < listed; ++place) {
        const Role& role = roles.list[largest[place]];
        found.push_back({.first = role.first,
            .count = role.count,
            .bytes = role.bytes,
            .name = numbers[place].nameOf(checkpoint.tensors[role.first].name)});
    }
    return found;
}

} // namespace loupe
