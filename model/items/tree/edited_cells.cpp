#include "items/tree/edited_cells.h"

#include "core/text/text.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/tree/changes_model.h"
#include "items/tree/tensor_tree_model.h"
#include "saving/recipe/renamed_part.h"

#include <QStringList>

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t longestName = 1000; // in bytes; more than a cell can show

QString printed(std::string_view text)
{
    return text.empty() ? QStringLiteral("(empty)")
                        : toQString(printable(shortQString(text, longestName).toStdString()));
}

/// The name in the row of a node that has a new name or path.
struct ShownName {
    std::string_view now; ///< what the row shows
    std::string before; ///< the corresponding part of the old name
};

ShownName shownName(std::string_view name, const EditedRow& row)
{
    const std::string_view group =
        row.path.substr(0, row.path.size() - row.shown.size()); // includes the trailing separator
    std::string above(group);
    if (row.aboveMovesTo) {
        above = *row.aboveMovesTo;
        if (!above.empty() && !group.empty())
            above += group.back();
    }
    return name.starts_with(above) ? ShownName{name.substr(above.size()), std::string(row.shown)}
                                   : ShownName{name, above.append(row.shown)};
}

QString renamedToolTip(const QString& name, std::string_view path)
{
    return TensorTreeModel::tr("%1\nrenamed from %2\nFilter, sorting and copying use the name in the file.")
        .arg(name, printed(path));
}

/// `nameText`: the new name, for display.
QVariant nameData(const ShownName& shown, const QString& nameText, int role)
{
    const bool looksAsBefore = shown.now == shown.before;
    switch (role) {
    case EditedRole:
        return looksAsBefore ? QVariant() : static_cast<int>(ChangeKind::Renamed);
    case Qt::DisplayRole:
        return nameText;
    case FormerNameRole:
        if (const RenamedPart part = renamedPart(shown.before, shown.now); !part.before.empty() && !part.after.empty())
            return printed(part.before);
        return looksAsBefore ? QVariant() : printed(shown.before);
    case Qt::AccessibleTextRole:
        return looksAsBefore ? QVariant()
                             : TensorTreeModel::tr("%1, renamed from %2").arg(nameText, printed(shown.before));
    default:
        return {};
    }
}

QVariant deletedData(int column, const EditedRow& row, int role)
{
    if (role == EditedRole)
        return static_cast<int>(ChangeKind::Deleted);
    if (role == Qt::ToolTipRole && column == TensorTreeModel::Name)
        return TensorTreeModel::tr("%1\nwill be deleted").arg(printed(row.path));
    if (role == Qt::AccessibleTextRole && column == TensorTreeModel::Name)
        return TensorTreeModel::tr("%1, will be deleted").arg(printed(row.shown));
    return {};
}

QVariant dtypeData(DType dtype, const OpenedCheckpoint& opened, std::uint32_t tensor, int role)
{
    const QString name = toQString(dtypeName(dtype));
    switch (role) {
    case EditedRole:
        return static_cast<int>(ChangeKind::Cast);
    case Qt::DisplayRole:
    case Qt::ToolTipRole:
        return TensorTreeModel::tr("%1 → %2").arg(printed(opened.checkpoint->dtypeName(tensor)), name);
    case WholeTextRole:
        return name;
    case DTypeRole:
        return static_cast<int>(dtype);
    default:
        return {};
    }
}

/// A number of a row, as shown in its cell, and with all digits.
struct CellNumber {
    QString text;
    QString whole;
};

CellNumber bytesCell(std::uint64_t bytes)
{
    return {toQString(formatBytes(bytes)), byteCountText(bytes)};
}

CellNumber parametersCell(std::uint64_t elements)
{
    return {toQString(formatShort(elements)), parameterCountText(elements)};
}

/// The data of a number that changes on saving.
QVariant numberData(const CellNumber& now, const CellNumber& saved, int role)
{
    switch (role) {
    case EditedRole:
        return static_cast<int>(ChangeKind::Cast);
    case Qt::DisplayRole:
        return saved.text;
    case WholeTextRole:
        return saved.whole;
    case Qt::ToolTipRole:
        return TensorTreeModel::tr("%1 → %2 after saving").arg(now.whole, saved.whole);
    case Qt::AccessibleTextRole:
        return TensorTreeModel::tr("%1 after saving, now %2").arg(saved.text, now.text);
    default:
        return {};
    }
}

QVariant sizeData(const SizeChange& sizes, std::uint64_t now, int role)
{
    return numberData(bytesCell(now), bytesCell(sizes.saved(now)), role);
}

} // namespace

QVariant editedData(
    const StagedEdits& edits, const OpenedCheckpoint& opened, const EditedRow& row, int column, int role)
{
    const TensorEdit edit = edits.of(row.node);
    if (edit.isDeleted)
        return deletedData(column, row, role);
    if (column == TensorTreeModel::DType && edit.dtype)
        return dtypeData(*edit.dtype, opened, row.node, role);
    if (column == TensorTreeModel::Size && edit.dtype)
        return sizeData(sizeChange(opened.checkpoint->tensors[row.node], edit), row.bytes, role);
    if (column != TensorTreeModel::Name || !edit.name)
        return {};
    if (role == WholeTextRole)
        return toQString(printable(*edit.name));
    if (role == Qt::ToolTipRole)
        return renamedToolTip(printed(*edit.name), row.path);
    const ShownName shown = shownName(*edit.name, row);
    return nameData(shown, printed(shown.now), role);
}

QVariant editedGroupData(const MovedGroups& moved, const ChangeTotals& below, const SizeChange& sizes,
    const EditedRow& row, int column, int role)
{
    if (moved.isDeleted(row.node))
        return deletedData(column, row, role);
    if (column == TensorTreeModel::Size && !sizes.isEmpty())
        return sizeData(sizes, row.bytes, role);
    if (column == TensorTreeModel::Parameters && sizes.deletedElements > 0)
        return numberData(parametersCell(row.elements),
            parametersCell(row.elements - std::min(row.elements, sizes.deletedElements)), role);
    if (column != TensorTreeModel::Name)
        return {};
    const auto newPath = moved.newPath(row.node);
    const auto nameOf = [](std::string_view name) {
        return name.empty() ? TensorTreeModel::tr("(top level)") : printed(name);
    };
    if (role == EditedBelowRole)
        return below.cast + below.deleted + (moved.movesAsOne(row.node) ? 0 : below.renamed) > 0 ? QVariant(true)
                                                                                                 : QVariant();
    if (role == Qt::ToolTipRole && below.all() > 0)
        return TensorTreeModel::tr("%1\n%2 below")
            .arg(newPath ? renamedToolTip(nameOf(*newPath), row.path) : printed(row.path), changesText(below));
    if (newPath) {
        if (role == WholeTextRole)
            return nameOf(*newPath);
        const ShownName shown = shownName(*newPath, row);
        if (const QVariant answer = nameData(shown, nameOf(shown.now), role); answer.isValid())
            return answer;
    }
    if (role == Qt::AccessibleTextRole && below.all() > 0)
        return TensorTreeModel::tr("%1, %2 below").arg(printed(row.shown), changesText(below));
    return {};
}

} // namespace loupe
