#include "views/compare/pair_cells_switch.h"

#include "views/compare/pair_pictures.h"
#include "views/kit/view_controls.h"

#include <QButtonGroup>
#include <QHBoxLayout>
#include <QShortcut>
#include <QToolButton>

#include <algorithm>

namespace loupe {

namespace {

constexpr std::array<Qt::Key, 4> letters{Qt::Key_S, Qt::Key_A, Qt::Key_B, Qt::Key_D};

} // namespace

PairCellsSwitch::PairCellsSwitch(QWidget* parent)
    : QWidget(parent)
{
    auto* const group = new QButtonGroup(this);
    auto* const layout = new QHBoxLayout(this);
    layout->setContentsMargins(0, 0, 0, 0);
    layout->setSpacing(0);
    const std::array<std::pair<QString, QString>, count> choices{{
        {tr("Side by side"), tr("A, B and B − A in each cell (S in the table, F4 for the next choice)")},
        {sideName(PairSide::A), tr("Only the values of A (A in the table, F4 for the next choice)")},
        {sideName(PairSide::B), tr("Only the values of B (B in the table, F4 for the next choice)")},
        {sideName(PairSide::Difference), tr("Only the differences (D in the table, F4 for the next choice)")},
    }};
    for (std::size_t i = 0; i < count; ++i) {
        m_buttons[i] = makeBarButton(choices[i].first, choices[i].second);
        m_buttons[i]->setCheckable(true);
        group->addButton(m_buttons[i]);
        layout->addWidget(m_buttons[i]);
        connect(m_buttons[i], &QToolButton::clicked, this, &PairCellsSwitch::changed);
    }
    m_buttons.front()->setChecked(true);
    setFocusProxy(m_buttons.front());
    auto* const next = new QShortcut(Qt::Key_F4, this);
    connect(next, &QShortcut::activated, this, &PairCellsSwitch::chooseNext);
}

std::optional<PairSide> PairCellsSwitch::chosen() const
{
    for (const PairSide side : pairSides) {
        if (m_buttons[std::size_t(side) + 1]->isChecked())
            return side;
    }
    return std::nullopt;
}

void PairCellsSwitch::choose(std::optional<PairSide> side)
{
    m_buttons[side ? std::size_t(*side) + 1 : 0]->setChecked(true);
    emit changed();
}

void PairCellsSwitch::chooseNext()
{
    const auto checked = std::ranges::find_if(m_buttons, &QToolButton::isChecked) - m_buttons.begin();
    for (std::size_t step = 1; step < count; ++step) {
        QToolButton* const button = m_buttons[(std::size_t(checked) + step) % count];
        if (button->isEnabled())
            return button->click();
    }
}

void PairCellsSwitch::setOffered(const std::array<bool, 3>& sides)
{
    const bool isChoice = std::ranges::count(sides, true) > 1;
    m_buttons.front()->setEnabled(isChoice);
    for (const PairSide side : pairSides)
        m_buttons[std::size_t(side) + 1]->setEnabled(isChoice && sides[std::size_t(side)]);
}

void PairCellsSwitch::addKeysTo(QWidget& table)
{
    for (std::size_t i = 0; i < count; ++i) {
        auto* const key = new QShortcut(letters[i], &table);
        key->setContext(Qt::WidgetShortcut);
        connect(key, &QShortcut::activated, m_buttons[i], &QToolButton::click);
    }
}

} // namespace loupe
