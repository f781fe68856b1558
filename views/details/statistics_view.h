#pragma once

#include "items/histogram/summary_cache.h"

#include <QTableView>

#include <vector>

namespace loupe {

class StatisticsColumnsModel;
class StatisticsDelegate;
class StatisticsModel;

/// The figures of a summary in groups: names at the left, numbers next to them with their decimal points below each
/// other. The groups stand side by side as far as the view is wide and not high enough. Figures can be copied.
class StatisticsView : public QTableView {
    Q_OBJECT

public:
    explicit StatisticsView(QWidget* parent = nullptr);

    /// Null: the names alone, for numbers to come.
    void setSummary(SummaryPtr summary);
    /// The shape of the tensor that the figures are about.
    void setShape(std::vector<std::uint64_t> shape);

    const StatisticsModel& figures() const { return *m_figures; }
    /// The selected figures, one on each line, whole: for the clipboard.
    QString selectedText() const;
    QString allText() const;

    /// For all groups below each other.
    QSize sizeHint() const override;
    /// For all figures where the view is so wide.
    int heightFor(int width) const;

signals:
    /// The place of an element was clicked.
    void elementChosen(quint64 element);

protected:
    void selectionChanged(const QItemSelection& selected, const QItemSelection& deselected) override;
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void addCopying();
    std::vector<int> selectedFigures() const;
    QString textOf(const std::vector<int>& figures) const;
    int leastRowHeight() const;
    int widthOf(int blocks) const;
    int mostBlocksIn(int width) const;
    int blocksFor(QSize size) const;
    void setBlocks(int blocks);
    void measure();
    void fit();
    void follow(const QModelIndex& index);

    StatisticsModel* m_figures;
    StatisticsColumnsModel* m_columns;
    StatisticsDelegate* m_delegate;
};

} // namespace loupe
