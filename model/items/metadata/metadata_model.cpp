#include "items/metadata/metadata_model.h"

#include "items/jobs/qt_text.h"
#include "items/metadata/metadata_text.h"
#include "items/metadata/metadata_tree.h"

#include <QStringList>

#include <algorithm>

namespace loupe {

MetadataModel::MetadataModel(QObject* parent)
    : NodeTreeModel(parent)
    , m_tree(std::make_shared<const MetadataTree>())
{
}

MetadataModel::~MetadataModel() = default;

void MetadataModel::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_unfolding.stop();
    beginResetModel();
    m_tree = std::make_shared<const MetadataTree>();
    endResetModel();
    m_edits = StagedEdits(std::move(checkpoint));
    if (m_edits.checkpoint())
        unfold();
}

void MetadataModel::setEdits(const StagedEdits& edits)
{
    if (edits.checkpoint() != m_edits.checkpoint() || edits.metadataEdits() == m_edits.metadataEdits())
        return;
    m_edits = edits;
    unfold();
}

void MetadataModel::unfold()
{
    m_unfolding.start(
        [edits = m_edits](
            const Work& work) { return std::make_shared<const MetadataTree>(MetadataTree::unfold(edits, work)); },
        [this](std::shared_ptr<const MetadataTree> tree) {
            beginResetModel();
            m_tree = std::move(tree);
            endResetModel();
            emit loaded();
        });
}

const MetadataTree::Key* MetadataModel::keyAt(std::size_t node) const
{
    return node > 0 && node <= m_tree->keys.size() ? &m_tree->keys[node - 1] : nullptr;
}

std::optional<std::string> MetadataModel::keyOf(const QModelIndex& index) const
{
    if (!index.isValid())
        return std::nullopt;
    std::size_t node = index.internalId();
    while (m_tree->nodes[node].parent != 0)
        node = m_tree->nodes[node].parent;
    return keyAt(node)->name;
}

std::string MetadataModel::valueOf(const QModelIndex& row) const
{
    const auto key = keyOf(row);
    if (!key)
        return {};
    for (const MetadataEdit& edit : m_edits.metadataEdits()) {
        if (edit.key == *key && edit.value)
            return *edit.value;
    }
    const auto index = static_cast<std::size_t>(row.row());
    const auto& metadata = m_edits.checkpoint()->metadata;
    return metadata && index < metadata->size() ? (*metadata)[index].second.shown() : std::string();
}

bool MetadataModel::isWhole(const QModelIndex& row) const
{
    const MetadataTree::Key* const key = row.isValid() ? keyAt(row.internalId()) : nullptr;
    return !key || key->isWhole;
}

QModelIndex MetadataModel::rowOf(const std::string& key) const
{
    const auto nameOf = [this](std::uint32_t one) -> const std::string& { return m_tree->keys[one].name; };
    const auto found = std::ranges::lower_bound(m_tree->byName, key, {}, nameOf);
    return found == m_tree->byName.end() || nameOf(*found) != key ? QModelIndex() : index(static_cast<int>(*found), 0);
}

NodeTreeModel::Links MetadataModel::linksOf(std::size_t node) const
{
    return linksIn(m_tree->nodes[node]);
}

int MetadataModel::columnCount(const QModelIndex&) const
{
    return ColumnCount;
}

QVariant MetadataModel::headerData(int section, Qt::Orientation orientation, int role) const
{
    if (orientation != Qt::Horizontal || role != Qt::DisplayRole || section < 0 || section >= ColumnCount)
        return {};
    return section == Key ? tr("Key") : tr("Value");
}

QVariant MetadataModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const MetadataTree::Node& node = m_tree->nodes[index.internalId()];
    const QString& text = index.column() == Key ? node.key : node.value;
    const MetadataTree::Key* const key = keyAt(index.internalId());
    if (key && key->change)
        if (const QVariant answer = editedData(*key, text, index.column(), role); answer.isValid())
            return answer;
    switch (role) {
    case Qt::DisplayRole:
        return index.column() == Key ? metadataKeyText(text) : metadataValueText(text);
    case WholeTextRole:
    case SortRole:
        return text;
    case FullNameRole:
        return path(index.internalId());
    default:
        return {};
    }
}

QVariant MetadataModel::editedData(const MetadataTree::Key& key, const QString& value, int column, int role)
{
    if (role == EditedRole)
        return static_cast<int>(*key.change);
    if (column != Value)
        return {};
    if (role == Qt::DisplayRole && key.change == ChangeKind::MetadataSet)
        return QStringLiteral("→ ") + metadataValueText(value);
    if (role != Qt::ToolTipRole)
        return {};
    if (key.change == ChangeKind::MetadataRemoved)
        return tr("will be removed");
    return key.before ? tr("before: %1").arg(metadataValueText(toQString(*key.before))) : tr("will be added");
}

QString MetadataModel::path(std::size_t node) const
{
    QStringList keys;
    for (; node != 0; node = m_tree->nodes[node].parent)
        keys.prepend(m_tree->nodes[node].key);
    return keys.join(QLatin1Char('.'));
}

} // namespace loupe
