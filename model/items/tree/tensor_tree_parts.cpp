// Parts in a TensorTreeModel: the rows below quantized weights, and tensors with missing data.

#include "core/quantized_groups.h"
#include "core/text/text.h"
#include "items/jobs/qt_text.h"
#include "items/language/counted_text.h"
#include "items/language/tensor_text.h"
#include "items/tree/tensor_tree_model.h"

namespace loupe {

std::uint32_t TensorTreeModel::partCount(NodeId tensor) const
{
    const QuantizedGroups* const quantized = m_opened ? m_opened->checkpoint->quantized.get() : nullptr;
    const QuantizedGroups::Group* const group = quantized ? quantized->of(tensor) : nullptr;
    return group ? static_cast<std::uint32_t>(group->parts.size()) : 0;
}

bool TensorTreeModel::hasNoPlace(NodeId node) const
{
    if (isGroup(node) || !findIncomplete(m_opened->incomplete, node))
        return false;
    const Tensor& tensor = m_opened->checkpoint->tensors[node];
    return !tensor.storage && tensor.bytes.empty();
}

QVariant TensorTreeModel::partData(NodeId tensor, std::uint32_t part, int column, int role) const
{
    const QuantizedGroups& quantized = *m_opened->checkpoint->quantized;
    const QuantizedGroups::Part& stored = quantized.of(tensor)->parts[part];
    const Tensor& one = quantized.stored->tensors[stored.tensor];
    const auto textOf = [&](bool whole) -> QString {
        switch (column) {
        case Name:
            return whole ? toQString(printable(one.name))
                         : cellText(partName(one.name, m_opened->checkpoint->tensors[tensor].name));
        case DType:
            return cellText(quantized.stored->dtypeName(stored.tensor));
        case Shape:
            return shapeText(one.shape);
        case Size:
            return whole ? byteCountText(fileBytes(one)) : toQString(formatBytes(fileBytes(one)));
        case Offset:
            return whole ? byteRangeText(one.bytes) : groupedCount(one.bytes.begin);
        case Share:
            return toQString(formatShare(share(fileBytes(one))));
        case Shard:
            return !isSharded() ? QString()
                : whole         ? toQString(printable(m_opened->checkpoint->files[one.file].path.filename().string()))
                                : cellText(m_opened->shardNames[one.file]);
        default:
            return {};
        }
    };
    switch (role) {
    case Qt::DisplayRole:
        return textOf(false);
    case WholeTextRole:
        return textOf(true);
    case Qt::AccessibleTextRole:
        return column == Name ? tr("%1, %2", "name of a part, its role").arg(textOf(false), partRoleText(stored.role))
                              : QVariant();
    case NodeRole:
        return quint32{tensor};
    case PartRole:
        return quint32{part};
    case FileRole:
        return quint32{one.file};
    case OffsetRole:
        return qulonglong{one.bytes.begin};
    case IsGroupRole:
    case IsRoleRole:
        return false;
    case HintRole:
        return column == Name ? partRoleText(stored.role) : QVariant();
    case FullNameRole:
        return toQString(one.name);
    case ShareRole:
        return share(fileBytes(one));
    case DTypeRole:
        return static_cast<int>(one.dtype);
    case EditedRole: // a weight is deleted together with its parts
        return hasEdits() && m_edits.of(tensor).isDeleted ? QVariant(static_cast<int>(ChangeKind::Deleted))
                                                          : QVariant();
    default:
        return {};
    }
}

} // namespace loupe
