#pragma once

class QChartView;

namespace loupe {

/// How all charts look and behave: no frame, no legend, no background of their own, and they take the focus.
void setUpChartView(QChartView& view);

} // namespace loupe
