#include "views/byte_map/byte_map_legend.h"

#include "views/colors/theme.h"
#include "views/kit/plain_text.h"

#include <QPainter>

namespace loupe {

namespace {

constexpr int swatchWidth = 16;
constexpr int swatchHeight = 10;
constexpr int scaleWidth = 96;
constexpr int legendGap = 16;
constexpr int swatchGap = 6;

} // namespace

ByteMapLegend::ByteMapLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ByteMapLegend::setKey(ByteMapKey key)
{
    m_key = std::move(key);
    setAccessibleName(tr("Legend: %1").arg(text()));
    setToolTip(plainToolTip(text()));
    updateGeometry();
    update();
}

QString ByteMapLegend::text() const
{
    QStringList parts;
    for (const ByteMapKey::Entry& entry : m_key.entries)
        parts << entry.text;
    if (!m_key.hint.isEmpty())
        parts << m_key.hint;
    if (m_key.scale)
        parts << tr("%1 to %2, logarithmic").arg(m_key.scale->from, m_key.scale->to);
    return parts.join(QStringLiteral(", "));
}

QSize ByteMapLegend::sizeHint() const
{
    return {320, fontMetrics().height() + 2};
}

QSize ByteMapLegend::minimumSizeHint() const
{
    return {64, sizeHint().height()};
}

int ByteMapLegend::widthOf(const QString& words) const
{
    return swatchWidth + swatchGap + fontMetrics().horizontalAdvance(words) + legendGap;
}

int ByteMapLegend::scaleTextWidth() const
{
    const auto advance = [this](const QString& words) { return fontMetrics().horizontalAdvance(words); };
    return m_key.scale ? advance(m_key.scale->from) + scaleWidth + 2 * swatchGap + advance(m_key.scale->to) : 0;
}

int ByteMapLegend::roomForKinds() const
{
    const int hint = m_key.hint.isEmpty() ? 0 : legendGap + fontMetrics().horizontalAdvance(m_key.hint);
    return width() - hint - (m_key.scale ? legendGap + scaleTextWidth() : 0);
}

std::size_t ByteMapLegend::shownKinds() const
{
    const auto& entries = m_key.entries;
    const int room = roomForKinds();
    int all = 0;
    for (const ByteMapKey::Entry& entry : entries)
        all += widthOf(entry.text);
    if (all - legendGap <= room)
        return entries.size();
    const int more = fontMetrics().horizontalAdvance(moreText(entries.size()));
    std::size_t shown = 0;
    for (int used = 0; shown < entries.size(); ++shown) {
        used += widthOf(entries[shown].text);
        if (used + more > room)
            break;
    }
    return shown;
}

void ByteMapLegend::paintEvent(QPaintEvent*)
{
    const Theme& theme = Theme::of(palette());
    const auto& entries = m_key.entries;
    const std::size_t shown = shownKinds();
    QPainter painter(this);
    int x = 0;
    const int top = (height() - swatchHeight) / 2;
    const auto drawText = [&](const QString& text, int kept = 0) {
        const int room = std::max(width() - kept - x, 0);
        const QString shownText = fontMetrics().elidedText(text, Qt::ElideRight, room);
        if (shownText.size() < std::min<qsizetype>(text.size(), 2))
            return; // an ellipsis alone would only take room from the rest
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(x, 0, room, height()), Qt::AlignLeft | Qt::AlignVCenter, shownText);
        x += fontMetrics().horizontalAdvance(shownText) + legendGap;
    };
    for (std::size_t number = 0; number < shown; ++number) {
        const QRect swatch(x, top, swatchWidth, swatchHeight);
        entries[number].fill(painter, swatch, theme);
        x += swatchWidth + swatchGap;
        drawText(entries[number].text);
    }
    if (shown < entries.size())
        drawText(moreText(entries.size() - shown), m_key.scale ? legendGap + scaleTextWidth() : 0);
    if (!m_key.hint.isEmpty())
        drawText(m_key.hint, m_key.scale ? legendGap + scaleTextWidth() : 0);
    if (m_key.scale) {
        drawText(m_key.scale->from);
        x -= legendGap - swatchGap;
        for (int i = 0; i < scaleWidth; ++i)
            painter.fillRect(QRect(x + i, top, 1, swatchHeight), theme.sequential(i / double(scaleWidth - 1)));
        x += scaleWidth + swatchGap;
        drawText(m_key.scale->to);
    }
}

QString ByteMapLegend::moreText(std::size_t count)
{
    return tr("+%1 more").arg(count);
}

} // namespace loupe
