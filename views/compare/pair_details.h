#pragma once

#include "items/compare/comparison_results.h"

#include <QTableView>

#include <optional>

namespace loupe {

class PairFiguresModel;

/// All figures of the selected pair or group. Rows can be copied.
class PairDetails : public QTableView {
    Q_OBJECT

public:
    explicit PairDetails(QWidget* parent = nullptr);

    void setNode(const ComparisonResultsPtr& results, std::optional<NameTree::NodeId> node);
    /// New results were added.
    void onResultsAdded();

    QSize sizeHint() const override;

protected:
    void paintEvent(QPaintEvent* event) override;
    void resizeEvent(QResizeEvent* event) override;

private:
    void layOutRows();

    PairFiguresModel* m_model;
    ComparisonResultsPtr m_results;
    QString m_message; ///< shown while there are no rows
};

} // namespace loupe
