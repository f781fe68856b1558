#include "items/metadata/metadata_model.h"

#include "items/jobs/qt_text.h"
#include "items/metadata/metadata_filter.h"
#include "items/metadata/metadata_text.h"
#include "items/metadata/metadata_tree.h"

#include <QStringList>

#include <algorithm>

namespace loupe {

MetadataModel::MetadataModel(QObject* parent)
    : NodeTreeModel(parent)
    , m_all(std::make_shared<const MetadataTree>())
    , m_tree(m_all)
{
}

MetadataModel::~MetadataModel() = default;

void MetadataModel::setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint)
{
    m_unfolding.stop();
    m_filtering.stop();
    m_all = std::make_shared<const MetadataTree>();
    show(m_all);
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
            m_all = std::move(tree);
            if (!m_filter.isEmpty())
                return filter();
            show(m_all);
            emit loaded();
        });
}

void MetadataModel::show(std::shared_ptr<const MetadataTree> tree)
{
    beginResetModel();
    m_tree = std::move(tree);
    endResetModel();
}

void MetadataModel::setFilter(const QString& text)
{
    if (text == m_filter)
        return;
    m_filter = text;
    if (!m_unfolding.isRunning()) // otherwise filtered once it is expanded
        filter();
}

void MetadataModel::filter()
{
    m_filtering.stop();
    if (m_filter.isEmpty()) {
        show(m_all);
        emit filterApplied();
        return;
    }
    m_filtering.start(
        [all = m_all, edits = m_edits, text = m_filter](
            const Work& work) { return std::make_shared<const MetadataTree>(filtered(*all, edits, text, work)); },
        [this](std::shared_ptr<const MetadataTree> tree) {
            show(std::move(tree));
            emit filterApplied();
        });
}

bool MetadataModel::hasTypes() const
{
    return std::ranges::any_of(m_all->keys, [](const MetadataTree::Key& key) { return !key.type.empty(); });
}

QModelIndex MetadataModel::indexOf(std::uint32_t node) const
{
    return createIndex(int(m_tree->nodes[node].row), 0, quintptr{node});
}

QModelIndex MetadataModel::rowOfMatch(std::size_t number) const
{
    return indexOf(m_tree->matches[number]);
}

std::optional<std::size_t> MetadataModel::matchAt(const QModelIndex& index) const
{
    const auto found = std::ranges::find(m_tree->matches, nodeOf(index));
    return found == m_tree->matches.end() ? std::nullopt : std::optional(std::size_t(found - m_tree->matches.begin()));
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
    const std::size_t index = keyAt(row.internalId())->row;
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
    const auto found = m_tree->find(key);
    return found ? index(static_cast<int>(*found), 0) : QModelIndex();
}

std::optional<QString> MetadataModel::valueNow(const std::string& key) const
{
    const auto found = m_all->find(key);
    if (!found || m_all->keys[*found].change == ChangeKind::MetadataRemoved)
        return std::nullopt;
    return m_all->nodes[*found + 1].value;
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
    return section == Key ? tr("Key") : section == Value ? tr("Value") : tr("Type");
}

QVariant MetadataModel::data(const QModelIndex& index, int role) const
{
    if (!index.isValid())
        return {};
    const MetadataTree::Node& node = m_tree->nodes[index.internalId()];
    const MetadataTree::Key* const key = keyAt(index.internalId());
    if (index.column() == Type)
        return key && role == Qt::DisplayRole ? QVariant(toQString(key->type)) : QVariant();
    const QString& text = index.column() == Key ? node.key : node.value;
    if (key && key->change)
        if (const QVariant answer = editedData(*key, text, index.column(), role); answer.isValid())
            return answer;
    switch (role) {
    case Qt::DisplayRole:
        if (index.column() == Key)
            return metadataKeyText(text);
        return node.meaning.isEmpty() ? metadataValueText(text)
                                      : QStringLiteral("%1 (%2)").arg(metadataValueText(text), node.meaning);
    case WholeTextRole:
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
