#pragma once

#include "items/histogram/summary_cache.h"

#include <QTableView>

#include <vector>

namespace loupe {

class StatisticsModel;

/// The figures of a summary: names at the left, numbers right-aligned at the right. Rows can be copied.
class StatisticsView : public QTableView {
    Q_OBJECT

public:
    explicit StatisticsView(QWidget* parent = nullptr);

    /// Null: the names alone, for numbers to come.
    void setSummary(SummaryPtr summary);
    /// The shape of the tensor that the figures are about.
    void setShape(std::vector<std::uint64_t> shape);

    QSize sizeHint() const override;

signals:
    /// The place of an element was clicked.
    void elementChosen(quint64 element);

protected:
    void mouseMoveEvent(QMouseEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();
    void follow(const QModelIndex& index);

    StatisticsModel* m_model;
};

} // namespace loupe
