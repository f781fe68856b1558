#pragma once

#include <QByteArray>
#include <QString>

namespace loupe {

class HistogramChart;

/// The chart as it is shown, `title` above it and `note` below.
QByteArray histogramPng(HistogramChart& chart, const QString& title, const QString& note);
QByteArray histogramSvg(HistogramChart& chart, const QString& title, const QString& note);

} // namespace loupe
