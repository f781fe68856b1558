#pragma once

#include <QProxyStyle>

namespace loupe {

/// Fusion with frames around fields that can be seen: its own are derived from the color of the window, and all but
/// gone where that is dark.
class ThemeStyle : public QProxyStyle {
    Q_OBJECT

public:
    ThemeStyle();

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
};

} // namespace loupe
