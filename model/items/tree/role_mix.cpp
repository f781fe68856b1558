#include "items/tree/role_mix.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <string>
#include <unordered_map>
#include <utility>

namespace loupe {

namespace {

class RoleMixText {
    Q_DECLARE_TR_FUNCTIONS(loupe::TensorTreeModel)
};

/// Shapes may be as many as there are tensors, and as long as a file.
constexpr std::size_t mostListed = 12;
constexpr std::size_t longestListedShape = 16;

std::string textOfShape(std::span<const std::uint64_t> shape)
{
    if (shape.size() <= longestListedShape)
        return formatShape(shape);
    std::string text = formatShape(shape.first(longestListedShape));
    text.pop_back();
    return text + ", …]";
}

template <typename TextOf>
QString countLines(std::span<const NameTree::NodeId> members, TextOf textOf)
{
    std::unordered_map<std::string, std::uint64_t> counts;
    for (const NameTree::NodeId member : members)
        ++counts[textOf(member)];
    std::vector<std::pair<std::string, std::uint64_t>> sorted(counts.begin(), counts.end());
    std::sort(sorted.begin(), sorted.end(),
        [](const auto& a, const auto& b) { return a.second != b.second ? a.second > b.second : a.first < b.first; });
    QStringList lines;
    for (std::size_t i = 0; i < std::min(sorted.size(), mostListed); ++i)
        lines << RoleMixText::tr("%1 × %2").arg(toQString(formatCount(sorted[i].second)), toQString(sorted[i].first));
    if (sorted.size() > mostListed) {
        const std::size_t others = sorted.size() - mostListed;
        lines << RoleMixText::tr("and %1 other(s)", nullptr, pluralOf(others)).arg(groupedCount(others));
    }
    return lines.join(u'\n');
}

} // namespace

std::vector<RoleMix> roleMixes(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order)
{
    std::vector<RoleMix> mixes(tree.groupCount());
    for (NameTree::NodeId group = tree.root(); group < tree.nodeCount(); ++group) {
        const auto members = order.children(group);
        if (!tree.isRole(group) || members.empty())
            continue;
        const NameTree::NodeId first = members.front();
        RoleMix& mix = mixes[group - tree.root()];
        for (const NameTree::NodeId member : members.subspan(1)) {
            mix.dtypes = mix.dtypes || checkpoint.dtypeName(member) != checkpoint.dtypeName(first);
            mix.shapes =
                mix.shapes || !std::ranges::equal(checkpoint.tensors[member].shape, checkpoint.tensors[first].shape);
        }
    }
    return mixes;
}

QString dtypeCounts(const Checkpoint& checkpoint, std::span<const NameTree::NodeId> members)
{
    return countLines(members, [&](NameTree::NodeId member) { return printable(checkpoint.dtypeName(member)); });
}

QString shapeCounts(const Checkpoint& checkpoint, std::span<const NameTree::NodeId> members)
{
    return countLines(members, [&](NameTree::NodeId member) { return textOfShape(checkpoint.tensors[member].shape); });
}

} // namespace loupe
