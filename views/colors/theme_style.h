#pragma once

#include <QProxyStyle>

namespace loupe {

/// Fusion with frames around fields that can be seen: its own are derived from the color of the window, and all but
/// gone where that is dark.
class ThemeStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// A property of a QTabBar: bool, less space around the names of its tabs.
    static constexpr const char* tightTabs = "tightTabs";

    ThemeStyle();

    int pixelMetric(
        PixelMetric metric, const QStyleOption* option = nullptr, const QWidget* widget = nullptr) const override;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
};

} // namespace loupe
