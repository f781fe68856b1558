#include "views/charts/chart_picture.h"

#include "views/colors/theme.h"

#include <QBuffer>
#include <QPainter>
#include <QSvgGenerator>
#include <QtCharts/QChartView>

#include <algorithm>

namespace loupe {

namespace {

constexpr int pictureSpace = 8;
constexpr int pixelRatio = 2; // of the image, for print and high-DPI screens

using Charts = std::vector<QChartView*>;

int lineHeight(const Charts& charts)
{
    return QFontMetrics(charts.front()->font()).height() + 2 * pictureSpace;
}

QSize pictureSize(const Charts& charts, const QString& note)
{
    QSize size(0, lineHeight(charts) * (note.isEmpty() ? 1 : 2));
    for (const QChartView* const chart : charts)
        size = {std::max(size.width(), chart->width()), size.height() + chart->height()};
    return size;
}

void paintPicture(QPainter& painter, const Charts& charts, const QString& title, const QString& note)
{
    const Theme& theme = Theme::of(charts.front()->palette());
    const QSize size = pictureSize(charts, note);
    const int line = lineHeight(charts);
    painter.setRenderHint(QPainter::Antialiasing);
    painter.fillRect(QRect({}, size), theme.surface);
    int below = line;
    for (QChartView* const chart : charts) {
        chart->render(&painter, QRectF(QPointF(0, below), chart->size()), chart->rect());
        below += chart->height();
    }
    painter.setFont(charts.front()->font());
    const QFontMetrics metrics(charts.front()->font());
    const auto write = [&](const QString& text, const QColor& color, int top) {
        const QRect place = QRect(0, top, size.width(), line).adjusted(pictureSpace, 0, -pictureSpace, 0);
        painter.setPen(color);
        painter.drawText(
            place, int(Qt::AlignLeft | Qt::AlignVCenter), metrics.elidedText(text, Qt::ElideMiddle, place.width()));
    };
    write(title, theme.text, 0);
    if (!note.isEmpty())
        write(note, theme.mutedText, size.height() - line);
}

} // namespace

QImage chartImage(const Charts& charts, const QString& title, const QString& note)
{
    QImage image(pictureSize(charts, note) * pixelRatio, QImage::Format_RGB32);
    image.setDevicePixelRatio(pixelRatio);
    QPainter painter(&image);
    paintPicture(painter, charts, title, note);
    return image;
}

QByteArray chartSvg(const Charts& charts, const QString& title, const QString& note)
{
    QByteArray bytes;
    QBuffer buffer(&bytes);
    QSvgGenerator generator;
    generator.setOutputDevice(&buffer);
    generator.setSize(pictureSize(charts, note));
    generator.setViewBox(QRect({}, pictureSize(charts, note)));
    generator.setTitle(title);
    QPainter painter(&generator);
    paintPicture(painter, charts, title, note);
    painter.end();
    return bytes;
}

} // namespace loupe
