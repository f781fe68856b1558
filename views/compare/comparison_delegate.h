#pragma once

#include "views/kit/tool_tip_delegate.h"
#include "views/tree/row_names.h"
#include <QPixmap>

namespace loupe {

struct Theme;

/// Draws the cells of a ComparisonModel: names shortened by whole parts with a quiet hint behind, a status with its
/// sign, numbers at the right, what did not change in a lighter shade than what did; the mark of NaN next to a largest
/// difference that says nothing about NaN and infinities.
class ComparisonDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    explicit ComparisonDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Fonts or colors have changed.
    void refresh();
    /// The rows are of another comparison.
    void forgetNames() { m_names.clear(); }

    static constexpr int padding = 6; ///< at both sides of a cell's text
    static constexpr int mark = 18; ///< room for the sign before a status
    static constexpr int nonfiniteMark = 15; ///< room for that of NaN before a largest difference

private:
    void paintName(QPainter& painter, QRect rect, const QModelIndex& index, const QColor& muted, bool selected) const;
    void paintStatus(QPainter& painter, QRect rect, const QModelIndex& index, const Theme& theme, bool selected) const;
    void paintShare(QPainter& painter, const QStyleOptionViewItem& option, const QModelIndex& index) const;

    mutable RowNames m_names;
    QFont m_monospace;
    QPixmap m_tensor;
    QPixmap m_group;
};

} // namespace loupe
