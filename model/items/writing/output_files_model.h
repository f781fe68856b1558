#pragma once

#include "items/writing/writing_preview.h"

#include <QAbstractTableModel>

namespace loupe {

/// The files that a preview would write. Rows whose file is there already have SeverityRole Warning.
class OutputFilesModel : public QAbstractTableModel {
    Q_OBJECT

public:
    enum Column { File, Note, Tensors, Size, ColumnCount };
    Q_ENUM(Column)

    using QAbstractTableModel::QAbstractTableModel;

    /// Null, or one without an output: no rows.
    void setPreview(WritingPreviewPtr preview);

    int rowCount(const QModelIndex& parent = {}) const override;
    int columnCount(const QModelIndex& parent = {}) const override;
    QVariant data(const QModelIndex& index, int role = Qt::DisplayRole) const override;
    QVariant headerData(int section, Qt::Orientation orientation, int role = Qt::DisplayRole) const override;

private:
    QString text(const OutputFile& file, int column) const;

    WritingPreviewPtr m_preview;
};

} // namespace loupe
