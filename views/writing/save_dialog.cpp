#include "views/writing/save_dialog.h"

#include <QFileDialog>

namespace loupe {

QString fileNameFor(const QString& subject, const QString& suffix)
{
    constexpr qsizetype longest = 100;
    QString name;
    for (const QChar character : subject.right(longest)) {
        const bool plain = character.unicode() < 128
            && (character.isLetterOrNumber() || character == u'.' || character == u'-' || character == u'_');
        name += plain ? character : QChar(u'_');
    }
    while (name.startsWith(u'.'))
        name.remove(0, 1);
    return (name.isEmpty() ? QStringLiteral("tensor") : name) + u'.' + suffix;
}

void askWhereToSave(QWidget& parent, const QString& title, const QString& subject, const QString& suffix,
    std::function<void(const QString& path)> chosen)
{
    auto* const dialog = new QFileDialog(&parent, title);
    dialog->setAttribute(Qt::WA_DeleteOnClose);
    dialog->setAcceptMode(QFileDialog::AcceptSave);
    dialog->setDefaultSuffix(suffix);
    dialog->setNameFilter(QStringLiteral("*.") + suffix);
    dialog->selectFile(fileNameFor(subject, suffix));
    QObject::connect(dialog, &QFileDialog::fileSelected, &parent, std::move(chosen));
    dialog->open();
}

} // namespace loupe
