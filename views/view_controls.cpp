#include "views/view_controls.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QToolButton>

namespace loupe {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("loupe::ViewControls", text);
}

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
    return makeBarButton(tr("Fit"),
        tr("Show all of it again (0). Turn the wheel, or press + and −, to zoom; drag, or press the arrows, to move"));
}

QToolButton* makeComputeButton(const QString& toolTip)
{
    QToolButton* const button = makeBarButton(tr("Compute"), toolTip);
    button->setAutoRaise(false); // it is what to do next
    button->hide();
    return button;
}

QComboBox* makePartBox(bool withMagnitude)
{
    auto* const box = new QComboBox;
    box->addItems({tr("Real part"), tr("Imaginary part")});
    if (withMagnitude)
        box->addItem(tr("Magnitude"));
    box->hide();
    box->setAccessibleName(tr("Part of the complex values"));
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
