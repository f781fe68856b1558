#pragma once

#include "items/histogram/summary_cache.h"

#include <QTableView>

#include <vector>

namespace loupe {

class StatisticsColumnsModel;
class StatisticsDelegate;
class StatisticsModel;

/// The figures of a summary in groups: names on the left, and numbers next to them with aligned decimal points. The
/// groups are placed side by side if the view is wide enough and not high enough to stack them. Figures can be copied.
class StatisticsView : public QTableView {
    Q_OBJECT

public:
    explicit StatisticsView(QWidget* parent = nullptr);

    /// Null: shows only the names until the numbers arrive.
    void setSummary(SummaryPtr summary);
    /// The shape of the tensor that the figures describe.
    void setShape(std::vector<std::uint64_t> shape);

    const StatisticsModel& figures() const { return *m_figures; }
    /// The selected figures for the clipboard, unshortened, one per line.
    QString selectedText() const;
    QString allText() const;

    /// The size with all groups stacked.
    QSize sizeHint() const override;
    /// The height that shows all figures at this width, in pixels.
    int heightFor(int width) const;

signals:
    /// The user clicked the position of an element.
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
