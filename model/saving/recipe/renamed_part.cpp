#include "saving/recipe/renamed_part.h"

#include "core/text/block_number.h"

#include <algorithm>

namespace loupe {

namespace {

bool isSegmentEnd(std::string_view name, std::size_t at)
{
    return at == name.size() || isNameSeparator(name[at]);
}

/// The length in bytes of the common leading segments, including their separators.
std::size_t commonHead(std::string_view a, std::string_view b)
{
    const auto length =
        static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    std::size_t head = length;
    while (head > 0 && !isNameSeparator(a[head - 1]))
        --head;
    // One name may end where the other continues with a separator.
    return isSegmentEnd(a, length) && isSegmentEnd(b, length) ? length : head;
}

} // namespace

RenamedPart renamedPart(std::string_view before, std::string_view after)
{
    // Match the tail first, as the end of a name says what it is.
    std::size_t tail = 0;
    while (tail < std::min(before.size(), after.size())
        && before[before.size() - 1 - tail] == after[after.size() - 1 - tail])
        ++tail;
    const auto begins = [](std::string_view name, std::size_t size) {
        return size == name.size() || isNameSeparator(name[name.size() - 1 - size]);
    };
    while (tail > 0 && !(begins(before, tail) && begins(after, tail)))
        --tail;
    const auto drop = [&](std::string_view name) {
        name.remove_suffix(tail);
        if (tail > 0 && !name.empty())
            name.remove_suffix(1); // the separator
        return name;
    };
    RenamedPart part{drop(before), drop(after)};
    const std::size_t head = commonHead(part.before, part.after);
    const bool dropsSeparator = head > 0 && !isNameSeparator(before[head - 1]);
    for (std::string_view* const name : {&part.before, &part.after}) {
        name->remove_prefix(head);
        if (dropsSeparator && !name->empty())
            name->remove_prefix(1);
    }
    return part;
}

} // namespace loupe
