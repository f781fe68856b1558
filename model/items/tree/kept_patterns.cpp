#include "items/tree/kept_patterns.h"

#include "core/text/block_number.h"
#include "core/text/natural_order.h"

#include <algorithm>
#include <optional>
#include <string_view>
#include <utility>
#include <vector>

namespace loupe {

namespace {

constexpr std::string_view separators = "./";

/// The position of the block numbers in a group's own part of its path.
struct Fold {
    std::size_t begin = 0; ///< of "{0…31}" in the path
    std::size_t end = 0;
    std::size_t stem = 0; ///< how many characters precede it in its part of the path: 6 in "layer_{0…31}"
    std::size_t part = 0; ///< how many parts of the path precede that part
};

std::optional<Fold> foldOf(const NameTree& tree, NameTree::NodeId group)
{
    const std::string_view path = tree.path(group);
    const std::size_t own = path.size() - tree.segment(group).size();
    const std::size_t begin = path.rfind('{');
    const std::size_t end = path.find('}', std::min(begin, path.size()));
    if (begin == std::string_view::npos || begin < own || end == std::string_view::npos)
        return std::nullopt;
    const std::size_t separator = path.substr(0, begin).find_last_of(separators);
    const std::size_t partBegin = separator == std::string_view::npos ? 0 : separator + 1;
    const std::string_view before = path.substr(0, partBegin);
    const auto isSeparator = [](char c) { return separators.find(c) != std::string_view::npos; };
    return Fold{begin, end + 1, begin - partBegin, std::size_t(std::ranges::count_if(before, isSeparator))};
}

/// The number of the block that contains a tensor; empty if its name has no number there.
std::string_view numberIn(std::string_view name, const Fold& fold)
{
    for (std::size_t part = 0; part < fold.part; ++part) {
        const std::size_t separator = name.find_first_of(separators);
        if (separator == std::string_view::npos)
            return {};
        name.remove_prefix(separator + 1);
    }
    name = name.substr(0, name.find_first_of(separators));
    if (name.size() <= fold.stem || !isBlockNumber(name.substr(fold.stem)))
        return {};
    return name.substr(fold.stem);
}

using NumbersByGroup = std::unordered_map<NameTree::NodeId, std::vector<std::string_view>>;

void sortOut(std::vector<std::string_view>& numbers)
{
    std::ranges::sort(numbers, naturalLess);
    numbers.erase(std::unique(numbers.begin(), numbers.end()), numbers.end());
}

} // namespace

KeptPatterns keptPatterns(const NameTree& families, const TensorSet& kept, const Work& work)
{
    std::unordered_map<NameTree::NodeId, Fold> folds;
    for (NameTree::NodeId group = families.root(); group < families.nodeCount() && !work.stopped(); ++group) {
        if (const auto fold = families.isPattern(group) ? foldOf(families, group) : std::nullopt)
            folds.emplace(group, *fold);
    }
    constexpr std::size_t manyNumbers = 1 << 16;
    NumbersByGroup numbers;
    for (std::uint32_t tensor = kept.next(0); tensor < kept.size() && !work.stopped(); tensor = kept.next(tensor + 1)) {
        for (NameTree::NodeId group = families.parent(tensor); families.isPattern(group);
             group = families.parent(group)) {
            const auto fold = folds.find(group);
            const std::string_view number =
                fold == folds.end() ? std::string_view() : numberIn(families.path(tensor), fold->second);
            if (number.empty())
                continue;
            std::vector<std::string_view>& known = numbers[group];
            if (known.empty() || known.back() != number)
                known.push_back(number);
            if (known.size() >= manyNumbers && known.size() == known.capacity())
                sortOut(known);
        }
    }
    KeptPatterns patterns;
    // The number of a group is greater than its parent's.
    for (NameTree::NodeId group = families.root(); group < families.nodeCount() && !work.stopped(); ++group) {
        if (!families.isPattern(group))
            continue;
        const std::string_view path = families.path(group);
        const std::string_view above = families.path(families.parent(group));
        const auto changedAbove = patterns.find(families.parent(group));
        std::string own(path.substr(above.size()));
        if (const auto found = numbers.find(group); found != numbers.end()) {
            sortOut(found->second);
            const Fold& fold = folds.at(group);
            const std::string pattern =
                found->second.size() == 1 ? std::string(found->second.front()) : blockPattern(found->second);
            own.replace(fold.begin - above.size(), fold.end - fold.begin, pattern);
        }
        std::string shown = (changedAbove == patterns.end() ? std::string(above) : changedAbove->second) + own;
        if (shown != path)
            patterns.emplace(group, std::move(shown));
    }
    return patterns;
}

} // namespace loupe
