#pragma once

#include <QMenu>

class QMainWindow;

namespace loupe {

/// The Help menu, the same in all windows: shortcuts, the manual and About.
class HelpMenu : public QMenu {
    Q_OBJECT

public:
    explicit HelpMenu(QMainWindow& window);
};

} // namespace loupe
