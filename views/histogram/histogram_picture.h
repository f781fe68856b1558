#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include <vector>

namespace loupe {

class HistogramCanvas;

/// The charts as they are shown, one below the other; `title` above them and `note` below.
QImage histogramImage(const std::vector<HistogramCanvas*>& charts, const QString& title, const QString& note);
QByteArray histogramSvg(const std::vector<HistogramCanvas*>& charts, const QString& title, const QString& note);

} // namespace loupe
