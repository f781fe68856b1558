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

/// The metadata as a tree of keys and values. A value that is a JSON object or array is expanded into children in a
/// job, up to a size limit (see metadata_tree.h). DisplayRole shortens long values to one line, WholeTextRole does not.
class MetadataModel : public NodeTreeModel {
    Q_OBJECT

public:
    enum Column { Key, Value, Type, ColumnCount };
    Q_ENUM(Column)

    explicit MetadataModel(QObject* parent = nullptr);
    ~MetadataModel() override;

    /// Clears the model and fills it once a job has expanded the values.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    /// Shows pending metadata edits of the same checkpoint once a job has expanded them; until then, keeps showing the
    /// previous ones. New values are shown after an arrow; keys to be removed remain visible. Both have an EditedRole.
    void setEdits(const StagedEdits& edits);
    /// Shows only what contains the text (see filtered()), once a job has found it; everything if it is empty.
    void setFilter(const QString& text);
    bool isLoading() const { return m_unfolding.isRunning() || m_filtering.isRunning(); }
    bool isEmpty() const { return m_all->keys.empty(); }
    /// True if any key has a type.
    bool hasTypes() const;
    /// The number of matches of the filter, which are numbered in row order.
    std::size_t matchCount() const { return m_tree->matches.size(); }
    QModelIndex rowOfMatch(std::size_t number) const;
    /// The number of the match at a row; nullopt if the row is only above or below a match.
    std::optional<std::size_t> matchAt(const QModelIndex& index) const;

    /// The exact bytes of the key that the row is or belongs to; nullopt if there is no such row.
    std::optional<std::string> keyOf(const QModelIndex& index) const;
    /// The exact bytes of the value of a top-level row, with pending edits; for a key to be removed, the current value.
    std::string valueOf(const QModelIndex& row) const;
    /// True if valueOf() is the complete value of a top-level row, rather than only its beginning.
    bool isWhole(const QModelIndex& row) const;
    /// The row of a key; invalid if there is none or the filter hides it.
    QModelIndex rowOf(const std::string& key) const;
    /// The value of a key with pending edits, even if it is hidden; nullopt if there is no such key or it is to be
    /// removed.
    std::optional<QString> valueNow(const std::string& key) const;

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// The model is filled; also emitted if there is no metadata.
    void loaded();
    /// The filtered rows are shown.
    void filterApplied();

private:
    Links linksOf(std::size_t node) const override;
    void unfold();
    void show(std::shared_ptr<const MetadataTree> tree);
    void filter();
    QModelIndex indexOf(std::uint32_t node) const;
    QString path(std::size_t node) const;
    /// The key of `node` if it is a child of the root; null for deeper nodes.
    const MetadataTree::Key* keyAt(std::size_t node) const;
    static QVariant editedData(const MetadataTree::Key& key, const QString& value, int column, int role);

    std::shared_ptr<const MetadataTree> m_all; ///< never null
    std::shared_ptr<const MetadataTree> m_tree; ///< the part of it that matches the filter
    StagedEdits m_edits;
    QString m_filter;
    JobRunner m_unfolding;
    JobRunner m_filtering;
};

} // namespace loupe
