#pragma once

#include <QProxyStyle>

class QStyleOptionSlider;

namespace loupe {

/// Fusion with what it derives from the color of the window and so all but hides: frames around fields and around
/// buttons that are switches, handles of scroll bars, and arrows next to the text of a button with a menu.
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
