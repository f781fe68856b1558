#pragma once

#include "items/summary_cache.h"

#include <QTableView>

namespace loupe {

class StatisticsModel;

/// The figures of a summary: names at the left, numbers right-aligned at the right. Rows can be copied.
class StatisticsView : public QTableView {
    Q_OBJECT

public:
    explicit StatisticsView(QWidget* parent = nullptr);

    /// Null: the names alone, for numbers to come.
    void setSummary(SummaryPtr summary);

    QSize sizeHint() const override;

protected:
    void resizeEvent(QResizeEvent* event) override;
    void changeEvent(QEvent* event) override;

private:
    void fitColumns();

    StatisticsModel* m_model;
};

} // namespace loupe
