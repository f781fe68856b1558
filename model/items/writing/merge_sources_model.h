#pragma once

#include "items/jobs/job_runner.h"
#include "items/session/opened_checkpoint.h"
#include "items/writing/file_table_model.h"
#include "items/writing/writing_request.h"

#include <QStringList>
#include <optional>
#include <vector>

namespace loupe {

/// The checkpoints that are to become one, opened one after the other off the UI thread. Rows that could not be opened
/// stay, with the reason, and have SeverityRole Error. Files of one name are shown with as many of their folders as
/// tell them apart.
class MergeSourcesModel : public FileTableModel {
    Q_OBJECT

public:
    explicit MergeSourcesModel(QObject* parent = nullptr);
    ~MergeSourcesModel() override;

    /// `edits`: what is staged about it, which goes in, too; nothing may be staged unless it is the first one.
    void add(OpenedCheckpointPtr opened, StagedEdits edits = {});
    /// Files, folders or indexes; one that is there already is not added again.
    void add(const QStringList& paths);
    void remove(int row);

    /// Those that are open, in the order of the rows.
    std::vector<OpenedCheckpointPtr> opened() const;
    /// All checkpoints as one. Precondition: there are some.
    RecipeMaker recipe() const;
    bool isOpening() const { return m_opening.isRunning(); }
    /// Some rows could not be opened.
    bool hasFailures() const;

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

signals:
    /// opened() is another.
    void openedChanged();

private:
    QString noteTitle() const override;
    struct Row {
        QString path;
        QString shown = {}; ///< the end of the path
        OpenedCheckpointPtr opened; ///< null while it is being opened, or where it could not be
        StagedEdits edits = {}; ///< without a checkpoint where none were given
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
