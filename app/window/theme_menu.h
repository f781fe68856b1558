#pragma once

#include "views/colors/theme.h"

#include <QMenu>

namespace loupe {

/// Colors of all windows: as the system, light or dark. What is chosen holds at once, and at the next start.
class ThemeMenu : public QMenu {
    Q_OBJECT

public:
    explicit ThemeMenu(QWidget* parent = nullptr);

    /// What was chosen in the menu at some time; System before.
    static ThemeChoice remembered();

private:
    void showCurrent();
};

} // namespace loupe
