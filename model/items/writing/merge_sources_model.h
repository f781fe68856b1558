#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"
#include "items/writing/file_table_model.h"
#include "items/writing/writing_request.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace loupe {

/// The checkpoints to be merged, opened one after the other off the UI thread. Rows that could not be opened remain,
/// with the error and SeverityRole Error. Files with the same name are shown with as many parent folders as required to
/// distinguish them.
class MergeSourcesModel : public FileTableModel {
    Q_OBJECT

public:
    explicit MergeSourcesModel(QObject* parent = nullptr);
    ~MergeSourcesModel() override;

    /// `edits`: its pending edits, which are included; must be empty unless it is the first checkpoint.
    void add(OpenedCheckpointPtr opened, StagedEdits edits = {});
    /// Adds files, folders or indexes, except those that are already in the list.
    void add(const QStringList& paths);
    void remove(int row);

    /// The open checkpoints, in row order.
    std::vector<OpenedCheckpointPtr> opened() const;
    /// Merges all checkpoints. Precondition: there is at least one.
    RecipeMaker recipe() const;
    bool isOpening() const { return m_opening.isRunning(); }
    /// True if some rows could not be opened.
    bool hasFailures() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    /// opened() has changed.
    void openedChanged();

private:
    QString noteTitle() const override;
    struct Row {
        QString path;
        QString shown = {}; ///< the end of the path
        OpenedCheckpointPtr opened; ///< null while it is being opened, or if that failed
        StagedEdits edits = {}; ///< without a checkpoint if none were given
        std::optional<Error> error;
    };
    void openNext();
    void nameRows();
    QString text(const Row& row, int column) const;

    std::vector<Row> m_rows;
    JobRunner m_opening;
    QString m_current; ///< the path that is being opened
};

} // namespace loupe
