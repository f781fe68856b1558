#include "views/kit/choice_switch.h"

#include "views/kit/view_controls.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QToolButton>

#include <algorithm>

namespace loupe {

ChoiceSwitch::ChoiceSwitch(const std::vector<std::pair<QString, QString>>& choices, QWidget* parent)
    : QWidget(parent)
{
    auto* const group = new QButtonGroup(this);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    for (const auto& [text, toolTip] : choices) {
        QToolButton* const button = makeBarButton(text, toolTip);
        button->setCheckable(true);
        group->addButton(button);
        layout->addWidget(button);
        connect(button, &QToolButton::clicked, this, &ChoiceSwitch::changed);
        m_buttons.push_back(button);
    }
    m_buttons.front()->setChecked(true);
    setFocusProxy(m_buttons.front());
}

std::size_t ChoiceSwitch::current() const
{
    return std::size_t(std::ranges::find_if(m_buttons, &QToolButton::isChecked) - m_buttons.begin());
}

void ChoiceSwitch::setCurrent(std::size_t choice)
{
    m_buttons[choice]->setChecked(true);
    emit changed();
}

} // namespace loupe
