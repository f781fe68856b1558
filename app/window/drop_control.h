#pragma once

#include <QObject>
#include <QPoint>
#include <QStringList>

#include <functional>

class QDropEvent;
class QWidget;

namespace loupe {

class DropHint;

/// Files, and links to files on other machines, dropped on a window. While they are over it, a hint says what a drop
/// would do.
class DropControl : public QObject {
    Q_OBJECT

public:
    /// `mayCompare`: whether a single file may be compared with what the window shows. The window owns this.
    DropControl(QWidget& window, std::function<bool()> mayCompare);

signals:
    /// One file that may be compared, at a place of the window.
    void oneDropped(const QString& path, QPoint place);
    /// Files to open; not empty.
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
