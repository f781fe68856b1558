#pragma once

#include "items/histogram/statistics_columns_model.h"
#include "views/kit/tool_tip_delegate.h"

#include <QFont>

#include <array>

class QTableView;

namespace loupe {

/// Draws figures: names in a lighter shade, numbers in the monospace font with the decimal points of a group aligned. A
/// figure's name and number are selected together.
class StatisticsDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    StatisticsDelegate(const StatisticsModel& figures, const StatisticsColumnsModel& columns, QTableView& view);

    /// Measures the model's current content. Reserves room for numbers that are still missing, so columns seldom move.
    void measure();
    /// The width in pixels of a group's column of names, or of values.
    int nameWidth(FigureGroup group) const;
    int valueWidth(FigureGroup group) const;

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

protected:
    void initStyleOption(QStyleOptionViewItem* option, const QModelIndex& index) const override;

private:
    /// Text widths of a group in pixels.
    struct Widths {
        int name = 0;
        int left = 0; ///< left of the decimal point
        int right = 0; ///< from the decimal point on
        int whole = 0; ///< of text without a decimal point, such as an index
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
