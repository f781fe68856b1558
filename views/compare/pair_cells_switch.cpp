#include "views/compare/pair_cells_switch.h"

#include "views/compare/pair_pictures.h"

#include <QShortcut>
#include <QToolButton>

#include <algorithm>

namespace loupe {

namespace {

// The choices: all, then each of PairSide.
constexpr std::size_t allSides = 0;
constexpr std::size_t firstSide = 1;
constexpr std::array<Qt::Key, 4> letters{Qt::Key_S, Qt::Key_A, Qt::Key_B, Qt::Key_D};

} // namespace

PairCellsSwitch::PairCellsSwitch(QWidget* parent)
    : ChoiceSwitch(
        {
            {tr("All"), tr("A, B and B − A in each cell (S in the table, F4 for the next choice)")},
            {sideName(PairSide::A), tr("Only the values of A (A in the table, F4 for the next choice)")},
            {sideName(PairSide::B), tr("Only the values of B (B in the table, F4 for the next choice)")},
            {sideName(PairSide::Difference), tr("Only the differences (D in the table, F4 for the next choice)")},
        },
        parent)
{
    auto* const next = new QShortcut(Qt::Key_F4, this);
    connect(next, &QShortcut::activated, this, &PairCellsSwitch::chooseNext);
}

std::optional<PairSide> PairCellsSwitch::chosen() const
{
    return current() == allSides ? std::nullopt : std::optional(PairSide(current() - firstSide));
}

void PairCellsSwitch::choose(std::optional<PairSide> side)
{
    setCurrent(side ? firstSide + std::size_t(*side) : allSides);
}

void PairCellsSwitch::chooseNext()
{
    for (std::size_t step = 1; step < buttons().size(); ++step) {
        QToolButton* const button = buttons()[(current() + step) % buttons().size()];
        if (button->isEnabled())
            return button->click();
    }
}

void PairCellsSwitch::setOffered(const std::array<bool, 3>& sides)
{
    const bool isChoice = std::ranges::count(sides, true) > 1;
    buttons()[allSides]->setEnabled(isChoice);
    for (const PairSide side : pairSides)
        buttons()[firstSide + std::size_t(side)]->setEnabled(isChoice && sides[std::size_t(side)]);
}

void PairCellsSwitch::addKeysTo(QWidget& table)
{
    for (std::size_t i = 0; i < letters.size(); ++i) {
        auto* const key = new QShortcut(letters[i], &table);
        key->setContext(Qt::WidgetShortcut);
        connect(key, &QShortcut::activated, buttons()[i], &QToolButton::click);
    }
}

} // namespace loupe
