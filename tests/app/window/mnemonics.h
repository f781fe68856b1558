#pragma once

#include <QAction>
#include <QMenu>
#include <QString>
#include <QStringList>

namespace loupe::test {

/// The underlined letter of a menu entry; null if there is none.
inline QChar mnemonic(const QAction& action)
{
    const QString text = action.text();
    const auto mark = text.indexOf(u'&');
    return mark < 0 || mark + 1 == text.size() ? QChar() : text[mark + 1].toLower();
}

/// Entries whose mnemonic is also that of another entry in the same menu or menu bar, including entries of submenus.
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
