#include "views/colors/theme_style.h"

#include "views/colors/theme.h"

#include <QAbstractButton>
#include <QPainter>
#include <QStyleOption>
#include <QWidget>

#include <algorithm>

namespace loupe {

namespace {

// Pixels.
constexpr int arrowRoom = 8; // next to the text of a button with a menu
constexpr int iconShift = 4; // to the middle of a frame

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

/// Draws a ring around a widget focused by keyboard: Fusion only tints frames, and its own ring is a pale line.
void drawFocusRing(QPainter& painter, const QStyleOption& option)
{
    constexpr double width = 2;
    constexpr double radius = 2; // as Fusion's
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(Qt::NoBrush);
    painter.setPen(QPen(Theme::of(option.palette).accent, width));
    painter.drawRoundedRect(QRectF(option.rect).adjusted(1, 1, -1, -1), radius, radius);
    painter.restore();
}

/// Whether this is a checkable button, which would look like a label without a frame.
bool isSwitch(const QWidget* widget)
{
    const auto* const button = qobject_cast<const QAbstractButton*>(widget);
    return button && button->isCheckable();
}

/// Null unless the whole button opens a menu.
const QStyleOptionToolButton* menuButton(const QStyleOption* option)
{
    const auto* const button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    const bool opensMenu = button && (button->features & QStyleOptionToolButton::HasMenu)
        && !(button->features & QStyleOptionToolButton::MenuButtonPopup);
    return opensMenu ? button : nullptr;
}

bool hasTextAndIcon(const QStyleOptionToolButton& button)
{
    return button.toolButtonStyle == Qt::ToolButtonTextBesideIcon && !button.icon.isNull() && !button.text.isEmpty();
}

void drawSwitch(QPainter& painter, const QStyleOption& option)
{
    constexpr double radius = 2;
    const Theme& theme = Theme::of(option.palette);
    const bool isEnabled = option.state & QStyle::State_Enabled;
    const bool isOn = option.state & (QStyle::State_On | QStyle::State_Sunken);
    const bool isUnder = isEnabled && (option.state & QStyle::State_MouseOver);
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setBrush(isOn && isEnabled ? theme.selection : isUnder ? theme.shareBar : Qt::transparent);
    painter.setPen(!isEnabled ? theme.border : isOn ? theme.accent : theme.fieldBorder);
    painter.drawRoundedRect(QRectF(option.rect).adjusted(0.5, 0.5, -0.5, -0.5), radius, radius);
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
    if (element == PE_FrameFocusRect) {
        if (option->state & State_KeyboardFocusChange)
            drawFocusRing(*painter, *option);
        return;
    }
    if (element == PE_PanelButtonTool && isSwitch(widget))
        return drawSwitch(*painter, *option);
    if (element == PE_IndicatorArrowDown && menuButton(option)) {
        QStyleOptionToolButton arrow(*menuButton(option));
        arrow.rect.moveTop(widget->rect().center().y() - arrow.rect.height() / 2 + 1); // next to the text, not below it
        return QProxyStyle::drawPrimitive(element, &arrow, painter, widget);
    }
    if (element != PE_FrameLineEdit)
        QProxyStyle::drawPrimitive(element, option, painter, widget);
    if (element == PE_FrameLineEdit || element == PE_IndicatorCheckBox)
        drawFieldFrame(*painter, *option, option->rect);
    if (element == PE_PanelButtonCommand && (option->state & State_HasFocus)
        && (option->state & State_KeyboardFocusChange))
        drawFocusRing(*painter, *option);
}

/// Fusion leaves more room after a text with an icon than before it.
void ThemeStyle::drawControl(
    ControlElement element, const QStyleOption* option, QPainter* painter, const QWidget* widget) const
{
    const auto* const button = qstyleoption_cast<const QStyleOptionToolButton*>(option);
    if (element != CE_ToolButtonLabel || !button)
        return QProxyStyle::drawControl(element, option, painter, widget);
    QStyleOptionToolButton label(*button);
    if (hasTextAndIcon(*button))
        label.rect.translate(isSwitch(widget) ? iconShift : 0, 0);
    else if (menuButton(button))
        label.rect.setRight(label.rect.right() - arrowRoom);
    QProxyStyle::drawControl(element, &label, painter, widget);
}

void ThemeStyle::drawComplexControl(
    ComplexControl control, const QStyleOptionComplex* option, QPainter* painter, const QWidget* widget) const
{
    if (const auto* const bar = qstyleoption_cast<const QStyleOptionSlider*>(option); control == CC_ScrollBar && bar)
        return drawScrollBar(*bar, *painter, widget);
    const bool isUnder = (option->state & State_Enabled) && (option->state & State_MouseOver);
    const bool hasPanel = (option->state & (State_On | State_Sunken)) || !(option->state & State_AutoRaise) || isUnder;
    if (control == CC_ToolButton && isSwitch(widget) && !hasPanel)
        drawSwitch(*painter, *option);
    QProxyStyle::drawComplexControl(control, option, painter, widget);
    const auto* const spinBox = qstyleoption_cast<const QStyleOptionSpinBox*>(option);
    if (control == CC_SpinBox && spinBox && spinBox->frame)
        drawFieldFrame(*painter, *option, option->rect.adjusted(0, 1, 0, -1)); // where Fusion's is
}

QSize ThemeStyle::sizeFromContents(
    ContentsType type, const QStyleOption* option, const QSize& size, const QWidget* widget) const
{
    const QSize wanted = QProxyStyle::sizeFromContents(type, option, size, widget);
    const QStyleOptionToolButton* const button = type == CT_ToolButton ? menuButton(option) : nullptr;
    return button && !hasTextAndIcon(*button) ? wanted + QSize(arrowRoom, 0) : wanted;
}

void ThemeStyle::drawScrollBar(const QStyleOptionSlider& option, QPainter& painter, const QWidget* widget) const
{
    constexpr int margin = 3; // next to the handle
    const Theme& theme = Theme::of(option.palette);
    const bool isLevel = option.orientation == Qt::Horizontal;
    painter.fillRect(option.rect, theme.background);
    if (!(option.state & State_Enabled) || option.minimum >= option.maximum)
        return;
    const auto part = [&](SubControl which) { return proxy()->subControlRect(CC_ScrollBar, &option, which, widget); };
    const auto isActive = [&](SubControl which) { return option.activeSubControls & which; };
    painter.save();
    painter.setRenderHint(QPainter::Antialiasing);
    painter.setPen(Qt::NoPen);
    painter.setBrush(isActive(SC_ScrollBarSlider) ? theme.mutedText : theme.fieldBorder);
    const QRectF handle =
        QRectF(part(SC_ScrollBarSlider))
            .adjusted(isLevel ? 1 : margin, isLevel ? margin : 1, isLevel ? -1 : -margin, isLevel ? -margin : -1);
    const double radius = std::min(handle.width(), handle.height()) / 2;
    painter.drawRoundedRect(handle, radius, radius);
    painter.restore();
    const auto drawArrow = [&](SubControl which, PrimitiveElement arrow) {
        constexpr int size = 8;
        QStyleOption one(option);
        one.rect = QRect(0, 0, size, size);
        one.rect.moveCenter(part(which).center());
        one.palette.setColor(QPalette::ButtonText, isActive(which) ? theme.text : theme.mutedText);
        one.palette.setColor(QPalette::WindowText, one.palette.color(QPalette::ButtonText));
        proxy()->drawPrimitive(arrow, &one, &painter, widget);
    };
    const bool isMirrored = option.direction == Qt::RightToLeft;
    drawArrow(SC_ScrollBarSubLine,
        !isLevel         ? PE_IndicatorArrowUp
            : isMirrored ? PE_IndicatorArrowRight
                         : PE_IndicatorArrowLeft);
    drawArrow(SC_ScrollBarAddLine,
        !isLevel         ? PE_IndicatorArrowDown
            : isMirrored ? PE_IndicatorArrowLeft
                         : PE_IndicatorArrowRight);
}

} // namespace loupe
