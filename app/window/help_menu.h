#pragma once

#include <QMenu>

namespace loupe {

/// The same in all windows: the manual and what this program is.
class HelpMenu : public QMenu {
    Q_OBJECT

public:
    explicit HelpMenu(QWidget* parent);
};

} // namespace loupe
