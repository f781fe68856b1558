#pragma once

#include <QAction>
#include <QMenu>
#include <QString>
#include <QStringList>

namespace loupe::test {

/// The letter that is underlined in a menu, or nothing.
inline QChar mnemonic(const QAction& action)
{
    const QString text = action.text();
    const auto mark = text.indexOf(u'&');
    return mark < 0 || mark + 1 == text.size() ? QChar() : text[mark + 1].toLower();
}

/// Entries whose letter another entry of the same menu or menu bar has, those of submenus included.
inline QStringList clashingMnemonics(const QList<QAction*>& actions)
{
    QString used;
    QStringList clashes;
    for (const QAction* const action : actions) {
        const QChar key = mnemonic(*action);
        if (!key.isNull() && used.contains(key))
            clashes += action->text();
        used += key;
        if (action->menu())
            clashes += clashingMnemonics(action->menu()->actions());
    }
    return clashes;
}

} // namespace loupe::test
