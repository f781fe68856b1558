#pragma once

#include <QTableView>

#include <vector>

namespace loupe {

class RunModel;

/// The checkpoints of a run, one per row, ordered by step.
class RunTable : public QTableView {
    Q_OBJECT

public:
    /// `model` outlives this.
    explicit RunTable(RunModel& model, QWidget* parent = nullptr);

    /// The selected rows in ascending order.
    std::vector<int> selectedRows() const;
    /// Makes a row current, selects only it, and scrolls to it.
    void selectStep(int row);

    QSize sizeHint() const override { return {440, 320}; }

signals:
    /// The user pressed Return or double-clicked.
    void rowActivated(int row);
    /// The selection or the current row has changed.
    void choiceChanged();

protected:
    void keyPressEvent(QKeyEvent* event) override;
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void currentChanged(const QModelIndex& current, const QModelIndex& previous) override;
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
    void placeNames();

    RunModel& m_model;
};

} // namespace loupe
