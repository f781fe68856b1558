#include "views/colors/theme_style.h"

#include "views/colors/theme.h"

#include <QPainter>
#include <QStyleOption>
#include <QWidget>

namespace loupe {

namespace {

void drawFieldFrame(QPainter& painter, const QStyleOption& option, const QRect& rect)
{
    constexpr double radius = 2; // as Fusion's
    const Theme& theme = Theme::of(option.palette);
    QColor color = theme.fieldBorder;
    if (!(option.state & QStyle::State_Enabled))
        color = theme.border;
    else if (option.state & QStyle::State_HasFocus)
        color = theme.accent;
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(color);
    painter.drawRoundedRect(QRectF(rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
    painter.restore();
}

} // namespace

ThemeStyle::ThemeStyle()
    : QProxyStyle(QStringLiteral("Fusion"))
{
}

int ThemeStyle::pixelMetric(PixelMetric metric, const QStyleOption* option, const QWidget* widget) const
{
    constexpr int tightTabSpace = 10;
    if (metric == PM_TabBarTabHSpace && widget && widget->property(tightTabs).toBool())
        return tightTabSpace;
    return QProxyStyle::pixelMetric(metric, option, widget);
}

void ThemeStyle::drawPrimitive(
    PrimitiveElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    if (element != PE_FrameLineEdit)
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit || element == PE_IndicatorCheckBox)
        drawFieldFrame(*painter, *option, option->rect);
}

void ThemeStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* const spinBox = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && spinBox && spinBox->frame)
        drawFieldFrame(*painter, *option, option->rect.adjusted(0, 1, 0, -1)); // where Fusion's is
}

} // namespace loupe
