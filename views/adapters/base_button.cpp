#include "views/adapters/base_button.h"

#include <QFileDialog>
#include <QMenu>

namespace loupe {

BaseButton::BaseButton(const QString& text, QWidget* parent)
    : QPushButton(text, parent)
{
    setAutoDefault(false);
    auto* const menu = new QMenu(this);
    connect(menu->addAction(tr("&File…")), &QAction::triggered, this, [this] { ask(false); });
    connect(menu->addAction(tr("F&older…")), &QAction::triggered, this, [this] { ask(true); });
    setMenu(menu);
}

void BaseButton::ask(bool forFolder)
{
    auto* const dialog = new QFileDialog(this, tr("Choose base"), m_folder);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    if (forFolder) {
        dialog->setFileMode(QFileDialog::Directory);
        dialog->setOption(QFileDialog::ShowDirsOnly);
    } else {
        dialog->setFileMode(QFileDialog::ExistingFile);
    }
    connect(dialog, &QFileDialog::fileSelected, this, &BaseButton::chosen);
    dialog->open();
}

} // namespace loupe
