#pragma once

#include <QProxyStyle>

class QStyleOptionSlider;

namespace loupe {

/// Fusion, with changes for elements that are barely visible because it derives their color from the window color:
/// frames around fields and checkable buttons, scroll bar handles, and the arrows of buttons with a menu.
class ThemeStyle : public QProxyStyle {
    Q_OBJECT

public:
    /// A bool property of a QTabBar: less space around the tab names.
    static constexpr const char* tightTabs = "tightTabs";

    ThemeStyle();

    int pixelMetric(
        PixelMetric metric, const QStyleOption* option = nullptr, const QWidget* widget = nullptr) const override;

    void drawPrimitive(PrimitiveElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawControl(ControlElement element, const QStyleOption* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    void drawComplexControl(ComplexControl control, const QStyleOptionComplex* option, QPainter* painter,
        const QWidget* widget = nullptr) const override;
    QSize sizeFromContents(
        ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const override;

private:
    void drawScrollBar(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const;
};

} // namespace loupe
