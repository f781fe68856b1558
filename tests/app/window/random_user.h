#pragma once

#include "app/window/main_window.h"
#include "support/temporary_file.h"

#include <QByteArray>
#include <QDir>
#include <QPointer>
#include <QTimer>

#include <deque>
#include <mutex>
#include <random>
#include <string>
#include <vector>

namespace loupe::test {

/// A simulated user who performs random actions with mouse, keys, menus and files. The seed determines the actions,
/// except where the timing of jobs changes the choices. Works on copies of tests/data.
class RandomUser : public QObject {
public:
    explicit RandomUser(std::uint32_t seed);
    ~RandomUser() override;

    void act();
    /// Ends everything that was started: menus, dialogs, jobs. Returns false if something remains; see trouble().
    bool calmDown();
    /// What is wrong with the windows; empty if nothing is.
    std::string trouble();
    /// The last actions, one per line. Can be called from any thread.
    std::string history() const;
    /// The number of actions started so far. Can be called from any thread.
    int actions() const;

private:
    using Action = void (RandomUser::*)();

    std::uint32_t pick(std::size_t count);
    bool chance(int percent) { return int(pick(100)) < percent; }
    template <typename T>
    const T& oneOf(const std::vector<T>& list)
    {
        return list[pick(list.size())];
    }
    void note(const std::string& what);

    void prepareFiles();
    std::filesystem::path anyFile();
    std::filesystem::path damageableFile();
    MainWindow& window();
    QWidget* target();
    QPoint anyPlace(const QWidget& widget);
    QWidget* anyWidget(QWidget& inside);
    bool isPathField(const QWidget* widget) const;

    void openFile();
    void dropFiles();
    void compareFiles();
    void damageFile();
    void reload();
    void click();
    void drag();
    void wheel();
    void help();
    void menuOf();
    void key();
    void typeText();
    void trigger();
    void filter();
    void select();
    void showTab();
    void editSelection();
    void writeSomewhere();
    void answer();
    void resize();
    void changeTheme();
    void closeWindow();
    void paint();
    void wait();

    /// Closes menus and dialogs whose event loops keep an action from returning.
    void endNestedLoop();

    std::mt19937 m_random;
    QByteArray m_home = qgetenv("HOME"); ///< before
    QString m_workingFolder = QDir::currentPath(); ///< before
    TemporaryFolder m_folder;
    std::vector<std::filesystem::path> m_files;
    std::vector<std::filesystem::path> m_hostile;
    std::vector<QPointer<MainWindow>> m_windows;
    QTimer m_nested;
    bool m_acting = false;
    int m_turns = 0; ///< timer ticks during the current action
    int m_written = 0;
    std::string m_trouble;
    mutable std::mutex m_mutex;
    std::deque<std::string> m_history;
    int m_actions = 0;
};

} // namespace loupe::test
