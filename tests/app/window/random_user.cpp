#include "random_user.h"

#include "app/window/compare/compare_window.h"
#include "app/window/editing/edit_control.h"
#include "app/window/scan_control.h"
#include "hostile_files.h"
#include "items/jobs/job_runner.h"
#include "items/jobs/qt_text.h"
#include "items/tree/tensor_tree_model.h"
#include "support/test_data.h"
#include "support/window_parts.h"
#include "views/details/details_tabs.h"
#include "views/kit/notice_bar.h"
#include "views/tree/tensor_tree_view.h"

#include <QAbstractItemModelTester>
#include <QAction>
#include <QApplication>
#include <QDir>
#include <QDrag>
#include <QFileDialog>
#include <QLabel>
#include <QLineEdit>
#include <QStatusBar>
#include <QTest>

#include <algorithm>

namespace loupe::test {

namespace {

constexpr std::size_t shownHistory = 60;
constexpr int longWait = 60'000; // milliseconds; only ends a test that has failed

template <typename Widget>
std::vector<Widget*> shownTopLevels()
{
    std::vector<Widget*> found;
    for (QWidget* const widget : QApplication::topLevelWidgets()) {
        if (auto* const one = qobject_cast<Widget*>(widget); one && one->isVisible())
            found.push_back(one);
    }
    return found;
}

/// Sorts widgets by an order that does not depend on addresses.
template <typename Widget>
void sortByTitle(std::vector<Widget*>& widgets)
{
    std::stable_sort(widgets.begin(), widgets.end(), [](const QWidget* a, const QWidget* b) {
        return std::pair(QString::fromLatin1(a->metaObject()->className()), a->windowTitle())
            < std::pair(QString::fromLatin1(b->metaObject()->className()), b->windowTitle());
    });
}

/// The name of the part that is still busy.
std::string busyPart(JobWindow& window)
{
    std::string text = std::to_string(jobPool().activeThreadCount()) + " threads busy";
    auto* const main = qobject_cast<MainWindow*>(&window);
    if (!main)
        return text;
    if (test::document(*main).state() == Document::State::Loading)
        text += ", loading";
    if (test::model(*main).isArranging())
        text += ", arranging";
    if (test::details(*main).isBusy())
        text += ", tab " + std::to_string(int(test::details(*main).currentTab()));
    if (test::scan(*main).isBusy())
        text += ", scanning";
    if (main->tree().isExpanding())
        text += ", expanding";
    if (!test::edits(*main).isIdle())
        text += ", editing";
    return text;
}

} // namespace

RandomUser::RandomUser(std::uint32_t seed)
    : m_random(seed)
{
    prepareFiles();
    m_nested.setInterval(10);
    // Queued, because a timer does not fire in a nested event loop that its own slot starts, such as that of a file
    // dialog.
    connect(&m_nested, &QTimer::timeout, this, &RandomUser::endNestedLoop, Qt::QueuedConnection);
    m_nested.start();
    window();
}

RandomUser::~RandomUser()
{
    for (JobWindow* const one : shownTopLevels<JobWindow>())
        delete one;
    qputenv("HOME", m_home);
    QDir::setCurrent(m_workingFolder);
}

/// Copies the files, because actions may overwrite the open file. Relative paths and those in the home folder also
/// refer to the copies.
void RandomUser::prepareFiles()
{
    namespace fs = std::filesystem;
    fs::copy(dataPath(""), m_folder.path() / "data", fs::copy_options::recursive);
    for (const auto& entry : fs::recursive_directory_iterator(m_folder.path() / "data")) {
        if (entry.is_regular_file() && entry.path().filename() != "manifest.json")
            m_files.push_back(entry.path());
    }
    std::sort(m_files.begin(), m_files.end());
    m_hostile = {writeHostileNames(m_folder), writeHostileNames(m_folder, 2), writeLongName(m_folder),
        writeManyTensors(m_folder, 20'000), writeDeepNames(m_folder), writeEndless(m_folder)};
    qputenv("HOME", m_folder.path().c_str());
    QDir::setCurrent(toQString(m_folder.path()));
}

std::uint32_t RandomUser::pick(std::size_t count)
{
    return count == 0 ? 0 : std::uint32_t(m_random() % count);
}

void RandomUser::note(const std::string& what)
{
    const std::lock_guard lock(m_mutex);
    m_history.push_back(std::to_string(m_actions) + ' ' + what);
    if (m_history.size() > shownHistory)
        m_history.pop_front();
}

std::string RandomUser::history() const
{
    const std::lock_guard lock(m_mutex);
    std::string text;
    for (const std::string& line : m_history)
        text += line + '\n';
    return text;
}

int RandomUser::actions() const
{
    const std::lock_guard lock(m_mutex);
    return m_actions;
}

void RandomUser::act()
{
    static const std::vector<std::pair<int, Action>> weights{{8, &RandomUser::openFile}, {2, &RandomUser::dropFiles},
        {2, &RandomUser::compareFiles}, {3, &RandomUser::damageFile}, {2, &RandomUser::reload},
        {20, &RandomUser::click}, {4, &RandomUser::drag}, {4, &RandomUser::wheel}, {4, &RandomUser::help},
        {4, &RandomUser::menuOf}, {14, &RandomUser::key}, {5, &RandomUser::typeText}, {10, &RandomUser::trigger},
        {4, &RandomUser::filter}, {10, &RandomUser::select}, {8, &RandomUser::showTab}, {6, &RandomUser::editSelection},
        {4, &RandomUser::writeSomewhere}, {8, &RandomUser::answer}, {2, &RandomUser::resize},
        {1, &RandomUser::changeTheme}, {1, &RandomUser::closeWindow}, {4, &RandomUser::paint}, {6, &RandomUser::wait}};
    int sum = 0;
    for (const auto& [weight, action] : weights)
        sum += weight;
    int left = int(pick(std::size_t(sum)));
    auto chosen = weights.begin();
    while (left >= chosen->first)
        left -= (chosen++)->first;
    {
        const std::lock_guard lock(m_mutex);
        ++m_actions;
    }
    m_turns = 0;
    m_acting = true;
    (this->*chosen->second)();
    m_acting = false;
    QCoreApplication::processEvents(QEventLoop::AllEvents, 20);
    QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
}

MainWindow& RandomUser::window()
{
    std::erase_if(m_windows, [](const auto& one) { return !one || !one->isVisible(); });
    for (MainWindow* const one : shownTopLevels<MainWindow>()) {
        if (std::find(m_windows.begin(), m_windows.end(), one) == m_windows.end())
            m_windows.emplace_back(one);
    }
    if (m_windows.empty()) {
        m_windows.emplace_back(new MainWindow(false));
        m_windows.back()->setAttribute(Qt::WA_DeleteOnClose);
        // It reports problems as Qt warnings.
        new QAbstractItemModelTester(
            &test::model(*m_windows.back()), QAbstractItemModelTester::FailureReportingMode::Warning, m_windows.back());
        m_windows.back()->show();
    }
    return *m_windows[pick(m_windows.size())];
}

/// The target of mouse and keys.
QWidget* RandomUser::target()
{
    if (QWidget* const popup = QApplication::activePopupWidget())
        return popup;
    if (QWidget* const modal = QApplication::activeModalWidget())
        return modal;
    auto dialogs = shownTopLevels<QDialog>();
    if (!dialogs.empty() && chance(70)) {
        sortByTitle(dialogs);
        return oneOf(dialogs);
    }
    auto comparisons = shownTopLevels<CompareWindow>();
    if (!comparisons.empty() && chance(50)) {
        sortByTitle(comparisons);
        return oneOf(comparisons);
    }
    return &window();
}

QWidget* RandomUser::anyWidget(QWidget& inside)
{
    std::vector<QWidget*> shown{&inside};
    for (QWidget* const widget : inside.findChildren<QWidget*>()) {
        if (widget->isVisible() && widget->isEnabled() && !widget->visibleRegion().isEmpty()
            && widget->window() == inside.window())
            shown.push_back(widget);
    }
    return oneOf(shown);
}

QPoint RandomUser::anyPlace(const QWidget& widget)
{
    return {int(pick(std::size_t(std::max(widget.width(), 1)))), int(pick(std::size_t(std::max(widget.height(), 1))))};
}

/// Whether the field's text determines which file is written.
bool RandomUser::isPathField(const QWidget* widget) const
{
    return widget && widget->accessibleName() == u"Where to write";
}

std::filesystem::path RandomUser::anyFile()
{
    return chance(25) ? oneOf(m_hostile) : oneOf(m_files);
}

/// Returns the open file, or any other. Only small files are damaged.
std::filesystem::path RandomUser::damageableFile()
{
    const QString shown = test::document(window()).path();
    const auto path = toPath(shown);
    std::error_code error;
    return !shown.isEmpty() && chance(80) && std::filesystem::is_regular_file(path, error)
            && std::filesystem::file_size(path, error) < (1u << 20)
        ? path
        : oneOf(m_files);
}

void RandomUser::wait()
{
    note("wait");
    QTest::qWait(int(pick(60)));
}

void RandomUser::paint()
{
    note("paint");
    for (auto* const one : shownTopLevels<QWidget>())
        one->grab();
}

void RandomUser::endNestedLoop()
{
    if (!m_acting || ++m_turns < 3) // it may be the test's own loop, which ends by itself
        return;
    if (QWidget* const popup = QApplication::activePopupWidget()) {
        note("  leave a menu");
        if (chance(50)) {
            for (std::uint32_t down = 1 + pick(6); down > 0; --down)
                QTest::keyClick(popup, Qt::Key_Down);
            QTest::keyClick(popup, Qt::Key_Return);
        } else {
            QTest::keyClick(popup, Qt::Key_Escape);
        }
        if (QApplication::activePopupWidget() == popup)
            popup->close();
    } else if (auto* const dialog = qobject_cast<QFileDialog*>(QApplication::activeModalWidget())) {
        if (m_turns == 3 && chance(60)) {
            note("  answer a file dialog");
            const QString name = dialog->acceptMode() == QFileDialog::AcceptSave
                ? QStringLiteral("written-%1").arg(++m_written)
                : toQString(anyFile());
            dialog->selectFile(name);
            if (auto* const edit = dialog->findChild<QLineEdit*>())
                QTest::keyClick(edit, Qt::Key_Return);
        }
        if (m_turns > 6)
            dialog->reject();
    } else if (auto* const modal = qobject_cast<QDialog*>(QApplication::activeModalWidget())) {
        if (m_turns > 6) {
            note("  leave a dialog");
            modal->reject();
        }
    } else if (m_turns > 6) {
        QDrag::cancel();
    }
}

bool RandomUser::calmDown()
{
    note("calm down");
    const auto isCalm = [] {
        return !QApplication::activePopupWidget() && !QApplication::activeModalWidget()
            && shownTopLevels<QDialog>().empty();
    };
    const bool closed = QTest::qWaitFor(
        [&] {
            if (QWidget* const popup = QApplication::activePopupWidget())
                popup->close();
            for (QDialog* const dialog : shownTopLevels<QDialog>()) {
                if (dialog->isVisible() && (!QApplication::activeModalWidget() || dialog->isModal()))
                    dialog->reject();
            }
            QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
            return isCalm();
        },
        longWait);
    if (!closed) {
        m_trouble = "a menu or dialog cannot be closed";
        return false;
    }
    for (JobWindow* const one : shownTopLevels<JobWindow>()) {
        const auto stop = [one] {
            for (QAction* const action : one->findChildren<QAction*>()) {
                if (action->text().remove(u'&') == u"Stop" && action->isEnabled())
                    action->trigger();
            }
            return one->isIdle();
        };
        if (!QTest::qWaitFor(stop, longWait)) {
            m_trouble =
                one->windowTitle().toStdString() + " does not come to rest when it is stopped: " + busyPart(*one);
            return false;
        }
    }
    // Closes windows beyond those that a user would look at.
    while (shownTopLevels<JobWindow>().size() > 3) {
        JobWindow* const one = shownTopLevels<JobWindow>().front();
        if (auto* const main = qobject_cast<MainWindow*>(one))
            test::edits(*main).clear();
        one->close();
        QCoreApplication::sendPostedEvents(nullptr, QEvent::DeferredDelete);
    }
    return true;
}

std::string RandomUser::trouble()
{
    if (!m_trouble.empty())
        return m_trouble;
    for (MainWindow* const one : shownTopLevels<MainWindow>()) {
        const bool isOpen = test::document(*one).current() != nullptr;
        if (isOpen == one->windowTitle().isEmpty())
            return "the title is “" + one->windowTitle().toStdString() + "”";
        if (test::model(*one).rowCount() == 0 && one->tree().emptyText().isEmpty())
            return "an empty tree says nothing";
        for (const QLabel* const label : one->statusBar()->findChildren<QLabel*>()) {
            if (isOpen && label->isVisible() && label->text().isEmpty() && label->pixmap().isNull())
                return "the status line says no " + label->accessibleName().toStdString();
        }
        for (const QString& notice : test::notices(*one).texts()) {
            if (notice.trimmed().isEmpty())
                return "a notice says nothing";
        }
        if (test::document(*one).state() == Document::State::Failed && one->failure().isEmpty())
            return "a failure without a reason";
    }
    return {};
}

} // namespace loupe::test
