#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QMessageBox;
class QWidget;

namespace loupe {

class EditSession;

/// Asks before changes are lost that no file holds. Whatever replaces the checkpoint of a window, or closes the window,
/// passes through here.
class UnsavedGuard : public QObject {
    Q_OBJECT

public:
    UnsavedGuard(EditSession& session, QWidget& window);

    /// Saves what is staged, and calls `saved` once that is done. Without one the question does not offer to save.
    using Saver = std::function<void(std::function<void()> saved)>;
    void setSaver(Saver saver) { m_saver = std::move(saver); }

    /// True where everything staged is in a file.
    bool isClear();
    /// Does `then` at once where isClear(); otherwise asks, and does it if the changes may be lost, or once they are
    /// saved.
    void proceed(const QString& question, std::function<void()> then);

private:
    void ask(const QString& question, std::function<void()> then);

    EditSession& m_session;
    QWidget& m_window;
    QPointer<QMessageBox> m_question;
    Saver m_saver;
};

} // namespace loupe
