#pragma once

#include "items/writing/file_table_model.h"
#include "items/writing/writing_preview.h"

namespace loupe {

/// The files that a preview would write. Rows of existing files have SeverityRole Warning.
class OutputFilesModel : public FileTableModel {
    Q_OBJECT

public:
    using FileTableModel::FileTableModel;

    /// Null, or a preview without output: no rows.
    void setPreview(const WritingPreviewPtr& preview);

    int rowCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;

private:
    QString noteTitle() const override;
    QString text(const OutputFile& file, int column) const;

    std::vector<OutputFile> m_files;
    std::optional<std::filesystem::path> m_newFolder; ///< the folder that is created for the files
};

} // namespace loupe
