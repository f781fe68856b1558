#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include <vector>

class QChartView;

namespace loupe {

/// The charts as they are shown, one below the other; `title` above them and, where there is one, `note` below.
QImage chartImage(const std::vector<QChartView*>& charts, const QString& title, const QString& note = {});
QByteArray chartSvg(const std::vector<QChartView*>& charts, const QString& title, const QString& note = {});

} // namespace loupe
