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

/// Somebody who does anything that can be done with mouse, keys, menus and files, in an order that the seed decides, as
/// far as jobs, which end when they end, leave the same to choose from. Works on copies of tests/data.
class RandomUser : public QObject {
public:
    explicit RandomUser(std::uint32_t seed);
    ~RandomUser() override;

    void act();
    /// Puts an end to all that was begun: menus, dialogs, jobs. False where something stays, said in trouble().
    bool calmDown();
    /// What is wrong with what the windows show; empty where nothing is.
    std::string trouble();
    /// The last actions, one on each line. From any thread.
    std::string history() const;
    /// Actions begun so far. From any thread.
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

    /// Menus and dialogs that keep an action from coming back.
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
    int m_turns = 0; ///< of the timer during one action
    int m_written = 0;
    std::string m_trouble;
    mutable std::mutex m_mutex;
    std::deque<std::string> m_history;
    int m_actions = 0;
};

} // namespace loupe::test
