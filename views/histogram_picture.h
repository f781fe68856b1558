#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

namespace loupe {

class HistogramChart;

/// The chart as it is shown, `title` above it and `note` below.
QImage histogramImage(HistogramChart& chart, const QString& title, const QString& note);
QByteArray histogramSvg(HistogramChart& chart, const QString& title, const QString& note);

} // namespace loupe
