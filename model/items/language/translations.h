#pragma once

#include <QLocale>

namespace loupe {

/// Installs the words of the window in the first language of the locale that there are words for, and Qt's own words
/// for its dialogs. English has a catalog, too: its plural forms. Call it once, when the application exists.
void loadTranslations(const QLocale& locale = QLocale::system());

} // namespace loupe
