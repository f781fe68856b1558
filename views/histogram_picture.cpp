#include "views/histogram_picture.h"

#include "views/histogram_chart.h"
#include "views/theme.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>

namespace loupe {

namespace {

constexpr int space = 8;
constexpr int pixelRatio = 2; // of the image: for print and for dense screens

int lineHeight(const HistogramChart& chart)
{
    return QFontMetrics(chart.font()).height() + 2 * space;
}

QSize pictureSize(const HistogramChart& chart)
{
    return chart.size() + QSize(0, 2 * lineHeight(chart));
}

void paintPicture(QPainter& painter, HistogramChart& chart, const QString& title, const QString& note)
{
    const Theme& theme = Theme::of(chart.palette());
    const QSize size = pictureSize(chart);
    const int line = lineHeight(chart);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect({}, size), theme.surface);
    chart.render(&painter, QRectF(QPointF(0, line), chart.size()), chart.rect());
    painter.setFont(chart.font());
    const QFontMetrics metrics(chart.font());
    const auto write = [&](const QString& text, const QColor& color, int top) {
        const QRect place = QRect(0, top, size.width(), line).adjusted(space, 0, -space, 0);
        painter.setPen(color);
        painter.drawText(
            place, int(Qt::AlignLeft | Qt::AlignVCenter), metrics.elidedText(text, Qt::ElideMiddle, place.width()));
    };
    write(title, theme.text, 0);
    write(note, theme.mutedText, size.height() - line);
}

} // namespace

QImage histogramImage(HistogramChart& chart, const QString& title, const QString& note)
{
    QImage image(pictureSize(chart) * pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    QPainter painter(&image);
    paintPicture(painter, chart, title, note);
    return image;
}

QByteArray histogramSvg(HistogramChart& chart, const QString& title, const QString& note)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(pictureSize(chart));
    generator.setViewBox(QRect({}, pictureSize(chart)));
    generator.setTitle(title);
    QPainter painter(&generator);
    paintPicture(painter, chart, title, note);
    painter.end();
    return bytes;
}

} // namespace loupe
