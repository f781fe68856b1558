#pragma once

#include <QImage>
#include <QSet>
#include <QWidget>

namespace loupe::test {

/// How many different colours a picture has; 1 is a blank one.
inline int colourCount(const QImage& picture)
{
    QSet<QRgb> colours;
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            colours.insert(picture.pixel(x, y));
    return int(colours.size());
}

inline QImage pictureOf(QWidget& widget)
{
    return widget.grab().toImage();
}

inline bool contains(const QImage& picture, const QColor& colour)
{
    for (int y = 0; y < picture.height(); ++y)
        for (int x = 0; x < picture.width(); ++x)
            if (picture.pixelColor(x, y) == colour)
                return true;
    return false;
}

} // namespace loupe::test
