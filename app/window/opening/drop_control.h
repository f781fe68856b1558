#pragma once

#include <QObject>
#include <QPoint>
#include <QStringList>

#include <functional>

class QDropEvent;
class QWidget;

namespace loupe {

class DropHint;

/// Handles files and links to remote files dropped on a window. While they are dragged over it, a hint says what a drop
/// would do.
class DropControl : public QObject {
    Q_OBJECT

public:
    /// `mayCompare`: whether a single file can be compared with the open checkpoint. The window owns this.
    DropControl(QWidget& window, std::function<bool()> mayCompare);

signals:
    /// One file that can be compared was dropped, at `place` in the window.
    void oneDropped(const QString& path, QPoint place);
    /// Files to open were dropped; not empty.
    void dropped(const QStringList& paths);

protected:
    bool eventFilter(QObject* watched, QEvent* event) override;

private:
    void enter(QDropEvent& event);
    void drop(QDropEvent& event);

    std::function<bool()> m_mayCompare;
    DropHint* m_hint;
};

} // namespace loupe
