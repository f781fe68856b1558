#pragma once

#include "items/compare/metadata_comparison.h"
#include "items/compare/paired_checkpoints.h"
#include "items/jobs/item_roles.h"
#include "items/jobs/job_runner.h"
#include "items/tree/node_tree_model.h"

#include <memory>

namespace loupe {

/// The metadata of two checkpoints side by side, compared and expanded in a job. DisplayRole shortens long values to
/// one line, WholeTextRole does not. ComparisonModel::PairStatusRole is the status of a key.
class MetadataDifferenceModel final : public NodeTreeModel {
    Q_OBJECT

public:
    enum Column { Key, A, B, ColumnCount };
    Q_ENUM(Column)

    explicit MetadataDifferenceModel(QObject* parent = nullptr);
    ~MetadataDifferenceModel() override;

    /// Clears the model and fills it once a job has compared the metadata, or emits failed(). Null: no checkpoints.
    void setPaired(PairedCheckpointsPtr paired);
    bool isLoading() const { return m_comparing.isRunning(); }
    /// Cancels the comparison.
    void stop();

    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

signals:
    /// The model is filled; also emitted if there is no metadata.
    void loaded();
    /// The comparison failed; the model stays empty.
    void failed(const loupe::Error& error);

private:
    Links linksOf(std::size_t node) const override;
    const MetadataComparison::Node& nodeAt(const QModelIndex& index) const;
    /// The text of a cell; null if that side has no such entry.
    const QString* textAt(const QModelIndex& index) const;

    std::shared_ptr<const MetadataComparison> m_compared; ///< never null
    JobRunner m_comparing;
};

} // namespace loupe
