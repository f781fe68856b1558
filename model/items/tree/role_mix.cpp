#include "items/tree/role_mix.h"

#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"

#include <QCoreApplication>

#include <algorithm>
#include <span>
#include <string>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

class RoleMixText {
    Q_DECLARE_TR_FUNCTIONS(loupe::TensorTreeModel)
};

std::string textOfDType(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    return printable(checkpoint.dtypeName(tensor));
}

/// Limits the length, as a shape may be as long as a file.
std::string textOfShape(const Checkpoint& checkpoint, std::uint32_t tensor)
{
    constexpr std::size_t longestListed = 16;
    const std::span<const std::uint64_t> shape = checkpoint.tensors[tensor].shape;
    if (shape.size() <= longestListed)
        return formatShape(shape);
    std::string text = formatShape(shape.first(longestListed));
    text.pop_back();
    return text + ", …]";
}

using TextOf = std::string (*)(const Checkpoint& checkpoint, std::uint32_t tensor);

RoleKinds kindsOf(const Checkpoint& checkpoint, std::span<const NameTree::NodeId> members, TextOf textOf)
{
    std::unordered_map<std::string, RoleKinds::Kind> counted;
    for (const NameTree::NodeId member : members)
        ++counted.try_emplace(textOf(checkpoint, member), RoleKinds::Kind{member, 0}).first->second.members;
    std::vector<std::pair<std::string_view, RoleKinds::Kind>> sorted(counted.begin(), counted.end());
    const std::size_t listed = std::min(sorted.size(), RoleKinds::mostListed);
    std::partial_sort(
        sorted.begin(), sorted.begin() + std::ptrdiff_t(listed), sorted.end(), [](const auto& a, const auto& b) {
            return a.second.members != b.second.members ? a.second.members > b.second.members : a.first < b.first;
        });
    RoleKinds kinds{.listed = {}, .others = sorted.size() - listed};
    for (std::size_t i = 0; i < listed; ++i)
        kinds.listed.push_back(sorted[i].second);
    return kinds;
}

QString linesOf(const Checkpoint& checkpoint, const RoleKinds& kinds, TextOf textOf)
{
    QStringList lines;
    for (const RoleKinds::Kind& kind : kinds.listed)
        lines << RoleMixText::tr("%1 × %2").arg(
            toQString(formatCount(kind.members)), toQString(textOf(checkpoint, kind.example)));
    if (kinds.others > 0)
        lines << RoleMixText::tr("and %1 other(s)", nullptr, pluralOf(kinds.others)).arg(groupedCount(kinds.others));
    return lines.join(u'\n');
}

} // namespace

RoleMixes roleMixes(const Checkpoint& checkpoint, const NameTree& tree, const TreeOrder& order, const Work& work)
{
    RoleMixes mixes;
    for (NameTree::NodeId group = tree.root(); group < tree.nodeCount() && !work.stopped(); ++group) {
        const auto members = order.children(group);
        if (!tree.isRole(group) || members.empty())
            continue;
        const auto differs = [&](auto figureOf) {
            return std::any_of(members.begin() + 1, members.end(), [&](NameTree::NodeId member) {
                return !std::ranges::equal(figureOf(member), figureOf(members.front()));
            });
        };
        const bool dtypes = differs([&](NameTree::NodeId member) { return checkpoint.dtypeName(member); });
        const bool shapes = differs([&](NameTree::NodeId member) { return checkpoint.tensors[member].shape; });
        if (!dtypes && !shapes)
            continue;
        RoleMix& mix = mixes[group];
        if (dtypes)
            mix.dtypes = kindsOf(checkpoint, members, &textOfDType);
        if (shapes)
            mix.shapes = kindsOf(checkpoint, members, &textOfShape);
    }
    return mixes;
}

QString dtypeCounts(const Checkpoint& checkpoint, const RoleKinds& kinds)
{
    return linesOf(checkpoint, kinds, &textOfDType);
}

QString shapeCounts(const Checkpoint& checkpoint, const RoleKinds& kinds)
{
    return linesOf(checkpoint, kinds, &textOfShape);
}

} // namespace loupe
