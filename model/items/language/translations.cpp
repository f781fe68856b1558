#include "items/language/translations.h"

#include <QCoreApplication>
#include <QLibraryInfo>
#include <QTranslator>

namespace loupe {

namespace {

/// Catalogs that are installed later take precedence.
void install(const QLocale& locale, const QString& name, const QString& folder)
{
    auto* const words = new QTranslator(QCoreApplication::instance());
    if (words->load(locale, name, QStringLiteral("_"), folder))
        QCoreApplication::installTranslator(words);
    else
        delete words;
}

} // namespace

void loadTranslations(const QLocale& locale)
{
    const QString own = QStringLiteral("tensorloupe");
    const QString folder = QStringLiteral(":/translations");
    install(locale, QStringLiteral("qtbase"), QLibraryInfo::path(QLibraryInfo::TranslationsPath));
    install(QLocale(QLocale::English), own, folder);
    install(locale, own, folder);
}

} // namespace loupe
