#pragma once

#include "items/language/translations.h"

#include <QCoreApplication>
#include <QTranslator>

namespace loupe::test {

/// Widgets created during its lifetime are in German.
class German {
public:
    German() { loadTranslations(QLocale(QLocale::German, QLocale::Germany)); }
    ~German()
    {
        for (QTranslator* const words : qApp->findChildren<QTranslator*>()) {
            if (!m_before.contains(words))
                delete words;
        }
    }
    German(const German&) = delete;
    German& operator=(const German&) = delete;

private:
    QList<QTranslator*> m_before = qApp->findChildren<QTranslator*>();
};

} // namespace loupe::test
