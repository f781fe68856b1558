#pragma once

#include "items/compare/pair_side.h"
#include "views/kit/choice_switch.h"

#include <array>
#include <optional>

namespace loupe {

/// Chooses which values of a pair stand in the cells of a table.
class PairCellsSwitch : public ChoiceSwitch {
    Q_OBJECT

public:
    explicit PairCellsSwitch(QWidget* parent = nullptr);

    /// Nothing: all of them, side by side.
    std::optional<PairSide> chosen() const;
    void choose(std::optional<PairSide> side);
    /// Each in its turn.
    void chooseNext();
    /// Which of them there are; with fewer than two there is no choice.
    void setOffered(const std::array<bool, 3>& sides);
    /// Keys that choose while `table` has the focus.
    void addKeysTo(QWidget& table);
};

} // namespace loupe
