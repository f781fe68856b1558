#pragma once

#include <QTableView>

#include <vector>

namespace loupe {

class RunModel;

/// The checkpoints of a run, one a row, by step.
class RunTable : public QTableView {
    Q_OBJECT

public:
    /// `model` outlives this.
    explicit RunTable(RunModel& model, QWidget* parent = nullptr);

    /// Rows, the first one first.
    std::vector<int> selectedRows() const;
    /// Makes a row current, alone selected and visible.
    void selectStep(int row);

    QSize sizeHint() const override { return {440, 320}; }

signals:
    /// Return or a double click.
    void rowActivated(int row);
    /// Other rows are selected, or another one is the current one.
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
