// Tests that a closed window leaves nothing behind.

#include "app/window/main_window.h"
#include "hostile_files.h"
#include "items/jobs/qt_text.h"
#include "support/sanitized.h"
#include "support/test_data.h"
#include "support/window_parts.h"
#include "views/details/details_tabs.h"
#include "views/tree/tensor_tree_view.h"

#include <QApplication>
#include <QDeadlineTimer>
#include <QTest>
#include <QThread>

#include <gtest/gtest.h>

#include <algorithm>
#include <filesystem>
#include <fstream>
#include <iterator>
#include <memory>
#include <vector>

#include <malloc.h>
#include <unistd.h>

namespace loupe {
namespace {

std::ptrdiff_t entriesOf(const char* folder)
{
    return std::distance(std::filesystem::directory_iterator(folder), std::filesystem::directory_iterator());
}

/// Resident memory in bytes, without memory that is freed but not yet returned to the system.
std::int64_t residentMemory()
{
    malloc_trim(0);
    std::ifstream file("/proc/self/statm");
    std::int64_t size = 0;
    std::int64_t resident = 0;
    file >> size >> resident;
    return resident * ::sysconf(_SC_PAGESIZE);
}

bool awaitIdle(const MainWindow& window)
{
    const QDeadlineTimer limit(60'000);
    while (!window.isIdle() && !limit.hasExpired())
        QCoreApplication::processEvents(QEventLoop::AllEvents, 10);
    return window.isIdle();
}

class OpenCloseTest : public testing::Test {
protected:
    OpenCloseTest()
        : m_files{test::dataPath("safetensors/gpt2-tiny.safetensors"), test::dataPath("npz/orders-deflated.npz"),
            test::dataPath("safetensors-sharded"), test::dataPath("malformed/offset-hole.safetensors"),
            test::writeHostileNames(m_folder), test::writeManyTensors(m_folder, 5'000), test::writeEndless(m_folder)}
    {
    }

    /// Every seventh cycle opens a file whose values take too long to read, and every fifth closes the window during
    /// its work.
    void cycle(int number)
    {
        MainWindow window(false);
        window.show();
        const auto& path = m_files[std::size_t(number) % m_files.size()];
        window.open(toQString(path));
        while (test::document(window).state() == Document::State::Loading)
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        ASSERT_TRUE(test::document(window).current()) << path;
        m_opened.push_back(test::document(window).current()->checkpoint);
        const std::size_t tensors = test::document(window).current()->checkpoint->tensors.size();
        test::details(window).showTab(DetailsTab::Histogram);
        window.tree().selectNode(NameTree::NodeId(std::size_t(number) % tensors));
        QCoreApplication::processEvents();
        if (number % 5 == 4 || path == m_files.back())
            return;
        ASSERT_TRUE(awaitIdle(window));
        test::details(window).showTab(DetailsTab(number % test::details(window).count()));
        ASSERT_TRUE(awaitIdle(window));
        window.grab();
    }

    test::TemporaryFolder m_folder;
    std::vector<std::filesystem::path> m_files;
    std::vector<std::weak_ptr<const Checkpoint>> m_opened;
};

/// LOUPE_OPEN_CLOSE_CYCLES sets the number of cycles.
TEST_F(OpenCloseTest, LeavesNoMemoryDescriptorsOrThreads)
{
    bool isNumber = false;
    const int wanted = qEnvironmentVariableIntValue("LOUPE_OPEN_CLOSE_CYCLES", &isNumber);
    const int cycles = isNumber ? wanted : 63;
    constexpr int warmUp = 28;
    for (int number = 0; number < warmUp; ++number)
        cycle(number);
    // Stopped jobs close their files only when they notice the request.
    const std::ptrdiff_t unopened = 40;
    ASSERT_TRUE(QTest::qWaitFor([&] { return entriesOf("/proc/self/fd") < unopened; }, 60'000));
    const std::ptrdiff_t descriptors = entriesOf("/proc/self/fd");
    const std::ptrdiff_t threads = entriesOf("/proc/self/task");
    const std::int64_t memory = residentMemory();
    for (int number = 0; number < cycles; ++number) {
        cycle(number);
        ASSERT_FALSE(HasFatalFailure());
    }
    EXPECT_TRUE(QTest::qWaitFor([&] { return entriesOf("/proc/self/fd") <= descriptors; }, 60'000))
        << entriesOf("/proc/self/fd") << " descriptors after " << descriptors;
    EXPECT_LE(entriesOf("/proc/self/task"), threads + QThread::idealThreadCount());
    EXPECT_TRUE(QTest::qWaitFor(
        [&] { return std::ranges::all_of(m_opened, [](const auto& one) { return one.expired(); }); }, 60'000))
        << "checkpoints outlive their windows";
    constexpr std::int64_t most = 32 << 20; // an allowance for caches of fonts and pictures
    EXPECT_TRUE(test::isSanitized || residentMemory() - memory < most) << residentMemory() - memory;
    RecordProperty("grownBytes", std::to_string(residentMemory() - memory));
}

} // namespace
} // namespace loupe
