#include "app/window/command/options.h"
#include "app/window/command/window_completion.h"
#include "app/window/compare/compare_window.h"
#include "app/window/first_paint_log.h"
#include "app/window/main_window.h"
#include "app/window/screenshot.h"
#include "app/window/theme_menu.h"
#include "core/remote/remote_files.h"
#include "core/text/process_secrets.h"
#include "items/jobs/qt_text.h"
#include "items/language/translations.h"
#include "items/session/location.h"
#ifdef LOUPE_HAS_REMOTE
#include "remote/network_files.h"
#endif
#include "saving/writing/ending_signals.h"
#include "views/colors/theme.h"

#include <QApplication>
#include <QIcon>

#include <cstdio>
#include <cstdlib>

namespace {

void nameApplication()
{
    QCoreApplication::setApplicationName(QStringLiteral("tensorloupe"));
    QCoreApplication::setOrganizationName(QStringLiteral("tensorloupe"));
    QCoreApplication::setApplicationVersion(QStringLiteral(TENSORLOUPE_VERSION));
}

/// Whether this is Qt's warning about a missing runtime folder. It is harmless, because we do not use that folder.
bool isAboutRuntimeFolder(const QString& message)
{
    return message.startsWith(u"QStandardPaths: XDG_RUNTIME_DIR not set");
}

/// Ends the program, instead of Qt's abort, if QApplication cannot use a display. Drops Qt's advice to reinstall the
/// application, which would not help, and keeps its earlier messages.
void endWithoutDisplay(QtMsgType type, const QMessageLogContext&, const QString& message)
{
    if (type != QtFatalMsg) {
        if (!isAboutRuntimeFolder(message))
            std::fprintf(stderr, "%s\n", qPrintable(message));
        return;
    }
    std::fputs("tensorloupe: no window can be opened here; --screenshot draws a picture, tloupe prints\n", stderr);
    std::_Exit(3);
}

QtMessageHandler usualHandler = nullptr;

/// Suppresses a warning that Qt's offscreen platform, used by --screenshot, prints for every window.
void reportAllButSizeHints(QtMsgType type, const QMessageLogContext& context, const QString& message)
{
    if (message != u"This plugin does not support propagateSizeHints()" && !isAboutRuntimeFolder(message))
        usualHandler(type, context, message);
}

/// Called by shell completion scripts.
int complete(int argc, char** argv)
{
    QStringList typed;
    for (int i = 2; i < argc; ++i)
        typed << QString::fromLocal8Bit(argv[i]);
    const std::string lines = loupe::completionLines(loupe::completeWindowCommand(typed));
    return std::fputs(lines.c_str(), stdout) >= 0 && std::fflush(stdout) == 0 ? 0 : 3;
}

/// Parses options before connecting to a window system: help, version and usage errors need none, and neither does a
/// screenshot.
loupe::Options readOptions(int argc, char** argv)
{
    const QCoreApplication application(argc, argv);
    loupe::Options options = loupe::readOptions(QCoreApplication::arguments());
    if (!options.screenshot.isEmpty() && !qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    return options;
}

/// Exits without asking, because the sender of the signal does not wait for an answer.
void askToExit(int status)
{
    if (auto* const application = QCoreApplication::instance())
        QMetaObject::invokeMethod(
            application, [status] { QCoreApplication::exit(status); }, Qt::QueuedConnection);
}

/// Shows the window, or takes a screenshot.
void present(loupe::JobWindow& window, const loupe::Options& options)
{
    window.setAttribute(Qt::WA_DeleteOnClose);
    if (options.screenshot.isEmpty())
        window.show();
    else
        new loupe::Screenshot(window, options.screenshot, options.screenshotSize);
}

} // namespace

int main(int argc, char** argv)
{
    nameApplication();
    if (argc > 1 && argv[1] == loupe::completionVerb)
        return complete(argc, argv);
    loupe::Options options = readOptions(argc, argv);
    loupe::hideSecrets({argv, static_cast<std::size_t>(argc)});

    // These outlive the application, which ends its jobs last.
#ifdef LOUPE_HAS_REMOTE
    loupe::remote::NetworkFiles network;
    if (const auto kept = network.keepOnDisk(); !kept)
        std::fprintf(stderr, "tensorloupe: %s\n", describe(kept.error()).c_str());
    if (options.offline)
        network.setOffline();
    loupe::setRemoteFiles(&network);
#endif
    for (QString& path : options.paths)
        path = loupe::withoutSecrets(path); // before anything shows it
    const loupe::EndingSignals ending(askToExit, std::chrono::seconds(2));
    usualHandler = qInstallMessageHandler(endWithoutDisplay);
    const QApplication application(argc, argv);
    qInstallMessageHandler(options.screenshot.isEmpty() ? usualHandler : reportAllButSizeHints);
    loupe::loadTranslations();
    QGuiApplication::setApplicationDisplayName(QStringLiteral("Tensorloupe"));
    QGuiApplication::setDesktopFileName(QStringLiteral("io.github.tensorloupe.Tensorloupe"));
    QApplication::setWindowIcon(QIcon(QStringLiteral(":/icons/io.github.tensorloupe.Tensorloupe.svg")));
    // A screenshot must not depend on the user's settings.
    const bool remembers = options.screenshot.isEmpty();
    loupe::applyTheme(options.theme.value_or(remembers ? loupe::ThemeMenu::remembered() : loupe::ThemeChoice::System));

    if (options.compare) {
        const loupe::SecretSource secret = loupe::readOnce(options.secret); // shared by both
        auto* const window =
            new loupe::CompareWindow(options.screenshot.isEmpty(), {loupe::toPath(options.paths[0]), nullptr, secret},
                {loupe::toPath(options.paths[1]), nullptr, secret}, options.rules, options.rearrangement);
        window->apply(options);
        present(*window, options);
        return QApplication::exec();
    }
    const QStringList paths = options.paths.isEmpty() ? QStringList{QString()} : options.paths;
    for (const QString& path : paths) {
        auto* const window =
            new loupe::MainWindow(options.screenshot.isEmpty(), path, options.secret, options.quantized);
        if (paths.size() == 2)
            window->offerComparison(paths[0], paths[1]);
        window->apply(options);
        loupe::logFirstPaint(*window);
        present(*window, options);
    }
    return QApplication::exec();
}
