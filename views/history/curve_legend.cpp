#include "views/history/curve_legend.h"

#include "views/colors/theme.h"
#include "views/kit/elided_path.h"

#include <QFontMetrics>
#include <QPainter>
#include <QStringList>

#include <algorithm>

namespace loupe {

namespace {

// Pixels.
constexpr double sampleWidth = 28; // width of a line sample, which shows the dashes
constexpr double legendSpace = 6;
constexpr double entrySpace = 18;
constexpr int leastNameWidth = 48;

/// How much of the entries is drawn.
struct LegendForm {
    int widestName = 0;
    bool hasNotes = true;
};

/// Lays out texts in lines from left to right.
class LegendLines {
public:
    LegendLines(const QRectF& room, double height)
        : m_room(room)
        , m_height(height)
        , m_x(room.left())
    {
    }

    QRectF place(double width)
    {
        if (m_x > m_room.left() && m_x + width > m_room.right()) {
            ++m_line;
            m_x = m_room.left();
        }
        const QRectF place(m_x, m_room.top() + m_line * m_height, width, m_height);
        m_x += width + entrySpace;
        return place;
    }
    int count() const { return m_line + 1; }

private:
    QRectF m_room;
    double m_height;
    double m_x;
    int m_line = 0;
};

} // namespace

void CurveLegend::layOut(const std::vector<Entry>& entries, const QString& hint, const QFont& font, const QRectF& room)
{
    const QFontMetrics metrics(font);
    const auto setIn = [&](const LegendForm& form) {
        LegendLines lines(room, metrics.height());
        QStringList names;
        for (const Entry& entry : entries)
            names << entry.name;
        const std::vector<int> widths(entries.size(), form.widestName);
        names = elidedPaths(names, metrics, widths);
        m_items.clear();
        for (std::size_t i = 0; i < entries.size(); ++i) {
            Item item{.entry = entries[i], .place = {}};
            item.entry.name = names[qsizetype(i)];
            item.nameWidth = metrics.horizontalAdvance(item.entry.name) + 1;
            if (!form.hasNotes)
                item.entry.note.clear();
            const double note =
                item.entry.note.isEmpty() ? 0 : legendSpace + metrics.horizontalAdvance(item.entry.note) + 1;
            item.place = lines.place(sampleWidth + legendSpace + item.nameWidth + note);
            m_items.push_back(std::move(item));
        }
        m_hint = metrics.elidedText(hint, Qt::ElideRight, int(room.width()));
        if (!hint.isEmpty())
            m_hintPlace = lines.place(metrics.horizontalAdvance(m_hint) + 1);
        m_lines = lines.count();
    };
    const int whole = std::max(int(room.width() - sampleWidth - legendSpace), leastNameWidth);
    const int most = std::max(int(room.height() / metrics.height()), 1);
    std::vector<LegendForm> forms{{whole, true}, {whole / 2, true}, {whole / 2, false}};
    for (int inLine = 3; whole / inLine > leastNameWidth; ++inLine)
        forms.push_back({int(room.width() / inLine - sampleWidth - legendSpace - entrySpace), false});
    forms.push_back({leastNameWidth, false});
    for (const LegendForm& form : forms) {
        setIn(form);
        if (m_lines <= most)
            return;
    }
}

void CurveLegend::paint(QPainter& painter, const Theme& theme) const
{
    constexpr int alignment = int(Qt::AlignLeft | Qt::AlignVCenter);
    for (const Item& item : m_items) {
        const double middle = item.place.center().y();
        double x = item.place.left();
        painter.setPen(item.entry.pen);
        painter.drawLine(QPointF(x, middle), QPointF(x + sampleWidth, middle));
        x += sampleWidth + legendSpace;
        painter.setPen(theme.text);
        painter.drawText(QRectF(x, item.place.top(), item.nameWidth, item.place.height()), alignment, item.entry.name);
        x += item.nameWidth + legendSpace;
        painter.setPen(theme.nan);
        painter.drawText(QRectF(x, item.place.top(), std::max(item.place.right() - x, 0.0), item.place.height()),
            alignment | Qt::TextDontClip, item.entry.note);
    }
    painter.setPen(theme.mutedText);
    painter.drawText(m_hintPlace, alignment, m_hint);
}

} // namespace loupe
