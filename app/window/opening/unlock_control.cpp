#include "app/window/opening/unlock_control.h"

#include "items/jobs/qt_text.h"
#include "items/session/encryption.h"
#include "views/details/unlock_dialog.h"

namespace loupe {

UnlockControl::UnlockControl(QWidget& window)
    : QObject(&window)
    , m_window(window)
{
}

UnlockControl::~UnlockControl() = default;

void UnlockControl::ask(const Checkpoint& checkpoint, std::function<void(const SecretChoice&)> given)
{
    const auto closed = closedValues(checkpoint);
    if (!closed || m_dialog)
        return;
    m_dialog = new UnlockDialog(toQString(checkpoint.path.filename().native()), closed->takesPassphrase, &m_window);
    connect(m_dialog, &UnlockDialog::given, this, std::move(given));
    m_dialog->open();
}

} // namespace loupe
