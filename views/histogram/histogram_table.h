#pragma once

#include "items/histogram/histogram_model.h"

#include <QTableView>

namespace loupe {

/// The bins of a histogram, as numbers. Rows can be copied.
class HistogramTable : public QTableView {
    Q_OBJECT

public:
    explicit HistogramTable(QWidget* parent = nullptr);

    /// Both null: an empty table.
    void setHistogram(SummaryPtr summary, HistogramPtr histogram);

private:
    HistogramModel* m_model;
};

} // namespace loupe
