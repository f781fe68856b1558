#include "items/session/largest_tensors.h"

#include "core/checked_math.h"
#include "core/name_hash.h"
#include "core/text/block_number.h"
#include "items/tree/hash_numbers.h"
#include "items/tree/role_hash.h"

#include <algorithm>
#include <bit>
#include <numeric>
#include <optional>
#include <string>
#include <string_view>

namespace loupe {

namespace {

constexpr std::uint32_t notListed = 0xffffffff;

/// The smallest and largest number at one position in the names of a role.
struct NumberRange {
    std::string_view least;
    std::string_view greatest;
};

/// Compares numbers of any length.
bool isLess(std::string_view a, std::string_view b)
{
    const auto significant = [](std::string_view digits) {
        return digits.substr(std::min(digits.find_first_not_of('0'), digits.size()));
    };
    const std::string_view x = significant(a);
    const std::string_view y = significant(b);
    return x.size() != y.size() ? x.size() < y.size() : x < y;
}

/// Calls `use` with each part of the name and the separator before it.
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

/// Encodes what the names of a role have in common: for each part, whether it is a number and, if not, its text.
/// Unambiguous, so a malicious name cannot imitate a number.
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

/// The block numbers in the names of a role's tensors.
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
    std::uint64_t each = 0;
};

/// Hashes dtypes and shapes, with a seed. Optimized for neighbors that have the same.
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

/// Tests whether a hash occurs more than once, with a few bits per hash. May give false positives.
class Repeats {
public:
    explicit Repeats(std::size_t count)
        : m_words(std::bit_ceil(count / wordBits * bitsEach + 2))
        , m_shift(hashBits - std::countr_zero(m_words.size()))
    {
    }
    void add(std::uint64_t hash)
    {
        Word& word = wordOf(hash);
        word.repeated |= word.seen & bitsOf(hash);
        word.seen |= bitsOf(hash);
    }
    bool mayRepeat(std::uint64_t hash) { return (wordOf(hash).repeated & bitsOf(hash)) == bitsOf(hash); }

private:
    static constexpr int hashBits = 64;
    static constexpr std::size_t wordBits = 64;
    static constexpr std::size_t bitsEach = 8;
    struct Word {
        std::uint64_t seen = 0;
        std::uint64_t repeated = 0;
    };

    Word& wordOf(std::uint64_t hash) { return m_words[hash >> m_shift]; }
    /// Three bits of a word, chosen by the lower bits of the hash.
    static std::uint64_t bitsOf(std::uint64_t hash)
    {
        const auto bit = [](std::uint64_t number) { return std::uint64_t{1} << number % wordBits; };
        return bit(hash) | bit(hash >> 6) | bit(hash >> 12);
    }

    std::vector<Word> m_words; ///< a power of two in size, at least two
    int m_shift = 0;
};

/// The properties of a tensor that determine its ranking.
struct HashedTensor {
    std::uint64_t role = 0;
    std::uint64_t bytes = 0; ///< in the file
};

std::vector<HashedTensor> hashTensors(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors)
{
    constexpr std::uint64_t odd = 0x9e3779b97f4a7c15;
    RoleHash names;
    ShapeHash shapes;
    std::vector<HashedTensor> hashed;
    hashed.reserve(tensors.size());
    for (const std::uint32_t number : tensors) {
        const Tensor& tensor = checkpoint.tensors[number];
        const std::uint64_t role = foldedProduct(names.of(tensor.name, appendWithoutNumbers) ^ shapes.of(tensor), odd);
        hashed.push_back({role, fileBytes(tensor)});
    }
    return hashed;
}

/// The candidates for the `most` largest roles, by either size: all roles with several tensors, and the largest with
/// only one. A million tensors may each have a different role, and a table of all of them would not fit in the
/// processor's caches.
struct Roles {
    struct Member {
        std::uint32_t tensor = 0;
        std::uint32_t role = 0; ///< index into `list`
    };

