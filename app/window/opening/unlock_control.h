#pragma once

#include "items/session/secret_choice.h"

#include <QObject>
#include <QPointer>

#include <functional>

class QWidget;

namespace loupe {

class UnlockDialog;
struct Checkpoint;

/// Asks for the secret of encrypted values, one dialog at a time.
class UnlockControl : public QObject {
    Q_OBJECT

public:
    explicit UnlockControl(QWidget& window);
    ~UnlockControl() override;

    /// Calls `given` with the answer. Does nothing if no values of the checkpoint are locked.
    void ask(const Checkpoint& checkpoint, std::function<void(const SecretChoice&)> given);

private:
    QWidget& m_window;
    QPointer<UnlockDialog> m_dialog;
};

} // namespace loupe
