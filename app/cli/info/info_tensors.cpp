#include "app/cli/info/info_output.h"
#include "app/cli/lists/columns.h"
#include "core/text/text.h"

#include <optional>

namespace loupe {

namespace {

using enum Columns::Align;

/// One cell per column of infoColumns().
using Row = std::vector<std::string>;

/// A part of a name, made visible if it is empty.
std::string shown(std::string_view name)
{
    return name.empty() ? "\"\"" : printable(name);
}

std::string remarkText(const Checkpoint& checkpoint, std::uint32_t index, const TensorRemarks& remarks)
{
    const IncompleteTensor* const incomplete = findIncomplete(remarks.incomplete, index);
    const SharedTensor* const shared = findShared(remarks.shared, index);
    std::string text = incomplete ? missingText(checkpoint, *incomplete) : "";
    if (shared)
        text.append(text.empty() ? "" : ", ").append(sharedText(checkpoint, *shared));
    return text;
}

Row tensorRow(const Checkpoint& checkpoint, std::uint32_t index, const TensorRemarks& remarks, std::string name)
{
    const Tensor& tensor = checkpoint.tensors[index];
    return {std::move(name), printable(checkpoint.dtypeName(index)), formatShape(tensor.shape),
        formatElements(tensor.shape), knowsFileBytes(tensor) ? formatCount(fileBytes(tensor)) : "unknown",
        knowsFileBytes(tensor) ? formatBytes(fileBytes(tensor)) : "unknown", formatCount(tensor.bytes.begin),
        formatCount(tensor.file), remarkText(checkpoint, index, remarks), "1"};
}

Row roleRow(const Checkpoint& checkpoint, const TensorRole& role, const TensorRemarks& remarks)
{
    const std::uint32_t first = role.tensors.front();
    std::string name = formatName(role.name);
    if (role.tensors.size() == 1)
        return tensorRow(checkpoint, first, remarks, std::move(name));
    return {std::move(name), role.mixesDTypes ? "mixed" : printable(checkpoint.dtypeName(first)),
        role.mixesShapes ? "mixed" : formatShape(checkpoint.tensors[first].shape), formatCount(role.sums.elements),
        formatCount(role.sums.bytes), formatBytes(role.sums.bytes), "", "", "", formatCount(role.sums.tensors)};
}

/// Calls `visit` with every row twice, first to measure and then to print.
template <typename Visit>
void printRows(const Session& session, bool remarks, const ColumnChoice& chosen, Visit&& visit)
{
    const std::vector<ListColumn> all = infoColumns();
    const ColumnChoice shown = shownColumns(all, chosen);
    std::vector<Columns::Align> aligns;
    Row heading;
    for (const std::size_t column : shown) {
        aligns.push_back(all[column].align);
        const bool isSpare = chosen.empty() && !remarks && all[column].key == "remarks";
        heading.push_back(isSpare ? "" : all[column].heading);
    }
    Columns columns(std::move(aligns));
    columns.measure(heading);
    visit([&](const Row& row) { columns.measure(chosenCells(row, shown)); });
    session.print("  " + columns.line(heading));
    visit([&](const Row& row) { session.print("  " + columns.line(chosenCells(row, shown))); });
}

/// The part of a name tree that a filter keeps, with the sums over that part.
class KeptTree {
public:
    KeptTree(const Checkpoint& checkpoint, const NameTree& tree, const TensorSet& kept, const TensorRemarks& remarks)
        : m_checkpoint(checkpoint)
        , m_tree(tree)
        , m_kept(kept)
        , m_remarks(remarks)
        , m_sums(tree.groupCount())
    {
        ShareCounter shares(checkpoint);
        for (std::uint32_t i = 0; i < kept.size(); ++i) {
            if (kept.contains(i))
                sums(tree.parent(i)).add(i, shares);
        }
        // Parents have lower numbers than their children.
        for (std::uint32_t group = tree.groupCount() - 1; group > 0; --group) {
            const NameTree::NodeId node = tree.tensorCount() + group;
            sums(tree.parent(node)).add(sums(node));
        }
    }

