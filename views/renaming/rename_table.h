#pragma once

#include <QTableView>

namespace loupe {

class RenameRowsModel;

/// The table of suggested renames: Space checks and unchecks what is selected.
class RenameTable : public QTableView {
    Q_OBJECT

public:
    /// The view does not own the model.
    explicit RenameTable(RenameRowsModel& rows, QWidget* parent = nullptr);

    /// A sentence in the place of rows, for screen readers as well.
    void setEmptyText(const QString& text);

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void paintEvent(QPaintEvent* event) override;

private:
    RenameRowsModel& m_rows;
    QString m_emptyText;
};

} // namespace loupe
