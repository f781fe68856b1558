#pragma once

#include "core/checkpoint.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"
#include "items/metadata/metadata_tree.h"
#include "items/tree/node_tree_model.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The metadata as a tree of key and value. A value that is itself a JSON object or array is unfolded into children
/// (in a job; up to a size, see metadata_tree.h). DisplayRole shortens long values to one line, WholeTextRole does not.
class MetadataModel : public NodeTreeModel {
    Q_OBJECT

public:
    enum Column { Key, Value, ColumnCount };
    Q_ENUM(Column)

    explicit MetadataModel(QObject* parent = nullptr);
    ~MetadataModel() override;

    /// Empties the model and fills it again when a job has unfolded the values.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Shows what is staged about the metadata of the same checkpoint, when a job has unfolded it; until then, what was
    /// shown before. New values stand after an arrow; keys that are to go stay. Both answer EditedRole.
    void setEdits(const StagedEdits& edits);
    bool isLoading() const { return m_unfolding.isRunning(); }

    /// The very bytes of the key that the row is, or belongs to; nothing where there is no such row.
    std::optional<std::string> keyOf(const QModelIndex& index) const;
    /// The very bytes of the value of a top-level row, as it is staged to be; for one that is to go, as it is.
    std::string valueOf(const QModelIndex& row) const;
    /// Whether valueOf() is all of the value of a top-level row, and not only how it begins.
    bool isWhole(const QModelIndex& row) const;
    /// The row of a key; invalid where there is none.
    QModelIndex rowOf(const std::string& key) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// The model is filled; also where there is no metadata.
    void loaded();

private:
    Links linksOf(std::size_t node) const override;
    void unfold();
    QString path(std::size_t node) const;
    /// The key of `node` if it is a child of the root; null for what is deeper.
    const MetadataTree::Key* keyAt(std::size_t node) const;
    static QVariant editedData(const MetadataTree::Key& key, const QString& value, int column, int role);

    std::shared_ptr<const MetadataTree> m_tree; ///< never null
    StagedEdits m_edits;
    JobRunner m_unfolding;
};

} // namespace loupe
