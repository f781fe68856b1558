#include "random_user.h"

#include <QApplication>
#include <QTest>

#include <gtest/gtest.h>

#include <atomic>
#include <chrono>
#include <condition_variable>
#include <cstdio>
#include <cstdlib>
#include <thread>

#include <csignal>
#include <sys/resource.h>

namespace loupe {
namespace {

/// Prints the last action and ends the process, if the window has not returned from it for minutes.
class Watchdog {
public:
    explicit Watchdog(const test::RandomUser& user)
        : m_user(user)
        , m_thread([this](const std::stop_token& stop) { watch(stop); })
    {
    }

private:
    void watch(const std::stop_token& stop)
    {
        int before = -1;
        std::mutex mutex;
        std::unique_lock lock(mutex);
        std::condition_variable_any never;
        while (!never.wait_for(lock, stop, std::chrono::minutes(2), [&] { return stop.stop_requested(); })) {
            if (stop.stop_requested())
                return;
            if (std::exchange(before, m_user.actions()) == m_user.actions()) {
                std::fprintf(stderr, "The window does not answer any more. Last:\n%s", m_user.history().c_str());
                std::abort();
            }
        }
    }

    const test::RandomUser& m_user;
    std::jthread m_thread;
};

/// Treats Qt's warnings as failures, except those that do not matter without a display.
class QtComplaints {
public:
    QtComplaints() { s_before = qInstallMessageHandler(&QtComplaints::take); }
    ~QtComplaints() { qInstallMessageHandler(s_before); }

    static std::string first() { return s_first; }

private:
    static void take(QtMsgType type, const QMessageLogContext& context, const QString& text)
    {
        const bool isOfTheSetting = text.startsWith(QLatin1String("This plugin does not support"))
            || text == u"Unimplemented code." || text.startsWith(QLatin1String("Keyboard event not accepted"))
            || text.startsWith(QLatin1String("Mouse event at")); // a window was shrunk in the meantime
        if (type != QtDebugMsg && type != QtInfoMsg && !isOfTheSetting && s_first.empty())
            s_first = text.toStdString();
        s_before(type, context, text);
    }

    static inline QtMessageHandler s_before = nullptr;
    static inline std::string s_first;
};

int fromEnvironment(const char* name, int otherwise)
{
    bool isNumber = false;
    const int value = qEnvironmentVariableIntValue(name, &isNumber);
    return isNumber ? value : otherwise;
}

/// LOUPE_RANDOM_SEED and LOUPE_RANDOM_ACTIONS set the seed and the number of actions. If set, each action is printed as
/// it starts.
class RandomActionsTest : public testing::TestWithParam<int> { };

TEST_P(RandomActionsTest, LeaveEveryWindowAnswering)
{
    const int seed = fromEnvironment("LOUPE_RANDOM_SEED", 0) + GetParam();
    const int actions = fromEnvironment("LOUPE_RANDOM_ACTIONS", 150);
    QApplication::setQuitOnLastWindowClosed(false);
    // Prevents random writes from filling the disk.
    std::signal(SIGXFSZ, SIG_IGN);
    constexpr int calmEvery = 40;
    const QtComplaints complaints;
    test::RandomUser user(std::uint32_t(seed) + 1);
    constexpr rlim_t longestFile = 256 << 20;
    rlimit before{};
    getrlimit(RLIMIT_FSIZE, &before);
    const rlimit limit{std::min<rlim_t>(longestFile, before.rlim_max), before.rlim_max};
    setrlimit(RLIMIT_FSIZE, &limit);
    const Watchdog watchdog(user);
    std::string trouble;
    for (int action = 1; action <= actions && trouble.empty(); ++action) {
        user.act();
        trouble = user.trouble();
        if (trouble.empty())
            trouble = QtComplaints::first();
        if (trouble.empty() && (action % calmEvery == 0 || action == actions) && !user.calmDown())
            trouble = user.trouble();
    }
    setrlimit(RLIMIT_FSIZE, &before);
    EXPECT_EQ(trouble, "") << "LOUPE_RANDOM_SEED=" << seed << " LOUPE_RANDOM_ACTIONS=" << actions << ", last:\n"
                           << user.history();
}

INSTANTIATE_TEST_SUITE_P(Seeds, RandomActionsTest, testing::Range(0, 2));

} // namespace
} // namespace loupe
