#pragma once

#include <QDialog>
#include <QString>

#include <utility>
#include <vector>

class QMainWindow;

namespace loupe {

/// The shortcuts of a menu: what each does, and its keys.
struct ShortcutGroup {
    QString title;
    std::vector<std::pair<QString, QString>> rows;
};

/// All actions of a window that have shortcuts, by the menus that they are in; at the end those that are in none.
std::vector<ShortcutGroup> shortcutsOf(const QMainWindow& window);

/// A sheet of these.
class ShortcutSheet : public QDialog {
    Q_OBJECT

public:
    /// Shows the window's one sheet.
    static void showFor(QMainWindow& window);

private:
    explicit ShortcutSheet(QMainWindow& window);
};

} // namespace loupe