    /// Shows a chain of groups with one child each as one row, as in the window. The recursion depth is at most
    /// NameTree::maximumDepth.
    template <typename Sink>
    void visit(NameTree::NodeId group, std::uint32_t level, std::uint32_t depth, const Sink& sink)
    {
        for (const NameTree::NodeId child : m_tree.children(group)) {
            if (!isKept(child))
                continue;
            const NameTree::NodeId node = endOfChain(child);
            std::string name = std::string(std::size_t{2} * level, ' ') + nameBelow(group, node);
            if (!m_tree.isGroup(node)) {
                sink(tensorRow(m_checkpoint, node, m_remarks, std::move(name)));
            } else {
                const NameTree::Sums& below = sums(node);
                sink(Row{std::move(name), "", counted(below.tensors, "tensor"), formatCount(below.elements),
                    formatCount(below.bytes), formatBytes(below.bytes), "", "", "", formatCount(below.tensors)});
                if (level + 1 < depth)
                    visit(node, level + 1, depth, sink);
            }
        }
    }

private:
    bool isKept(NameTree::NodeId node) { return m_tree.isGroup(node) ? sums(node).tensors > 0 : m_kept.contains(node); }

    /// Precondition: kept.
    NameTree::NodeId endOfChain(NameTree::NodeId node)
    {
        while (m_tree.isGroup(node)) {
            std::optional<NameTree::NodeId> only;
            for (const NameTree::NodeId child : m_tree.children(node)) {
                if (!isKept(child))
                    continue;
                if (only)
                    return node;
                only = child;
            }
            node = *only;
        }
        return node;
    }

    std::string nameBelow(NameTree::NodeId group, NameTree::NodeId node) const
    {
        const std::string_view path = m_tree.path(node);
        if (!m_tree.isGroup(node) && path.empty())
            return formatName({});
        return shown(group == m_tree.root() ? path : path.substr(m_tree.path(group).size() + 1));
    }

    NameTree::Sums& sums(NameTree::NodeId group) { return m_sums[group - m_tree.tensorCount()]; }

    const Checkpoint& m_checkpoint;
    const NameTree& m_tree;
    const TensorSet& m_kept;
    const TensorRemarks& m_remarks;
    std::vector<NameTree::Sums> m_sums; ///< indexed by group number
};

} // namespace

std::vector<ListColumn> infoColumns()
{
    return {{"name", "NAME", Left}, {"dtype", "DTYPE", Left}, {"shape", "SHAPE", Left}, {"params", "PARAMETERS"},
        {"bytes", "BYTES"}, {"size", ""}, {"offset", "OFFSET", Right, true}, {"file", "FILE", Right, true},
        {"remarks", "REMARKS", Left}, {"count", "COUNT", Right, true}};
}

Result<> printTensorTree(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session)
{
    const auto tree = NameTree::build(checkpoint, session.work());
    if (!tree)
        return fail(tree.error());
    KeptTree keptTree(checkpoint, *tree, kept, remarks);
    printRows(session, !remarks.empty(), options.list.columns,
        [&](const auto& sink) { keptTree.visit(tree->root(), 0, options.depth, sink); });
    return {};
}

Result<> printRoles(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session)
{
    const auto roles = listRoles(checkpoint, kept, session.work());
    if (!roles)
        return fail(roles.error());
    ColumnChoice columns = options.list.columns;
    if (columns.empty())
        columns = *parseColumns("name,count,dtype,shape,params,bytes,size", infoColumns());
    printRows(session, false, columns, [&](const auto& sink) {
        for (const TensorRole& role : *roles)
            sink(roleRow(checkpoint, role, remarks));
    });
    return {};
}

void printTensorList(const Checkpoint& checkpoint, const TensorSet& kept, const TensorRemarks& remarks,
    const InfoOptions& options, const Session& session)
{
    const std::vector<std::uint32_t> listed = listedTensors(checkpoint, kept, options.list.order);
    printRows(session, !remarks.empty(), options.list.columns, [&](const auto& sink) {
        for (const std::uint32_t tensor : listed) {
            if (session.stopped())
                break;
            sink(tensorRow(checkpoint, tensor, remarks, formatName(checkpoint.tensors[tensor].name)));
        }
    });
}

} // namespace loupe
