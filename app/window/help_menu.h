#pragma once

#include <QMenu>

class QMainWindow;

namespace loupe {

/// The same in all windows: their shortcuts, the manual, and what this program is.
class HelpMenu : public QMenu {
    Q_OBJECT

public:
    explicit HelpMenu(QMainWindow& window);
};

} // namespace loupe
