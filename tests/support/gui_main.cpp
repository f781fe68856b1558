#include "items/language/translations.h"

#include <QApplication>

#include <gtest/gtest.h>

/// For tests of widgets: a QApplication that needs no display and speaks English, whatever the locale.
int main(int count, char** arguments)
{
    if (qEnvironmentVariableIsEmpty("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    testing::InitGoogleTest(&count, arguments);
    const QApplication application(count, arguments);
    loupe::loadTranslations(QLocale(QLocale::English));
    return RUN_ALL_TESTS();
}
