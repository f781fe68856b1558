#pragma once

#include "items/compare/pair/pair_side.h"
#include "views/kit/choice_switch.h"

#include <array>
#include <optional>

namespace loupe {

/// Chooses which values of a pair the cells of a table show.
class PairCellsSwitch : public ChoiceSwitch {
    Q_OBJECT

public:
    explicit PairCellsSwitch(QWidget* parent = nullptr);

    /// Empty: all of them, side by side.
    std::optional<PairSide> chosen() const;
    void choose(std::optional<PairSide> side);
    /// Cycles through the choices.
    void chooseNext();
    /// Sets the available choices. With fewer than two, nothing can be chosen.
    void setOffered(const std::array<bool, 3>& sides);
    /// Adds shortcut keys that work while `table` has the focus.
    void addKeysTo(QWidget& table);
};

} // namespace loupe
