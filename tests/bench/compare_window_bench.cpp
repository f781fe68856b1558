/// Compares two checkpoints of 300 000 tensors, a .safetensors and a .bt, in the comparison window: how long it takes
/// to show their structure (goal: 1 s), and how long the window's thread is blocked while they are compared, sorted,
/// filtered and viewed (goal: 50 ms). Draws offscreen.

#include "app/window/compare/compare_window.h"
#include "bench/hold_watch.h"
#include "bench/made_files.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_session.h"
#include "items/jobs/qt_text.h"
#include "support/child.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"

#include <QApplication>

#include <cstdio>
#include <fstream>
#include <memory>

namespace loupe::test {

namespace {

constexpr unsigned count = 300'000;
constexpr unsigned tensorBytes = 256;

/// Changes one element of every seventh tensor, counted from the end of the file.
void change(const std::filesystem::path& path)
{
    std::fstream file(path, std::ios::in | std::ios::out | std::ios::binary);
    const auto data =
        static_cast<std::streamoff>(std::filesystem::file_size(path) - std::uint64_t{count} * tensorBytes);
    for (unsigned i = 0; i < count; i += 7) {
        file.seekp(data + static_cast<std::streamoff>(i) * tensorBytes);
        const float value = 1e-3F * static_cast<float>(i + 1);
        file.write(reinterpret_cast<const char*>(&value), sizeof(value));
    }
    if (!file.flush())
        std::perror("cannot write");
}

void look(CompareWindow& window, Watch& watch)
{
    const auto idle = [&] { return window.isIdle(); };
    auto& model = child<ComparisonModel>(window);
    auto& view = child<ComparisonView>(window);
    for (const auto& [name, column] : {std::pair("sort by status", ComparisonModel::Status),
             std::pair("sort by relative L2", ComparisonModel::RelativeL2),
             std::pair("sort by name", ComparisonModel::Name)}) {
        step(
            watch, name, [&, by = column] { model.sort(by, Qt::DescendingOrder); }, idle);
    }
    step(
        watch, "natural order", [&] { model.sort(-1); }, idle);
    step(
        watch, "filter status:changed", [&] { model.setFilter(QStringLiteral("status:changed")); }, idle);
    step(
        watch, "clear the filter", [&] { model.setFilter({}); }, idle);
    step(
        watch, "next difference", [&] { view.goToDifference(true); }, idle);
    step(
        watch, "previous difference", [&] { view.goToDifference(false); }, idle);
    auto& tabs = child<ComparisonTabs>(window);
    for (int tab = 0; tab < tabs.count(); ++tab) {
        const std::string name = "tab " + tabs.tabText(tab).toStdString();
        step(
            watch, name.c_str(), [&] { tabs.setCurrentIndex(tab); }, idle);
        step(
            watch, "  another pair", [&] { view.selectNode(200'000 + static_cast<unsigned>(tab) * 7); }, idle);
    }
    step(
        watch, "expand all", [&] { view.expandAll(); }, idle);
    step(
        watch, "scroll to the end", [&] { view.scrollToBottom(); }, idle);
    step(
        watch, "select all", [&] { view.selectAll(); }, idle);
    step(
        watch, "expanded, sort by relative L2", [&] { model.sort(ComparisonModel::RelativeL2, Qt::DescendingOrder); },
        idle);
    step(
        watch, "expanded, filter", [&] { model.setFilter(QStringLiteral("status:changed")); }, idle);
    step(
        watch, "expanded, clear the filter", [&] { model.setFilter({}); }, idle);
}

void run()
{
    const TemporaryFolder folder;
    const auto fileA = makeSafetensors(folder, count);
    const auto fileB = makeBintensors(folder, count);
    change(fileB);
    std::puts("300 000 pairs                      | all, ms  | longest hold of the window's thread, ms (goal 50)");
    Watch watch;
    std::unique_ptr<CompareWindow> window;
    step(
        watch, "structure (goal 1000)",
        [&] {
            window = std::make_unique<CompareWindow>(false, fileA, fileB);
            window->resize(1280, 800);
            window->show();
        },
        [&] {
            return child<ComparisonSession>(*window).results() != nullptr
                && child<ComparisonModel>(*window).visibleTensors() == count;
        });
    step(
        watch, "the rest of the values", [] {}, [&] { return window->isIdle(); });
    look(*window, watch);
}

} // namespace

} // namespace loupe::test

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    loupe::test::run();
}
