#include "views/kit/view_controls.h"

#include "items/language/traffic_text.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QToolButton>

namespace loupe {

namespace {

class ViewControlsText {
    Q_DECLARE_TR_FUNCTIONS(loupe::ViewControls)
};

} // namespace

QToolButton* makeBarButton(const QString& text, const QString& toolTip)
{
    auto* const button = new QToolButton;
    button->setText(text);
    button->setToolTip(toolTip);
    button->setAccessibleName(text);
    button->setAutoRaise(true);
    button->setFocusPolicy(Qt::StrongFocus);
    button->setToolButtonStyle(Qt::ToolButtonTextBesideIcon);
    return button;
}

QToolButton* makeFitButton()
{
    return makeBarButton(ViewControlsText::tr("Fit"),
        ViewControlsText::tr(
            "Show everything (0). Zoom with the wheel or + and −; pan by dragging or with the arrow keys"));
}

QToolButton* makeComputeButton(const QString& toolTip)
{
    QToolButton* const button = makeBarButton(ViewControlsText::tr("Compute"), toolTip);
    button->setAutoRaise(false); // prominent, as the next thing to do
    button->hide();
    return button;
}

void offerToCompute(QToolButton& button, std::uint64_t bytes)
{
    button.setText(bytes > 0 ? fetchText(bytes) : ViewControlsText::tr("Compute"));
    button.show();
}

QComboBox* makePartBox(bool withMagnitude)
{
    auto* const box = new QComboBox;
    box->addItems({ViewControlsText::tr("Real part"), ViewControlsText::tr("Imaginary part")});
    if (withMagnitude)
        box->addItem(ViewControlsText::tr("Magnitude"));
    box->hide();
    box->setAccessibleName(ViewControlsText::tr("Part of the complex values"));
    return box;
}

void fillBox(QComboBox& box, const QString& name, const std::vector<std::pair<QString, QString>>& choices)
{
    for (const auto& [text, toolTip] : choices) {
        box.addItem(text);
        box.setItemData(box.count() - 1, toolTip, Qt::ToolTipRole);
    }
    box.setAccessibleName(name);
}

void keepPlace(QWidget& widget)
{
    QSizePolicy policy = widget.sizePolicy();
    policy.setRetainSizeWhenHidden(true);
    widget.setSizePolicy(policy);
}

} // namespace loupe
