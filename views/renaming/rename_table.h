#pragma once

#include <QTableView>

namespace loupe {

class RenameRowsModel;

/// The table of suggested renames: Space checks and unchecks the selected rows.
class RenameTable : public QTableView {
    Q_OBJECT

public:
    /// The view does not own the model.
    explicit RenameTable(RenameRowsModel& rows, QWidget* parent = nullptr);

    /// Shows a sentence instead of rows, to screen readers as well.
    void setEmptyText(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    RenameRowsModel& m_rows;
    QString m_emptyText;
};

} // namespace loupe
