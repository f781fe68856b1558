#include "app/window/opening/unsaved_guard.h"

#include "items/session/edit_session.h"
#include "items/tree/changes_model.h"

#include <QMessageBox>
#include <QPushButton>

namespace loupe {

UnsavedGuard::UnsavedGuard(EditSession& session, QWidget& window)
    : QObject(&window)
    , m_session(session)
    , m_window(window)
{
}

bool UnsavedGuard::isClear()
{
    m_session.checkSaved();
    return !m_session.isUnsaved();
}

void UnsavedGuard::proceed(const QString& question, std::function<void()> then)
{
    if (isClear())
        then();
    else if (m_question)
        m_question->raise();
    else
        ask(question, std::move(then));
}

void UnsavedGuard::ask(const QString& question, std::function<void()> then)
{
    auto* const box = new QMessageBox(
        QMessageBox::Warning, tr("Unsaved changes"), question, QMessageBox::Discard | QMessageBox::Cancel, &m_window);
    m_question = box;
    box->setAttribute(Qt::WA_DeleteOnClose);
    box->setTextFormat(Qt::PlainText);
    box->setInformativeText(changesText(m_session.edits().totals()) + u'.');
    QPushButton* const save = m_saver ? box->addButton(tr("Save as…"), QMessageBox::AcceptRole) : nullptr;
    box->setDefaultButton(save ? save : qobject_cast<QPushButton*>(box->button(QMessageBox::Cancel)));
    connect(box, &QDialog::finished, this, [this, box, save, then = std::move(then)] {
        m_question.clear();
        const QAbstractButton* const answer = box->clickedButton();
        if (save && answer == save)
            m_saver(then);
        else if (answer && answer == box->button(QMessageBox::Discard))
            then();
    });
    box->open();
}

} // namespace loupe
