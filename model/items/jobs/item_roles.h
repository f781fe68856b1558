#pragma once

#include <Qt>

namespace loupe {

/// What item models answer in addition to Qt's own roles. A role that makes no sense for a cell gives an invalid
/// QVariant. DisplayRole never holds control characters; numbers stand before their unit with one space between ("32.0
/// MiB").
enum ItemRole : int {
    NodeRole = Qt::UserRole, ///< quint32: NameTree::NodeId
    TensorRole, ///< quint32: index into Checkpoint::tensors; invalid for groups and parts
    PartRole, ///< quint32: which of QuantizedGroups::Group::parts of the node; invalid if the row shows the node
    FileRole, ///< quint32: index into Checkpoint::files; invalid for groups
    OffsetRole, ///< qulonglong: bytes from the first byte of the file
    IsGroupRole, ///< bool
    IsRoleRole, ///< bool: a group whose children are tensors of one role
    HintRole, ///< QString: a few words that explain the name, such as "291 tensors", "shared with wte"; for a lighter
              ///< shade next to it
    FullNameRole, ///< QString: the whole name or key path as the file has it; plain text that may hold anything
    IsPathRole, ///< bool: the cell's text is a name in parts, shortened part by part
    WholeTextRole, ///< QString: the cell's text without shortening, exact ("33,554,432 bytes"); plain text
    FormsRole, ///< QStringList: the cell's text, then shorter ones, each whole and true; invalid if there is only
               ///< one
    ElementRole, ///< qulonglong: an element of the tensor in row-major order, which the cell is about
    ShareRole, ///< double, 0 to 1: how much of the whole this row takes
    DTypeRole, ///< int: loupe::DType, of the values
    QuantizedShadeRole, ///< double: QuantizedTypes::Type::shade of a quantized tensor; invalid of others
    HealthRole, ///< int: loupe::HealthRemark, the worst a scan has found; invalid if there is none
    EditedRole, ///< int: loupe::ChangeKind of what is staged about this cell; invalid if nothing is
    SeverityRole, ///< int: loupe::Severity; invalid if all is well
    UnfoldedRole, ///< bool: the rows that belong to this one are shown; invalid if there are none
    HistogramRole, ///< loupe::RowHistogram; invalid if there is none
    DepthFigureRole, ///< QList<double>: a figure of each member of a role in the order of its blocks, NaN where it is
                     ///< not known; invalid of what is no role, and where none is known
    EditedBelowRole, ///< bool: a row below this group's shows something staged; invalid if none does
    FormerNameRole, ///< QString: the part of the old name that a staged rename replaces; invalid if none does
    MissingRole, ///< bool: the file that the row is about is not there any more
};

} // namespace loupe
