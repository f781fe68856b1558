#pragma once

#include "items/compare/comparison_results.h"

#include <QWidget>

#include <vector>

class QLabel;
class QToolButton;

namespace loupe {

class ElidedLabel;
class FlowLayout;

/// What a comparison comes to, in one line: a verdict, and how many pairs became what. A click on a count asks for the
/// filter that leaves only those.
class StatusChips : public QWidget {
    Q_OBJECT

public:
    explicit StatusChips(QWidget* parent = nullptr);

    /// Null: nothing is known. `running`: the values are being compared.
    void setResults(const ComparisonResultsPtr& results, bool running);
    /// The count that asks for this filter is shown as pressed.
    void setFilter(const QString& filter);
    QString verdict() const;

signals:
    /// Empty: the pressed count was clicked once more.
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
