#pragma once

#include <QImage>
#include <QSet>
#include <QWidget>

namespace loupe::test {

/// The number of different colors of a picture; 1 if it is blank.
inline int colorCount(const QImage& picture)
{
    QSet<QRgb> colors;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            colors.insert(picture.pixel(x, y));
    return int(colors.size());
}

inline QImage pictureOf(QWidget& widget)
{
    return widget.grab().toImage();
}

inline bool contains(const QImage& picture, const QColor& color)
{
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixelColor(x, y) == color)
                return true;
    return false;
}

} // namespace loupe::test
