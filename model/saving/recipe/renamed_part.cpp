#include "saving/recipe/renamed_part.h"

#include "core/text/block_number.h"

#include <algorithm>

namespace loupe {

namespace {

bool isSegmentEnd(std::string_view name, std::size_t at)
{
    return at == name.size() || isNameSeparator(name[at]);
}

/// Bytes of whole segments that both begin with, each with its separator.
std::size_t commonHead(std::string_view a, std::string_view b)
{
    const auto length =
        static_cast<std::size_t>(std::mismatch(a.begin(), a.end(), b.begin(), b.end()).first - a.begin());
    std::size_t head = length;
    while (head > 0 && !isNameSeparator(a[head - 1]))
        --head;
    // One name may go on where the other one ends.
    return isSegmentEnd(a, length) && isSegmentEnd(b, length) ? length : head;
}

} // namespace

RenamedPart renamedPart(std::string_view before, std::string_view after)
{
    // The tail first: names say at their end what they are.
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
