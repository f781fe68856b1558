#include "items/tree/edited_cells.h"

#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/tree/changes_model.h"
#include "items/tree/tensor_tree_model.h"

#include <string_view>

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t longestName = 1000; // more than a cell can show

QString arrowed(const QString& text)
{
    return QStringLiteral("→ ") + text;
}

QString printed(std::string_view text)
{
    return text.empty() ? QStringLiteral("(empty)")
                        : toQString(printable(shortQString(text, longestName).toStdString()));
}

std::ptrdiff_t separators(std::string_view name)
{
    return std::ranges::count_if(name, [](char c) { return c == '.' || c == '/'; });
}

/// For a name in the same group, what its row shows.
std::string_view lastPart(std::string_view name, std::string_view path, std::string_view shown)
{
    const std::string_view group = path.substr(0, path.size() - shown.size());
    const bool sameGroup = name.starts_with(group) && separators(name.substr(group.size())) <= separators(shown);
    return sameGroup ? name.substr(group.size()) : name;
}

QVariant deletedData(int column, const OpenedCheckpoint& opened, std::uint32_t tensor, std::string_view shown, int role)
{
    if (role == EditedRole)
        return static_cast<int>(ChangeKind::Deleted);
    if (role == Qt::ToolTipRole && column == TensorTreeModel::Name)
        return TensorTreeModel::tr("%1\nwill be deleted").arg(printed(opened.tree.path(tensor)));
    if (role == Qt::AccessibleTextRole && column == TensorTreeModel::Name)
        return TensorTreeModel::tr("%1, will be deleted").arg(printed(shown));
    return {};
}

QVariant nameData(
    std::string_view name, const OpenedCheckpoint& opened, std::uint32_t tensor, std::string_view shown, int role)
{
    switch (role) {
    case EditedRole:
        return static_cast<int>(ChangeKind::Renamed);
    case Qt::DisplayRole:
        return arrowed(printed(lastPart(name, opened.tree.path(tensor), shown)));
    case WholeTextRole:
        return toQString(printable(name));
    case Qt::ToolTipRole:
        return printed(opened.tree.path(tensor)) + u'\n' + arrowed(printed(name));
    default:
        return {};
    }
}

QVariant dtypeData(DType dtype, const OpenedCheckpoint& opened, std::uint32_t tensor, int role)
{
    const QString name = toQString(dtypeName(dtype));
    switch (role) {
    case EditedRole:
        return static_cast<int>(ChangeKind::Cast);
    case Qt::DisplayRole:
        return arrowed(name);
    case WholeTextRole:
        return name;
    case DTypeRole:
        return static_cast<int>(dtype);
    case Qt::ToolTipRole:
        return printed(opened.checkpoint->dtypeName(tensor)) + u' ' + arrowed(name);
    default:
        return {};
    }
}

} // namespace

QVariant editedData(const StagedEdits& edits, const OpenedCheckpoint& opened, std::uint32_t tensor,
    std::string_view shown, int column, int role)
{
    const TensorEdit edit = edits.of(tensor);
    if (edit.isDeleted)
        return deletedData(column, opened, tensor, shown, role);
    if (column == TensorTreeModel::Name && edit.name)
        return nameData(*edit.name, opened, tensor, shown, role);
    if (column == TensorTreeModel::DType && edit.dtype)
        return dtypeData(*edit.dtype, opened, tensor, role);
    return {};
}

QVariant editedGroupData(const ChangeTotals& below, const NameTree& tree, NameTree::NodeId group,
    std::string_view shown, int column, int role)
{
    if (below.all() == 0 || column != TensorTreeModel::Name)
        return {};
    switch (role) {
    case EditedBelowRole:
        return true;
    case Qt::ToolTipRole:
        return TensorTreeModel::tr("%1\n%2 below").arg(printed(tree.path(group)), changesText(below));
    case Qt::AccessibleTextRole:
        return TensorTreeModel::tr("%1, %2 below").arg(printed(shown), changesText(below));
    default:
        return {};
    }
}

} // namespace loupe
