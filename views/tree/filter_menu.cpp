#include "views/tree/filter_menu.h"

#include "items/tree/saved_filters.h"
#include "views/kit/plain_text.h"

#include <QInputDialog>
#include <QMessageBox>

namespace loupe {

namespace {

constexpr qsizetype longestName = 60; ///< characters

/// Escapes ampersands, which would become mnemonics.
QString menuText(const QString& name)
{
    return shownText(name, longestName).replace(u'&', QStringLiteral("&&"));
}

} // namespace

FilterMenu::FilterMenu(QWidget* parent)
    : QMenu(parent)
{
    setToolTipsVisible(true);
    connect(this, &QMenu::aboutToShow, this, &FilterMenu::fill);
}

void FilterMenu::fill()
{
    clear();
    const QList<SavedFilters::Entry> saved = SavedFilters::list();
    for (const SavedFilters::Entry& entry : saved) {
        QAction* const action = addAction(menuText(entry.name));
        action->setToolTip(plainToolTip(entry.text));
        action->setCheckable(true);
        action->setChecked(entry.text == m_current);
        connect(action, &QAction::triggered, this, [this, text = entry.text] { emit chosen(text); });
    }
    if (saved.isEmpty())
        addAction(tr("No saved filters"))->setEnabled(false);
    addSeparator();
    QAction* const save = addAction(tr("Save this filter…"), this, &FilterMenu::askForName);
    save->setEnabled(!m_current.isEmpty());
    QMenu* const removal = addMenu(tr("Delete saved filter"));
    removal->setEnabled(!saved.isEmpty());
    for (const SavedFilters::Entry& entry : saved)
        removal->addAction(menuText(entry.name), this, [name = entry.name] { SavedFilters::remove(name); });
}

void FilterMenu::askForName()
{
    auto* const dialog = new QInputDialog(parentWidget());
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setWindowTitle(tr("Save filter"));
    dialog->setLabelText(tr("Name of the filter:"));
    dialog->setTextValue(shownText(m_current, longestName));
    dialog->setOkButtonText(tr("Save"));
    connect(dialog, &QInputDialog::textValueSelected, this, [this, filter = m_current](const QString& name) {
        if (!name.trimmed().isEmpty() && !SavedFilters::save(name.trimmed(), filter)) {
            QMessageBox::information(parentWidget(), tr("Save filter"),
                tr("There are %n saved filter(s) already. Delete one first.", nullptr, SavedFilters::maximum));
        }
    });
    dialog->open();
}

} // namespace loupe
