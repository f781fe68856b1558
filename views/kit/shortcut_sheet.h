#pragma once

#include <QDialog>
#include <QString>

#include <utility>
#include <vector>

class QAction;
class QKeySequence;
class QMainWindow;

namespace loupe {

/// The shortcuts of a menu: what each does, and its keys.
struct ShortcutGroup {
    QString title;
    std::vector<std::pair<QString, QString>> rows;
};

/// What the sheet calls an action whose own text is momentary, as "Undo deletion", or clear only where it stands.
void nameInShortcutSheet(QAction& action, const QString& name);

/// Keys of a widget that belong to no action, for the sheet to list.
void listInShortcutSheet(QWidget& widget, const QString& name, const QKeySequence& keys);

/// All actions of a window that have shortcuts, by the menus that they are in; at the end those that are in none, and
/// keys that widgets list. What has the same name and keys is there once.
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
