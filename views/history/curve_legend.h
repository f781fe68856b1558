#pragma once

#include <QFont>
#include <QPen>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace loupe {

struct Theme;

/// Names the curves of a chart above its plot, in as many lines as needed. If that would take more lines than
/// available, names lose their common parts, then their middle, and notes are left out.
class CurveLegend {
public:
    struct Entry {
        QString name; ///< single line
        QPen pen; ///< of the curve
        QString note = {}; ///< about NaN and infinities; may be empty
    };
    /// A laid-out entry.
    struct Item {
        Entry entry;
        QRectF place; ///< bounds of the whole entry
        double nameWidth = 0;
    };

    /// `hint`: a sentence after the entries; may be empty. `room`: its top is where the first line starts, its bottom
    /// where the last line should end.
    void layOut(const std::vector<Entry>& entries, const QString& hint, const QFont& font, const QRectF& room);
    const std::vector<Item>& items() const { return m_items; }
    /// The hint as drawn, maybe elided.
    QString hint() const { return m_hint; }
    /// Number of lines of text.
    int lines() const { return m_lines; }
    void paint(QPainter& painter, const Theme& theme) const;

private:
    std::vector<Item> m_items;
    QString m_hint;
    QRectF m_hintPlace;
    int m_lines = 0;
};

} // namespace loupe
