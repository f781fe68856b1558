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

void ByteMapLegend::paintEvent(QPaintEvent*)
{
    if (m_colours.isEmpty())
        return;
    const Theme& theme = Theme::of(palette());
    QPainter painter(this);
    int x = 0;
    const int top = (height() - swatchHeight) / 2;
    const auto drawText = [&](const QString& text) {
        painter.setPen(theme.mutedText);
        painter.drawText(QRect(x, 0, std::max(width() - x, 0), height()), Qt::AlignLeft | Qt::AlignVCenter,
            fontMetrics().elidedText(text, Qt::ElideRight, std::max(width() - x, 0)));
        x += fontMetrics().horizontalAdvance(text) + gap;
    };
    for (const ByteMapColours::Entry& entry : m_colours.legend(theme)) {
        if (x + swatchWidth > width())
            return;
        const QRect swatch(x, top, swatchWidth, swatchHeight);
        if (entry.kind)
            fillRegion(painter, swatch, *entry.kind, theme);
        else
            painter.fillRect(swatch, entry.color);
        x += swatchWidth + 6;
        drawText(entry.text);
    }
    if (m_colours.colouring() == ByteColouring::Group) {
        drawText(tr("Colours tell neighbouring groups apart"));
    } else if (m_colours.colouring() == ByteColouring::Size) {
        drawText(QStringLiteral("0 B"));
        x -= gap - 6;
        for (int i = 0; i < scaleWidth; ++i)
            painter.fillRect(QRect(x + i, top, 1, swatchHeight), theme.sequential(i / double(scaleWidth - 1)));
        x += scaleWidth + 6;
        drawText(toQString(formatBytes(m_colours.largestTensor())));
    }
}

} // namespace loupe
