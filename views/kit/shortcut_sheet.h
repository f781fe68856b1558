#pragma once

#include <QDialog>
#include <QString>

#include <utility>
#include <vector>

class QAction;
class QKeySequence;
class QMainWindow;

namespace loupe {

/// The shortcuts of a menu: the name and keys of each action.
struct ShortcutGroup {
    QString title;
    std::vector<std::pair<QString, QString>> rows;
};

/// Sets the sheet's name for an action whose own text changes, such as "Undo deletion", or is clear only within its
/// menu.
void nameInShortcutSheet(QAction& action, const QString& name);

/// Makes the sheet list keys that a widget handles without an action.
void listInShortcutSheet(QWidget& widget, const QString& name, const QKeySequence& keys);

/// All actions of a window that have shortcuts, grouped by menu. The last group has those in no menu, and the keys that
/// widgets list. Entries with the same name and keys are listed once.
std::vector<ShortcutGroup> shortcutsOf(const QMainWindow& window);

/// A dialog that lists the shortcuts.
class ShortcutSheet : public QDialog {
    Q_OBJECT

public:
    /// Shows the window's only sheet.
    static void showFor(QMainWindow& window);

private:
    explicit ShortcutSheet(QMainWindow& window);
};

} // namespace loupe
