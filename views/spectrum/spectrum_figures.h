#pragma once

#include "items/spectrum/spectrum_text.h"

#include <QWidget>

#include <vector>

namespace loupe {

/// Figures side by side, each with its definition as a tooltip.
class SpectrumFigures : public QWidget {
    Q_OBJECT

public:
    explicit SpectrumFigures(QWidget* parent = nullptr);

    /// Shows nothing if there are none.
    void setFigures(const std::vector<SpectrumFigure>& figures);
};

} // namespace loupe
