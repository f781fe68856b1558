#pragma once

#include <QObject>
#include <QPoint>
#include <QString>

namespace loupe {

class Document;
class EditSession;
class JobWindow;
class Notices;
class OpenControl;

/// Starts comparisons from a checkpoint's window. Each gets its own window.
class CompareControl : public QObject {
    Q_OBJECT

public:
    /// All outlive this. `remembers`: as in MainWindow.
    struct Parts {
        JobWindow& window;
        const Document& document;
        const EditSession& edits;
        Notices& notices;
        OpenControl& opening;
        bool remembers;
    };

    explicit CompareControl(const Parts& parts);

    /// Tells the user that A and B were opened in two windows, and offers to compare them.
    void offer(const QString& a, const QString& b);
    /// Call when a checkpoint is open and another was dropped at `place` in the window: asks whether to open or compare
    /// it.
    void offerDropped(const QString& path, QPoint place);

signals:
    void openWanted(const QString& path);

private:
    void compare(const QString& a, const QString& b);
    void compareWith(const QString& path);

    Parts m_parts;
    QString m_offeredA; ///< the pair of the last offer()
    QString m_offeredB;
};

} // namespace loupe
