#pragma once

#include <QFont>
#include <QPen>
#include <QRectF>
#include <QString>

#include <vector>

class QPainter;

namespace loupe {

struct Theme;

/// Names the curves of a chart above its plot, in as many lines as they need. Names give up what they share, then
/// their middle, and notes are left out, where all of them would take more lines than there are.
class CurveLegend {
public:
    struct Entry {
        QString name; ///< for one line on the screen
        QPen pen; ///< of the curve
        QString note = {}; ///< about NaN and infinities; may be empty
    };
    /// An entry as it is drawn.
    struct Item {
        Entry entry;
        QRectF place; ///< all of it
        double nameWidth = 0;
    };

    /// `hint`: a sentence after the entries; may be empty. `room`: where the first line begins and the last one should
    /// end.
    void layOut(const std::vector<Entry>& entries, const QString& hint, const QFont& font, const QRectF& room);
    const std::vector<Item>& items() const { return m_items; }
    /// As it is drawn.
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
