#pragma once

#include <QAction>
#include <QKeySequence>
#include <QList>
#include <QObject>
#include <QString>

class QActionGroup;
class QMenu;
class QToolBar;

namespace loupe {

class OrderedTreeView;

/// Base class of the actions, menus and tool bar of a window.
class MenuActions : public QObject {
    Q_OBJECT

public:
    using QObject::QObject;

protected:
    /// The action belongs to this object.
    QAction* add(const QString& text, const QList<QKeySequence>& shortcuts);
    /// A tool bar that cannot be moved or hidden, with texts next to the icons.
    static QToolBar* newToolBar(const QString& title);
    /// Adds the forms of the tree before `expandAll`, and a menu of its sort keys after `naturalOrder`.
    static void addTreeActions(
        QMenu& view, const QActionGroup& forms, OrderedTreeView& tree, QAction* expandAll, QAction* naturalOrder);
};

} // namespace loupe
