// Goal G11: a million tensors in the tree. Compares ours with a QStandardItemModel under a QSortFilterProxyModel in one
// run. Usage: tree_bench [TENSORS [PEER_ROWS]]; runs offscreen unless QT_QPA_PLATFORM is set.

#include "core/tree/name_tree.h"
#include "items/layers/figure_cells.h"
#include "items/tree/tensor_tree_model.h"
#include "support/made_checkpoint.h"
#include "views/tree/tensor_tree_view.h"

#include <QApplication>
#include <QElapsedTimer>
#include <QKeyEvent>
#include <QSortFilterProxyModel>
#include <QStandardItemModel>
#include <QTimer>
#include <QTreeView>
#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <ctime>
#include <malloc.h>
#include <numeric>
#include <random>
#include <string>

namespace loupe {
namespace {

double heapMegabytes()
{
    const auto info = mallinfo2();
    return static_cast<double>(info.uordblks + info.hblkhd) / 1e6;
}

/// Measures the longest time that the UI thread's event loop was blocked, in milliseconds.
class Heartbeat : public QObject {
public:
    Heartbeat()
    {
        connect(&m_timer, &QTimer::timeout, this, [this] { m_longest = std::max(m_longest, m_clock.restart()); });
        m_clock.start();
        m_timer.start(1);
    }
    qint64 take()
    {
        m_longest = std::max(m_longest, m_clock.restart());
        return std::exchange(m_longest, 0);
    }

private:
    QTimer m_timer;
    QElapsedTimer m_clock;
    qint64 m_longest = 0;
};

/// Processor time of all threads, which is more reliable than wall time on a busy machine.
double cpuMilliseconds()
{
    return static_cast<double>(std::clock()) * 1000 / CLOCKS_PER_SEC;
}

class Stopwatch {
public:
    explicit Stopwatch(Heartbeat& heartbeat)
        : m_heartbeat(heartbeat)
    {
        QCoreApplication::processEvents();
        heartbeat.take();
        m_clock.start();
    }
    void report(const char* what, const char* goal = "")
    {
        const double milliseconds = static_cast<double>(m_clock.nsecsElapsed()) / 1e6;
        const double cpu = cpuMilliseconds() - m_cpuBefore;
        std::printf("  %-34s %9.1f ms   CPU %9.1f ms   UI thread held %5lld ms   %s\n", what, milliseconds, cpu,
            static_cast<long long>(m_heartbeat.take()), goal);
        std::fflush(stdout);
    }

private:
    Heartbeat& m_heartbeat;
    QElapsedTimer m_clock;
    double m_cpuBefore = cpuMilliseconds();
};

enum class Names { Experts, Blocks, Flat, Roles };

const char* textOf(Names names)
{
    switch (names) {
    case Names::Experts:
        return "a group each";
    case Names::Blocks:
        return "groups of 40";
    case Names::Flat:
        return "flat";
    case Names::Roles:
        return "a role each";
    }
    return "";
}

std::shared_ptr<const Checkpoint> makeCheckpoint(std::uint32_t tensors, Names names, bool shuffled)
{
    std::vector<std::uint32_t> numbers(tensors);
    std::iota(numbers.begin(), numbers.end(), 0U);
    std::mt19937 random(1);
    if (shuffled)
        std::shuffle(numbers.begin(), numbers.end(), random);
    static constexpr const char* leaves[] = {"self_attn.q_proj.weight", "self_attn.k_proj.weight",
        "self_attn.v_proj.weight", "self_attn.o_proj.weight", "mlp.gate_proj.weight", "mlp.up_proj.weight",
        "mlp.down_proj.weight", "input_layernorm.weight"};
    test::MadeCheckpoint made;
    for (const std::uint32_t number : numbers) {
        const std::string text = std::to_string(number);
        const std::string name = names == Names::Flat ? "tensor_" + text + "_weight"
            : names == Names::Blocks                  ? "blocks." + std::to_string(number / 40) + ".w" + text
            : names == Names::Roles                   ? "model.layers." + std::to_string(number % 100) + ".role_" + text
                                                      : "model.experts." + std::to_string(number / 800) + ".layers."
                + std::to_string(number / 8 % 100) + '.' + leaves[number % 8];
        made.add(name, number % 3 ? DType::BF16 : DType::F32, {1 + random() % 4096, 4});
    }
    return made.take();
}

void paint(QTreeView& view)
{
    view.grab();
}

void benchOurs(std::uint32_t tensors, Names names, bool shuffled, Heartbeat& heartbeat)
{
    std::printf("%u tensors, %s, %s\n", tensors, textOf(names), shuffled ? "shuffled" : "in order");
    const auto checkpoint = makeCheckpoint(tensors, names, shuffled);
    {
        Stopwatch watch(heartbeat);
        const auto tree = NameTree::build(*checkpoint);
        watch.report("name tree (a job's work)", "<= 100");
    }
    {
        const auto tree = NameTree::build(*checkpoint);
        Stopwatch watch(heartbeat);
        const auto families = NameTree::families(*checkpoint, *tree);
        watch.report("families (a job's work)", "<= 1000");
    }
    const double before = heapMegabytes();
    const auto opened = *prepareForViewing(checkpoint, {});
    std::printf("  %-34s %9.1f bytes a tensor   <= 200\n", "tree, order and regions",
        (heapMegabytes() - before) * 1e6 / tensors);

    {
        Stopwatch watch(heartbeat);
        const auto grid = LayerGrid::build(opened->tree);
        const FigureCells sizes = findFigureCells(*opened, *grid, CellFigure::Bytes, nullptr, {});
        watch.report("layers with sizes (a job's work)", sizes.known == tensors ? "<= 300" : "tensors are missing");
    }

    TensorTreeModel model;
    TensorTreeView view;
    view.setTensorModel(&model);
    view.resize(800, 600);
    view.show();
    const auto timed = [&](const char* what, const char* goal, const auto& begin) {
        Stopwatch watch(heartbeat);
        begin();
        while (model.isArranging() || view.isExpanding())
            QCoreApplication::processEvents(QEventLoop::WaitForMoreEvents);
        QCoreApplication::processEvents();
        paint(view);
        watch.report(what, goal);
    };
    const auto press = [&](Qt::Key key, Qt::KeyboardModifiers modifiers = Qt::NoModifier) {
        QKeyEvent event(QEvent::KeyPress, key, modifiers);
        QCoreApplication::sendEvent(&view, &event);
    };
    timed("set model and paint", "<= 100", [&] { model.setCheckpoint(opened); });
    timed("sort by size", "<= 150", [&] { model.sort(TensorTreeModel::Size, Qt::DescendingOrder); });
    timed("sort by name, descending", "<= 600", [&] { model.sort(TensorTreeModel::Name, Qt::DescendingOrder); });
    timed("back to natural order", "", [&] { model.sort(-1); });
    timed("filter by substring", "<= 50", [&] { model.setFilter(QStringLiteral("999")); });
    timed("next key of the filter", "<= 50", [&] { model.setFilter(QStringLiteral("9999")); });
    timed("clear the filter", "<= 50", [&] { model.setFilter({}); });
    timed("expand all", "UI thread <= 50", [&] { view.expandAll(); });
    timed("scroll to the end", "", [&] { view.scrollToBottom(); });
    timed("Home", "", [&] { press(Qt::Key_Home); });
    timed("End", "", [&] { press(Qt::Key_End); });
    timed("Shift+Home", "", [&] { press(Qt::Key_Home, Qt::ShiftModifier); });
    timed("select all", "", [&] { view.selectAll(); });
    timed("select a tensor", "", [&] { view.selectNode(tensors / 2); });
    timed("expanded, sort by size", "<= 150", [&] { model.sort(TensorTreeModel::Size, Qt::DescendingOrder); });
    timed("expanded, back to natural order", "", [&] { model.sort(-1); });
    timed("expanded, filter by substring", "<= 50", [&] { model.setFilter(QStringLiteral("99")); });
    timed("expanded, clear the filter", "<= 50", [&] { model.setFilter({}); });
    timed("collapse the first group", "", [&] { view.collapse(model.index(0, 0)); });
    timed("open it again", "", [&] { view.expand(model.index(0, 0)); });
    timed("collapse all", "", [&] { view.collapseAll(); });
    timed("show families", "<= 1000", [&] { model.setForm(TreeForm::Families); });
    timed("back to the full tree", "", [&] { model.setForm(TreeForm::Full); });
    timed("show families again", "", [&] { model.setForm(TreeForm::Families); });
}

void benchPeer(std::uint32_t rows, Heartbeat& heartbeat)
{
    std::printf("%u rows, flat, QStandardItemModel under QSortFilterProxyModel\n", rows);
    const auto checkpoint = makeCheckpoint(rows, Names::Flat, true);
    QTreeView view;
    view.setUniformRowHeights(true);
    view.resize(800, 600);
    QStandardItemModel model;
    QSortFilterProxyModel proxy;
    {
        Stopwatch watch(heartbeat);
        for (const Tensor& tensor : checkpoint->tensors) {
            auto* const size = new QStandardItem;
            size->setData(qulonglong{tensor.bytes.size()}, Qt::DisplayRole);
            model.appendRow(
                {new QStandardItem(QString::fromUtf8(tensor.name.data(), static_cast<int>(tensor.name.size()))),
                    new QStandardItem(QStringLiteral("BF16")), new QStandardItem(QStringLiteral("[4096, 4]")), size});
        }
        watch.report("fill");
    }
    {
        Stopwatch watch(heartbeat);
        proxy.setSourceModel(&model);
        view.setModel(&proxy);
        paint(view);
        watch.report("set model and paint");
    }
    const auto timed = [&](const char* what, const auto& action) {
        Stopwatch watch(heartbeat);
        action();
        paint(view);
        watch.report(what);
    };
    timed("sort by size", [&] { proxy.sort(3, Qt::DescendingOrder); });
    timed("sort by name", [&] { proxy.sort(0, Qt::DescendingOrder); });
    timed("filter by substring", [&] { proxy.setFilterFixedString(QStringLiteral("999")); });
    timed("clear the filter", [&] { proxy.setFilterFixedString({}); });
}

} // namespace
} // namespace loupe

int main(int argc, char** argv)
{
    if (!qEnvironmentVariableIsSet("QT_QPA_PLATFORM"))
        qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const auto number = [&](int index, std::uint32_t otherwise) {
        return argc > index ? static_cast<std::uint32_t>(std::strtoul(argv[index], nullptr, 10)) : otherwise;
    };
    const std::uint32_t tensors = number(1, 1'000'000);
    loupe::Heartbeat heartbeat;
    loupe::benchOurs(tensors, loupe::Names::Experts, false, heartbeat);
    loupe::benchOurs(tensors, loupe::Names::Blocks, false, heartbeat);
    loupe::benchOurs(tensors, loupe::Names::Flat, false, heartbeat);
    loupe::benchOurs(tensors, loupe::Names::Flat, true, heartbeat);
    loupe::benchOurs(tensors, loupe::Names::Roles, false, heartbeat);
    loupe::benchOurs(tensors / 20, loupe::Names::Experts, false, heartbeat); // all groups open
    loupe::benchPeer(number(2, tensors), heartbeat);
}
