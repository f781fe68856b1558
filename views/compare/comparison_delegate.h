#pragma once

#include "views/kit/tool_tip_delegate.h"
#include "views/tree/row_names.h"
#include <QPixmap>

namespace loupe {

struct Theme;

/// Draws the cells of a ComparisonModel: names shortened by whole parts and followed by a muted hint, a status with its
/// sign, right-aligned numbers, and unchanged figures in a lighter shade. A NaN mark precedes the largest difference if
/// it does not cover NaN and infinities.
class ComparisonDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    explicit ComparisonDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Fonts or colors have changed.
    void refresh();
    /// Call when the rows belong to another comparison.
    void forgetNames() { m_names.clear(); }

    static constexpr int padding = 6; ///< at both sides of a cell's text
    static constexpr int mark = 18; ///< room for the sign before a status
    static constexpr int nonfiniteMark = 15; ///< room for the NaN mark before the largest difference

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
