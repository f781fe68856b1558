/// Goals G12 and G14: the time from the program's start to the painted tree, compared with python3 reading the same
/// header with json.loads, alternating in one run; and how long the window's thread was blocked while a million tensors
/// were opened, sorted, filtered, viewed and edited. `window_bench editing` measures only the editing, `window_bench
/// holds` only the blocking before that. Draws offscreen.

#include "app/window/editing/edit_control.h"
#include "app/window/main_window.h"
#include "app/window/scan_control.h"
#include "bench/hold_watch.h"
#include "bench/made_files.h"
#include "bench/timing.h"
#include "items/jobs/qt_text.h"
#include "items/renaming/rename_preview_model.h"
#include "items/tree/tensor_tree_model.h"
#include "support/window_parts.h"
#include "views/details/details_tabs.h"
#include "views/tree/filter_edit.h"
#include "views/tree/tensor_tree_view.h"
#include "views/writing/write_dialog.h"
#include "views/writing/write_status.h"

#include <QAction>
#include <QApplication>
#include <QElapsedTimer>
#include <QProcess>
#include <QPushButton>
#include <QUndoStack>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <memory>
#include <vector>

namespace loupe::test {

namespace {

constexpr int rounds = 7;

[[noreturn]] void failed(QProcess& process)
{
    std::fprintf(stderr, "%s failed: %s\n", qUtf8Printable(process.program()), process.readAll().constData());
    std::exit(1);
}

double millisecondsToTree(const QString& path)
{
    QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
    environment.insert(QStringLiteral("QT_LOGGING_RULES"), QStringLiteral("tensorloupe.start=true"));
    QElapsedTimer clock;
    clock.start();
    QProcess process;
    process.setProcessEnvironment(environment);
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral(TENSORLOUPE), {path});
    QByteArray said;
    while (!said.contains("tree painted")) {
        if (!process.waitForReadyRead(120'000))
            failed(process);
        said += process.readAll();
    }
    const double milliseconds = static_cast<double>(clock.nsecsElapsed()) / 1e6;
    process.kill();
    process.waitForFinished();
    return milliseconds;
}

double millisecondsOfPython(const QStringList& arguments)
{
    QElapsedTimer clock;
    clock.start();
    QProcess process;
    process.setProcessChannelMode(QProcess::MergedChannels);
    process.start(QStringLiteral("python3"), arguments);
    if (!process.waitForFinished(120'000) || process.exitCode() != 0)
        failed(process);
    return static_cast<double>(clock.nsecsElapsed()) / 1e6;
}

/// Checks what the reference reader checks: contiguous ranges that fit shape and dtype.
const QString pythonScript = QStringLiteral(R"(
import json, os, struct, sys
with open(sys.argv[1], "rb") as f:
    n, = struct.unpack("<Q", f.read(8))
    header = json.loads(f.read(n))
end = 0
for name, t in header.items():
    count = 1
    for d in t["shape"]:
        count *= d
    begin, stop = t["data_offsets"]
    assert begin == end and stop - begin == count * 4, name
    end = stop
assert 8 + n + end == os.path.getsize(sys.argv[1])
)");

void startUp(const TemporaryFolder& folder, unsigned count)
{
    const QString json = toQString(makeSafetensors(folder, count));
    const QString bincode = toQString(makeBintensors(folder, count));
    std::vector<double> ours;
    std::vector<double> oursBincode;
    std::vector<double> python;
    std::vector<double> ratios;
    for (int round = 0; round < rounds; ++round) {
        ours.push_back(millisecondsToTree(json));
        oursBincode.push_back(millisecondsToTree(bincode));
        python.push_back(millisecondsOfPython({QStringLiteral("-c"), pythonScript, json}));
        ratios.push_back(python.back() / ours.back());
    }
    std::printf("%9u | %11.0f %10.0f | %10.0f | %5.1f x\n", count, median(ours), median(oursBincode), median(python),
        median(ratios));
    std::fflush(stdout);
}

void holdUps(const TemporaryFolder& folder)
{
    std::puts("\na million tensors, .bt              | all, ms  | longest hold of the window's thread, ms (goal 50)");
    MainWindow window(false);
    window.resize(1280, 800);
    window.show();
    QCoreApplication::processEvents();
    Watch watch;
    const auto idle = [&] { return window.isIdle(); };
    step(
        watch, "open", [&] { window.open(toQString(folder.path() / "1000000.bt")); },
        [&] { return test::document(window).state() == Document::State::Open && window.isIdle(); });
    step(
        watch, "sort by size", [&] { test::model(window).sort(TensorTreeModel::Size, Qt::DescendingOrder); }, idle);
    step(
        watch, "sort by name", [&] { test::model(window).sort(TensorTreeModel::Name, Qt::DescendingOrder); }, idle);
    step(
        watch, "natural order", [&] { test::model(window).sort(-1); }, idle);
    step(
        watch, "filter by a substring", [&] { test::model(window).setFilter(QStringLiteral("w99")); }, idle);
    step(
        watch, "filter by dtype (keeps all)", [&] { test::model(window).setFilter(QStringLiteral("dtype:f32")); },
        idle);
    step(
        watch, "clear the filter", [&] { test::model(window).setFilter({}); }, idle);
    step(
        watch, "scan values", [&] { test::scan(window).start(); }, idle);
    step(
        watch, "sort by health", [&] { test::model(window).sort(TensorTreeModel::Health, Qt::DescendingOrder); }, idle);
    test::model(window).setFilter(QStringLiteral("nan:>0"));
    step(
        watch, "scan under a filter by values", [&] { test::scan(window).start(); }, idle);
    step(
        watch, "clear filter and order",
        [&] {
            test::model(window).setFilter({});
            test::model(window).sort(-1);
        },
        idle);
    step(
        watch, "select a tensor, histogram",
        [&] {
            test::details(window).showTab(DetailsTab::Histogram);
            window.tree().selectNode(500'000);
        },
        idle);
    step(
        watch, "header's last bytes in hex",
        [&] {
            test::details(window).showTab(DetailsTab::Hex);
            test::details(window).showOffset(
                0, test::document(window).current()->checkpoint->files[0].header.end - 100);
        },
        idle);
    step(
        watch, "expand all", [&] { window.tree().expandAll(); }, idle);
    step(
        watch, "scroll to the end", [&] { window.tree().scrollToBottom(); }, idle);
    step(
        watch, "select all", [&] { window.tree().selectAll(); }, idle);
    step(
        watch, "select a tensor", [&] { window.tree().selectNode(900'000); }, idle);
    step(
        watch, "expanded, sort by size", [&] { test::model(window).sort(TensorTreeModel::Size, Qt::DescendingOrder); },
        idle);
    step(
        watch, "expanded, filter", [&] { test::model(window).setFilter(QStringLiteral("w99")); }, idle);
    step(
        watch, "expanded, clear the filter", [&] { test::model(window).setFilter({}); }, idle);
    step(
        watch, "collapse all", [&] { window.tree().collapseAll(); }, idle);
}

void editingHoldUps(const TemporaryFolder& folder)
{
    std::puts("\nediting a million tensors, .bt       | all, ms  | longest hold of the window's thread, ms (goal 50)");
    MainWindow window(false);
    window.resize(1280, 800);
    window.show();
    Watch watch;
    EditSession& edits = test::edits(window);
    const auto idle = [&] { return window.isIdle() && edits.isIdle(); };
    step(
        watch, "open", [&] { window.open(toQString(folder.path() / "1000000.bt")); },
        [&] { return test::document(window).state() == Document::State::Open && idle(); });
    const auto all = [&] {
        const OpenedCheckpointPtr& opened = test::document(window).current();
        return NodeChoice{opened, opened->order, {opened->tree.root()}};
    };
    auto preview = std::make_unique<RenamePreviewModel>(all(), edits.edits());
    step(
        watch, "preview of renaming all", [&] { preview->setRule(QStringLiteral("^"), QStringLiteral("model.")); },
        [&] { return preview->isReady(); });
    step(
        watch, "rename all", [&] { edits.take(preview->step()); }, idle);
    step(
        watch, "close the preview", [&] { preview.reset(); }, idle);
    QUndoStack& undo = test::child<QUndoStack>(window);
    const auto undoAndRedo = [&] {
        step(
            watch, "  undo", [&] { undo.undo(); }, idle);
        step(
            watch, "  redo", [&] { undo.redo(); }, idle);
    };
    undoAndRedo();
    step(
        watch, "cast all", [&] { edits.cast(all(), DType::BF16); }, idle);
    undoAndRedo();
    const auto write = [&](const char* what) {
        const auto actions = window.findChildren<QAction*>();
        const auto saveAs = std::find_if(actions.begin(), actions.end(),
            [](const QAction* action) { return action->text() == QStringLiteral("Save &as…"); });
        WriteDialog* dialog = nullptr;
        step(
            watch, what,
            [&] {
                (*saveAs)->trigger();
                dialog = window.findChildren<WriteDialog*>().last();
            },
            [&] { return dialog->isIdle(); });
        step(
            watch, "  write", [&] { dialog->status().write().click(); }, [&] { return dialog->isIdle(); });
        step(
            watch, "  close", [&] { dialog->close(); }, idle);
    };
    write("Save as, until it is previewed");
    step(
        watch, "delete all", [&] { edits.remove(all()); }, idle);
    undoAndRedo();
    step(
        watch, "revert all", [&] { edits.revert(all()); }, idle);
    step(
        watch, "discard", [&] { edits.discardAll(); }, idle);
}

} // namespace

} // namespace loupe::test

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const loupe::test::TemporaryFolder folder;
    if (application.arguments().value(1) == QStringLiteral("editing")) {
        loupe::test::makeBintensors(folder, 1'000'000);
        loupe::test::editingHoldUps(folder);
        return 0;
    }
    if (application.arguments().value(1) == QStringLiteral("holds")) {
        loupe::test::makeBintensors(folder, 1'000'000);
        loupe::test::holdUps(folder);
        return 0;
    }
    std::puts("start to painted tree, ms (goals: 60 up to 5000 tensors; at a million 450 and 350, and 8 x python3)");
    std::puts("  tensors | safetensors bintensors | json.loads | python3 / ours");
    for (const unsigned count : {300U, 5'000U, 100'000U, 1'000'000U})
        loupe::test::startUp(folder, count);
    loupe::test::holdUps(folder);
    loupe::test::editingHoldUps(folder);
}
