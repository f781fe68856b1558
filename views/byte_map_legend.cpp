#include "views/byte_map_legend.h"

#include "core/text.h"
#include "items/qt_text.h"
#include "views/plain_text.h"

#include <QPainter>

namespace loupe {

namespace {

constexpr int swatchWidth = 16;
constexpr int swatchHeight = 10;
constexpr int scaleWidth = 96;
constexpr int gap = 16;
constexpr int swatchGap = 6;

} // namespace

ByteMapLegend::ByteMapLegend(QWidget* parent)
    : QWidget(parent)
{
    setSizePolicy(QSizePolicy::Expanding, QSizePolicy::Fixed);
}

void ByteMapLegend::setColours(ByteMapColours colours)
{
    m_colours = std::move(colours);
    setAccessibleName(tr("Legend: %1").arg(text()));
    setToolTip(plainToolTip(text()));
    updateGeometry();
    update();
}

QString ByteMapLegend::text() const
{
    QStringList parts;
    for (const ByteMapColours::Entry& entry : m_colours.legend(Theme::of(palette())))
        parts << entry.text;
    if (m_colours.colouring() == ByteColouring::Group && !m_colours.isEmpty())
        parts << tr("colours tell neighbouring groups apart");
    if (m_colours.colouring() == ByteColouring::Size && !m_colours.isEmpty())
        parts << tr("0 to %1, logarithmic").arg(toQString(formatBytes(m_colours.largestTensor())));
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
    return swatchWidth + swatchGap + fontMetrics().horizontalAdvance(words) + gap;
}

int ByteMapLegend::scaleTextWidth() const
{
    const auto advance = [this](const QString& words) { return fontMetrics().horizontalAdvance(words); };
    switch (m_colours.colouring()) {
    case ByteColouring::Group:
        return advance(groupHint());
    case ByteColouring::Size:
        return advance(smallest()) + scaleWidth + 2 * swatchGap + advance(largest());
    case ByteColouring::DType:
        break;
    }
    return 0;
}

std::size_t ByteMapLegend::shownKinds() const
{
    const auto entries = m_colours.legend(Theme::of(palette()));
    const int room = width() - scaleTextWidth();
    int all = 0;
    for (const ByteMapColours::Entry& entry : entries)
        all += widthOf(entry.text);
    if (all - gap <= room)
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
    if (m_colours.isEmpty())
        return;
    const Theme& theme = Theme::of(palette());
    const auto entries = m_colours.legend(theme);
    const std::size_t shown = shownKinds();
    QPainter painter(this);
    int x = 0;
    const int top = (height() - swatchHeight) / 2;
    const auto drawText = [&](const QString& text) {
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(x, 0, std::max(width() - x, 0), height()), Qt::AlignLeft | Qt::AlignVCenter,
            fontMetrics().elidedText(text, Qt::ElideRight, std::max(width() - x, 0)));
        x += fontMetrics().horizontalAdvance(text) + gap;
    };
    for (std::size_t number = 0; number < shown; ++number) {
        const QRect swatch(x, top, swatchWidth, swatchHeight);
        if (entries[number].kind)
            fillRegion(painter, swatch, *entries[number].kind, theme);
        else
            painter.fillRect(swatch, entries[number].color);
        x += swatchWidth + swatchGap;
        drawText(entries[number].text);
    }
    if (shown < entries.size())
        drawText(moreText(entries.size() - shown));
    if (m_colours.colouring() == ByteColouring::Group) {
        drawText(groupHint());
    } else if (m_colours.colouring() == ByteColouring::Size) {
        drawText(smallest());
        x -= gap - swatchGap;
        for (int i = 0; i < scaleWidth; ++i)
            painter.fillRect(QRect(x + i, top, 1, swatchHeight), theme.sequential(i / double(scaleWidth - 1)));
        x += scaleWidth + swatchGap;
        drawText(largest());
    }
}

QString ByteMapLegend::moreText(std::size_t count)
{
    return tr("+%1 more").arg(count);
}

QString ByteMapLegend::groupHint()
{
    return tr("Colours tell neighbouring groups apart");
}

QString ByteMapLegend::smallest()
{
    return QStringLiteral("0 B");
}

QString ByteMapLegend::largest() const
{
    return toQString(formatBytes(m_colours.largestTensor()));
}

} // namespace loupe
