#pragma once

#include "items/compare/pair_side.h"

#include <QWidget>

#include <array>
#include <optional>

class QToolButton;

namespace loupe {

/// Chooses which values of a pair stand in the cells of a table.
class PairCellsSwitch : public QWidget {
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

signals:
    void changed();

private:
    static constexpr std::size_t count = 4;

    std::array<QToolButton*, count> m_buttons = {}; ///< side by side, then in the order of PairSide
};

} // namespace loupe
