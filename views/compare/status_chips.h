#pragma once

#include "items/compare/comparison_results.h"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace loupe {

class ElidedLabel;
class FlowLayout;

/// The outcome of a comparison in one line: a verdict, and the number of pairs of each status. Clicking a count
/// requests the filter that keeps only those pairs.
class StatusChips : public QWidget {
    Q_OBJECT

public:
    explicit StatusChips(QWidget* parent = nullptr);

    /// Null: no results yet. `running`: values are being compared.
    void setResults(const ComparisonResultsPtr& results, bool running);
    /// Shows the count with this filter as pressed.
    void setFilter(const QString& filter);
    QString verdict() const;

signals:
    /// `filter` is empty if the pressed count was clicked again.
    void filterWanted(const QString& filter);

protected:
    void changeEvent(QEvent* event) override;

private:
    struct Chip {
        QToolButton* button;
        QString filter;
        QString title;
    };

    void addChip(const QString& filter, const QString& title, const QString& help);
    void setCount(std::size_t chip, std::uint64_t count);
    void drawIcons();

    FlowLayout* m_flow;
    ElidedLabel* m_verdict;
    QLabel* m_waiting;
    QLabel* m_cost;
    std::vector<Chip> m_chips; ///< one for each PairStatus, then renamed, then other dtype
};

} // namespace loupe
