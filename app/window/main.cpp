#include "app/window/main_window.h"
#include "app/window/options.h"
#include "app/window/screenshot.h"
#include "views/theme.h"

#include <QApplication>
#include <QIcon>
#include <QSettings>

#include <cstring>

namespace {

/// The platform has to be chosen before there is an application to read the options properly.
void drawWithoutDisplayForScreenshots(int argc, char** argv)
{
    if (qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        return;
    for (int i = 1; i < argc; ++i) {
        const bool asked = std::strncmp(argv[i], "--screenshot", std::strlen("--screenshot")) == 0;
        const bool noWindow = std::strcmp(argv[i], "--help") == 0 || std::strcmp(argv[i], "--version") == 0
            || std::strcmp(argv[i], "-h") == 0 || std::strcmp(argv[i], "-v") == 0;
        if (asked || noWindow)
            qputenv("QT_QPA_PLATFORM", "offscreen");
    }
}

} // namespace

int main(int argc, char** argv)
{
    drawWithoutDisplayForScreenshots(argc, argv);
    const QApplication application(argc, argv);
    QCoreApplication::setApplicationName(QStringLiteral("tensorloupe"));
    QCoreApplication::setOrganizationName(QStringLiteral("tensorloupe"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TENSORLOUPE_VERSION));
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Tensorloupe"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.tensorloupe.Tensorloupe"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/io.github.tensorloupe.Tensorloupe.svg")));

    const loupe::Options options = loupe::readOptions(application);
    loupe::applyTheme(options.theme);

    const QStringList paths = options.paths.isEmpty() ? QStringList{QString()} : options.paths;
    for (const QString& path : paths) {
        auto* const window = new loupe::MainWindow(options.screenshot.isEmpty());
        window->setAttribute(Qt::WA_DeleteOnClose);
        window->show(options);
        if (!path.isEmpty())
            window->open(path);
        if (options.screenshot.isEmpty())
            window->QWidget::show();
        else
            new loupe::Screenshot(*window, options.screenshot, options.screenshotSize);
    }
    return QApplication::exec();
}
