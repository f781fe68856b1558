#pragma once

#include "views/kit/tool_tip_delegate.h"
#include "views/tree/row_names.h"
#include <QPixmap>

namespace loupe {

/// Draws the cells of a TensorTreeModel: names shortened by whole parts and followed by a muted hint, numbers
/// right-aligned with a muted unit, a share with a bar behind its number, a dtype with its color from the byte map, and
/// a distribution as a tiny histogram. Pending edits: new texts are in the accent color, followed by as much of the
/// struck-through old name as fits. Deleted rows are struck through, and a dot follows a group that contains edits.
class TreeDelegate : public ToolTipDelegate {
    Q_OBJECT

public:
    explicit TreeDelegate(QObject* parent = nullptr);

    void paint(QPainter* painter, const QStyleOptionViewItem& option, const QModelIndex& index) const override;
    QSize sizeHint(const QStyleOptionViewItem& option, const QModelIndex& index) const override;

    /// Fonts or colors have changed.
    void refresh();
    /// Call when the rows belong to another checkpoint.
    void forgetNames() { m_names.clear(); }

    static constexpr int padding = 6; ///< at both sides of a cell's text
    static constexpr int dtypeMark = 14; ///< room that a dtype's color takes before its name
    static constexpr Qt::TextElideMode dtypeElision = Qt::ElideRight; ///< long dtype names end alike
    static constexpr int healthMark = 16; ///< room for the shape before the text in the column Health

protected:
    QString toolTip(const QModelIndex& index) const override;

private:
    struct Look {
        QFont font;
        QColor text;
        QColor muted;
        bool selected = false;
    };

    Look lookOf(const QStyleOptionViewItem& option, const QModelIndex& index) const;
    void paintName(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const;
    void paintFormerName(QPainter& painter, QRect rect, const QString& name, const Look& look) const;
    void paintDType(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const;
    /// The longest of the cell's texts that fits; the shortest if none does.
    static QString healthText(const QModelIndex& index, const QFontMetrics& metrics, int width);
    void paintHealth(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const;
    void paintDistribution(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const;
    void paintNumber(QPainter& painter, QRect rect, const QModelIndex& index, const Look& look) const;

    mutable RowNames m_names;
    QFont m_monospace;
    QPixmap m_tensor;
    QPixmap m_group;
    QPixmap m_warning;
    QPixmap m_error;
};

} // namespace loupe
