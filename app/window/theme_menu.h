#pragma once

#include "views/colors/theme.h"

#include <QMenu>

namespace loupe {

/// Chooses the colors of all windows: system, light or dark. The choice takes effect immediately and is remembered.
class ThemeMenu : public QMenu {
    Q_OBJECT

public:
    explicit ThemeMenu(QWidget* parent = nullptr);

    /// The remembered choice; System by default.
    static ThemeChoice remembered();

private:
    void showCurrent();
};

} // namespace loupe
