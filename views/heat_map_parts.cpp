#include "views/heat_map_parts.h"

#include <QComboBox>
#include <QCoreApplication>
#include <QToolButton>

namespace loupe {

namespace {

QString tr(const char* text)
{
    return QCoreApplication::translate("loupe::HeatMap", text);
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

QComboBox* makePartBox()
{
    auto* const box = new QComboBox;
    box->addItems({tr("Real part"), tr("Imaginary part"), tr("Magnitude")});
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
