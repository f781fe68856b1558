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

/// The ways from a checkpoint's window to a comparison with another, which gets a window of its own.
class CompareControl : public QObject {
    Q_OBJECT

public:
    /// All outlive this. `remembers`: as the windows do.
    struct Parts {
        JobWindow& window;
        const Document& document;
        const EditSession& edits;
        Notices& notices;
        OpenControl& opening;
        bool remembers;
    };

    explicit CompareControl(const Parts& parts);

    /// Says that A and B were opened together, in a window each, and offers to compare them.
    void offer(const QString& a, const QString& b);
    /// A checkpoint is open, and another one was dropped at `place` of the window: it may take its place or be compared
    /// with it.
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
