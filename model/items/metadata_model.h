#pragma once

#include "core/checkpoint.h"
#include "items/item_roles.h"
#include "items/job_runner.h"

#include <QAbstractItemModel>
#include <memory>
#include <vector>

namespace loupe {

struct MetadataTree;

/// The metadata as a tree of key and value. A value that is itself a JSON object or array is unfolded into children
/// (in a job; up to a size, see metadata_tree.h). DisplayRole shortens long values to one line, WholeTextRole does not.
class MetadataModel : public QAbstractItemModel {
    Q_OBJECT

public:
    enum Column { Key, Value, ColumnCount };
    Q_ENUM(Column)

    explicit MetadataModel(QObject* parent = nullptr);
    ~MetadataModel() override;

    /// Empties the model and fills it again when a job has unfolded the values.
    void setCheckpoint(std::shared_ptr<const Checkpoint> checkpoint);
    bool isLoading() const { return m_unfolding.isRunning(); }

    QModelIndex index(int row, int column, const QModelIndex& parent = {}) const override;
    QModelIndex parent(const QModelIndex& child) const override;
    using QObject::parent;
    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;
    Qt::ItemFlags flags(const QModelIndex& index) const override;

signals:
    /// The model is filled; also where there is no metadata.
    void loaded();

private:
    QString path(std::size_t node) const;

    std::shared_ptr<const MetadataTree> m_tree; ///< never null
    JobRunner m_unfolding;
};

} // namespace loupe
