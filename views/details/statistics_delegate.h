#pragma once

#include "items/histogram/statistics_columns_model.h"
#include "views/kit/tool_tip_delegate.h"

#include <QFont>

#include <array>

class QTableView;

namespace loupe {

/// Draws figures: names in a lighter shade, numbers in the monospace font with the decimal points of a group at one x.
/// A figure is selected as a whole.
class StatisticsDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    StatisticsDelegate(const StatisticsModel& figures, const StatisticsColumnsModel& columns, QTableView& view);

    /// Measures what the model has now. Numbers that are still to come have room, so that columns seldom move.
    void measure();
    /// Pixels of a column with names, or with values, of a group.
    int nameWidth(FigureGroup group) const;
    int valueWidth(FigureGroup group) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    /// Pixels of the texts of a group.
    struct Widths {
        int name = 0;
        int left = 0; ///< of the decimal point
        int right = 0; ///< from the decimal point on
        int whole = 0; ///< of what has no decimal point, such as an index
    };

    QFont titleFont() const;
    QFont numberFont() const;
    bool isSelected(const QModelIndex& index) const;
    double leftOf(const QString& number) const;

    const StatisticsModel& m_figures;
    const StatisticsColumnsModel& m_columns;
    QTableView& m_view;
    std::array<Widths, figureGroups> m_widths;
};

} // namespace loupe
