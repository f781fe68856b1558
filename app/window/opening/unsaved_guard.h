#pragma once

#include <QObject>
#include <QPointer>

#include <functional>

class QMessageBox;
class QWidget;

namespace loupe {

class EditSession;

/// Asks before unsaved edits are lost. Everything that replaces a window's checkpoint or closes the window goes through
/// here.
class UnsavedGuard : public QObject {
    Q_OBJECT

public:
    UnsavedGuard(EditSession& session, QWidget& window);

    /// Saves the pending edits, then calls `saved`. Without a saver, the question does not offer to save.
    using Saver = std::function<void(std::function<void()> saved)>;
    void setSaver(Saver saver) { m_saver = std::move(saver); }

    /// True if there are no unsaved edits.
    bool isClear();
    /// Calls `then` immediately if isClear(). Otherwise asks, and calls it if the user discards or saves the edits.
    void proceed(const QString& question, std::function<void()> then);

private:
    void ask(const QString& question, std::function<void()> then);

    EditSession& m_session;
    QWidget& m_window;
    QPointer<QMessageBox> m_question;
    Saver m_saver;
};

} // namespace loupe