    std::vector<Role> list;
    std::vector<Member> members; ///< the tensors of roles with several of them, and some others

    Roles(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most)
    {
        const std::vector<HashedTensor> hashed = hashTensors(checkpoint, tensors);
        Repeats repeats(hashed.size());
        for (const HashedTensor& tensor : hashed)
            repeats.add(tensor.role);
        const auto isLarger = [](const Role& a, const Role& b) {
            return a.each != b.each ? a.each > b.each : a.first < b.first;
        };
        std::vector<Role> alone; // a heap, smallest first
        HashNumbers numbers;
        for (std::size_t i = 0; i < tensors.size(); ++i) {
            const auto [role, bytes] = hashed[i];
            if (repeats.mayRepeat(role)) {
                add(tensors[i], numbers.numberOf(role), bytes);
                continue;
            }
            // Among equal sizes, prefer earlier tensors.
            if (alone.size() == most && (most == 0 || bytes <= alone.front().each))
                continue;
            if (alone.size() == most) {
                std::pop_heap(alone.begin(), alone.end(), isLarger);
                alone.pop_back();
            }
            alone.push_back({.first = tensors[i], .count = 1, .bytes = bytes, .each = bytes});
            std::push_heap(alone.begin(), alone.end(), isLarger);
        }
        list.insert(list.end(), alone.begin(), alone.end());
    }

private:
    void add(std::uint32_t tensor, std::uint32_t place, std::uint64_t bytes)
    {
        if (place == list.size())
            list.push_back({.first = tensor});
        Role& role = list[place];
        ++role.count;
        role.bytes = saturatingAdd(role.bytes, bytes);
        role.each = std::max(role.each, bytes);
        members.push_back({tensor, place});
    }
};

/// Indexes into the list of roles.
std::vector<std::uint32_t> largestBy(std::uint64_t Role::*size, const Roles& roles, std::size_t most)
{
    std::vector<std::uint32_t> largest(roles.list.size());
    std::iota(largest.begin(), largest.end(), 0U);
    const std::size_t listed = std::min(most, largest.size());
    std::partial_sort(largest.begin(), largest.begin() + static_cast<std::ptrdiff_t>(listed), largest.end(),
        [&](std::uint32_t a, std::uint32_t b) {
            const Role& roleA = roles.list[a];
            const Role& roleB = roles.list[b];
            return roleA.*size != roleB.*size ? roleA.*size > roleB.*size : roleA.first < roleB.first;
        });
    largest.resize(listed);
    return largest;
}

} // namespace

LargestTensors findLargestTensors(
    const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors, std::size_t most)
{
    const Roles roles(checkpoint, tensors, most);
    const std::vector<std::uint32_t> bySize = largestBy(&Role::each, roles, most);
    const std::vector<std::uint32_t> byTotal = largestBy(&Role::bytes, roles, most);
    std::vector<RoleNumbers> numbers;
    std::vector<std::uint32_t> places(roles.list.size(), notListed);
    for (const auto* const listed : {&bySize, &byTotal})
        for (const std::uint32_t role : *listed)
            if (places[role] == notListed) {
                places[role] = static_cast<std::uint32_t>(numbers.size());
                numbers.emplace_back();
            }
    for (const Roles::Member& member : roles.members) {
        if (const std::uint32_t place = places[member.role]; place != notListed)
            numbers[place].add(checkpoint.tensors[member.tensor].name);
    }
    const auto families = [&](const std::vector<std::uint32_t>& listed) {
        std::vector<TensorFamily> found;
        for (const std::uint32_t number : listed) {
            const Role& role = roles.list[number];
            const std::string_view first = checkpoint.tensors[role.first].name;
            found.push_back({.first = role.first,
                .count = role.count,
                .bytes = role.bytes,
                .each = role.each,
                .name = role.count == 1 ? std::string(first) : numbers[places[number]].nameOf(first)});
        }
        return found;
    };
    return {families(bySize), families(byTotal)};
}

} // namespace loupe
