#include "items/compare/metadata_difference_model.h"

#include "items/compare/comparison_model.h"
#include "items/compare/comparison_text.h"
#include "items/metadata/metadata_text.h"

namespace loupe {

MetadataDifferenceModel::MetadataDifferenceModel(QObject* parent)
    : NodeTreeModel(parent)
    , m_compared(std::make_shared<const MetadataComparison>())
{
}

MetadataDifferenceModel::~MetadataDifferenceModel() = default;

void MetadataDifferenceModel::setPaired(PairedCheckpointsPtr paired)
{
    m_comparing.stop();
    beginResetModel();
    m_compared = std::make_shared<const MetadataComparison>();
    endResetModel();
    if (!paired)
        return;
    m_comparing.start(
        [paired = std::move(paired)](const Work& work) -> Result<std::shared_ptr<const MetadataComparison>> {
            return std::make_shared<const MetadataComparison>(MetadataComparison::compare(paired->a, paired->b, work));
        },
        [this](Result<std::shared_ptr<const MetadataComparison>> compared) {
            if (!compared) {
                emit failed(compared.error());
                return;
            }
            beginResetModel();
            m_compared = std::move(*compared);
            endResetModel();
            emit loaded();
        });
}

void MetadataDifferenceModel::stop()
{
    m_comparing.stop();
}

const MetadataComparison::Node& MetadataDifferenceModel::nodeAt(const QModelIndex& index) const
{
    return m_compared->nodes[nodeOf(index)];
}

NodeTreeModel::Links MetadataDifferenceModel::linksOf(std::size_t node) const
{
    return linksIn(m_compared->nodes[node]);
}

const QString* MetadataDifferenceModel::textAt(const QModelIndex& index) const
{
    const MetadataComparison::Node& node = nodeAt(index);
    const bool isB = index.column() == B || (index.column() == Key && node.a == MetadataComparison::none);
    const std::uint32_t side = isB ? node.b : node.a;
    if (side == MetadataComparison::none)
        return nullptr;
    const MetadataTree::Node& text = (isB ? m_compared->b : m_compared->a).nodes[side];
    return index.column() == Key ? &text.key : &text.value;
}

int MetadataDifferenceModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant MetadataDifferenceModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    return section == Key ? tr("Key") : section == A ? QStringLiteral("A") : QStringLiteral("B");
}

QVariant MetadataDifferenceModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const PairStatus status = nodeAt(index).status;
    const QString* const text = textAt(index);
    switch (role) {
    case Qt::DisplayRole:
        if (!text)
            return {};
        return index.column() == Key ? metadataKeyText(*text) : metadataValueText(*text);
    case Qt::AccessibleDescriptionRole:
        return index.column() == Key ? QVariant(statusName(status)) : QVariant();
    case WholeTextRole:
        return text ? QVariant(*text) : QVariant();
    case ComparisonModel::PairStatusRole:
        return static_cast<int>(status);
    default:
        return {};
    }
}

} // namespace loupe
