#pragma once

class QChartView;

namespace loupe {

/// Sets up the common look of all charts: no frame, no legend, no background, and they take the focus.
void setUpChartView(QChartView& view);

} // namespace loupe
