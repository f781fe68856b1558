#pragma once

#include <QObject>
#include <QPointer>

class QWidget;

namespace loupe {

class Document;
class EditControl;
class UnlockDialog;

/// Asks for what opens the encrypted values of the open checkpoint, and opens it again with that.
class UnlockControl : public QObject {
    Q_OBJECT

public:
    UnlockControl(Document& document, EditControl& edits, QWidget& window);
    ~UnlockControl() override;

    void ask();
    /// The question that is being asked; null where none is.
    UnlockDialog* dialog() const;

private:
    Document& m_document;
    EditControl& m_edits;
    QWidget& m_window;
    QPointer<UnlockDialog> m_dialog;
};

} // namespace loupe
