#include "app/window/unlock_control.h"

#include "app/window/edit_control.h"
#include "items/jobs/qt_text.h"
#include "items/session/document.h"
#include "items/session/encryption.h"
#include "views/details/unlock_dialog.h"

namespace loupe {

UnlockControl::UnlockControl(Document& document, EditControl& edits, QWidget& window)
    : QObject(&window)
    , m_document(document)
    , m_edits(edits)
    , m_window(window)
{
}

UnlockControl::~UnlockControl() = default;

UnlockDialog* UnlockControl::dialog() const
{
    return m_dialog;
}

void UnlockControl::ask()
{
    const auto closed = m_document.current() ? closedValues(*m_document.current()->checkpoint) : std::nullopt;
    if (!closed || m_dialog)
        return;
    const QString path = m_document.path();
    m_dialog = new UnlockDialog(
        toQString(m_document.current()->checkpoint->path.filename().native()), closed->takesPassphrase, &m_window);
    connect(m_dialog, &UnlockDialog::given, this, [this, path](const SecretChoice& choice) {
        if (m_document.path() == path)
            m_edits.unlock(choice);
    });
    m_dialog->open();
}

} // namespace loupe
