#pragma once

#include <QByteArray>
#include <QImage>
#include <QString>

#include <vector>

class QChartView;

namespace loupe {

/// The charts as shown, stacked, with `title` above and `note`, if any, below.
QImage chartImage(const std::vector<QChartView*>& charts, const QString& title, const QString& note = {});
QByteArray chartSvg(const std::vector<QChartView*>& charts, const QString& title, const QString& note = {});

} // namespace loupe
