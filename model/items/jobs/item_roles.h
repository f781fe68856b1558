#pragma once

#include <Qt>

namespace loupe {

/// Item roles in addition to Qt's own. A role that does not apply to a cell yields an invalid QVariant. DisplayRole
/// never contains control characters. Units follow a number after one space ("32.0 MiB").
enum ItemRole : int {
    NodeRole = Qt::UserRole, ///< quint32: NameTree::NodeId
    TensorRole, ///< quint32: index into Checkpoint::tensors; invalid for groups and parts
    PartRole, ///< quint32: index into QuantizedGroups::Group::parts of the node; invalid if the row shows the node
              ///< itself
    FileRole, ///< quint32: index into Checkpoint::files; invalid for groups
    OffsetRole, ///< qulonglong: in bytes, from the start of the file
    IsGroupRole, ///< bool
    IsRoleRole, ///< bool: a group whose children are tensors of the same role
    HintRole, ///< QString: a few words that explain the name, such as "291 tensors", "shared with wte"; shown next to
              ///< it in a lighter shade
    FullNameRole, ///< QString: the full name or key path as stored in the file; untrusted plain text
    IsPathRole, ///< bool: the cell's text is a name with parts, which are shortened separately
    NamePatternsRole, ///< NamePatternsPtr for the list that contains a cell with IsPathRole; null while unknown
    WholeTextRole, ///< QString: the cell's text without shortening, exact ("33,554,432 bytes"); plain text
    FormsRole, ///< QStringList: the cell's text, then shorter variants, each complete and correct; invalid if there is
               ///< only one
    ElementRole, ///< qulonglong: the element that the cell is about, as an index in row-major order
    ShareRole, ///< double, 0 to 1: this row's share of the whole
    DTypeRole, ///< int: loupe::DType of the values
    QuantizedShadeRole, ///< double: QuantizedTypes::Type::shade of a quantized tensor; invalid for others
    HealthRole, ///< int: loupe::HealthRemark, the worst that a scan has found; invalid if there is none
    EditedRole, ///< int: loupe::ChangeKind of the pending edit of this cell; invalid if there is none
    SeverityRole, ///< int: loupe::Severity; invalid if there are no problems
    UnfoldedRole, ///< bool: whether the rows below this one are expanded; invalid if there are none
    HistogramRole, ///< loupe::RowHistogram; invalid if there is none
    DepthFigureRole, ///< QList<double>: a figure for each member of a role in block order, NaN if unknown; invalid if
                     ///< the row is not a role or no figures are known
    EditedBelowRole, ///< bool: a row below this group shows a pending edit; invalid if none does
    FormerNameRole, ///< QString: the part of the old name that a pending rename replaces; invalid if there is none
    CharactersAfterRole, ///< int: how many characters of padding to add to the right of a number so that decimal points
                         ///< align
    MissingRole, ///< bool: the row's file no longer exists
};

} // namespace loupe
