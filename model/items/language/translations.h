#pragma once

#include <QLocale>

namespace loupe {

/// Installs the window's translations for the first language of the locale that has any, and Qt's own for its dialogs.
/// English has a catalog, too, for its plural forms. Call it once, after creating the application.
void loadTranslations(const QLocale& locale = QLocale::system());

} // namespace loupe
