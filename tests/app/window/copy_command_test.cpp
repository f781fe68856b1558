#include "app/cli/command_line/command_line.h"
#include "app/window/command/commands.h"
#include "app/window/command/options.h"
#include "app/window/compare/compare_window.h"
#include "core/quantized_groups.h"
#include "items/compare/comparison_model.h"
#include "items/compare/comparison_session.h"
#include "items/session/location.h"
#include "support/compared_pair.h"
#include "views/compare/comparison_tabs.h"
#include "views/compare/comparison_view.h"
#include "views/kit/notice_row.h"
#include "window_fixture.h"

#include <QAction>
#include <QClipboard>
#include <QFile>
#include <QGuiApplication>
#include <QHeaderView>
#include <QItemSelectionModel>
#include <QMenu>
#include <QMenuBar>
#include <QProcess>
#include <QSettings>

#include <gmock/gmock.h>

namespace loupe {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

QAction* entryOf(const QMenu& menu, const QString& text)
{
    for (QAction* const action : menu.actions()) {
        if (action->text().remove(u'&') == text)
            return action;
    }
    return nullptr;
}

QAction* editEntry(const QMainWindow& window, const QString& text)
{
    for (const QAction* const menu : window.menuBar()->actions()) {
        if (menu->text() == u"&Edit")
            return entryOf(*menu->menu(), text);
    }
    return nullptr;
}

/// Chooses an entry of the Edit menu, and returns the resulting clipboard text.
QString copied(const QMainWindow& window, const QString& text)
{
    QGuiApplication::clipboard()->setText(QStringLiteral("before"));
    QAction* const action = editEntry(window, text);
    if (!action || !action->isEnabled())
        return {};
    action->trigger();
    return QGuiApplication::clipboard()->text();
}

QString copiedCommand(const QMainWindow& window)
{
    return copied(window, QStringLiteral("Copy command"));
}

std::string commandNotice(const QMainWindow& window)
{
    const auto* const row = test::child<NoticeBar>(window).newest();
    return row ? row->text().toStdString() : std::string();
}

/// Splits a command like a shell.
QStringList wordsOf(const QString& command)
{
    QProcess shell;
    shell.start(QStringLiteral("bash"), {QStringLiteral("-c"), QStringLiteral("printf '%s\\0' ") + command});
    EXPECT_TRUE(shell.waitForFinished());
    QStringList words;
    for (const QByteArray& word : shell.readAllStandardOutput().split('\0'))
        words << QFile::decodeName(word);
    words.removeLast();
    return words;
}

/// Parses a command as tloupe does.
template <typename Verb>
Verb toolOptions(const QString& command)
{
    std::vector<std::string> words;
    for (const QString& word : wordsOf(command))
        words.push_back(word.toStdString());
    EXPECT_EQ(words.at(0), "tloupe");
    std::vector<const char*> arguments;
    for (const std::string& word : words)
        arguments.push_back(word.c_str());
    const auto read = readCommandLine(int(arguments.size()), arguments.data());
    const auto* const options = std::get_if<VerbOptions>(&read);
    if (options && std::holds_alternative<Verb>(*options))
        return std::get<Verb>(*options);
    ADD_FAILURE() << command.toStdString();
    return {};
}

class CopyCommandTest : public test::WindowTest {
protected:
    void apply(const Options& options)
    {
        m_window.apply(options);
        ASSERT_TRUE(awaitIdle());
    }
    /// Applies the copied command to a new window, like main(), and compares what the two windows show.
    void checkShowsTheSame()
    {
        const QString command = copiedCommand(m_window);
        SCOPED_TRACE(command.toStdString());
        const Options options = readOptions(wordsOf(command));
        ASSERT_EQ(options.paths.size(), 1);
        EXPECT_TRUE(options.paths[0].startsWith(u'/'));
        MainWindow other(false, options.paths[0], options.secret, options.quantized);
        other.show();
        other.apply(options);
        ASSERT_TRUE(await([&] { return other.isIdle() && test::document(other).current(); }));
        EXPECT_EQ(other.requestError(), QString());

        EXPECT_EQ(
            test::document(other).current()->checkpoint->path, test::document(m_window).current()->checkpoint->path);
        EXPECT_EQ(test::document(other).current()->quantized, test::document(m_window).current()->quantized);
        EXPECT_EQ(selection(other), selection(m_window));
        EXPECT_EQ(other.tree().currentPart(), m_window.tree().currentPart());
        if (!options.select.isEmpty()) { // otherwise the focus determines the row
            EXPECT_EQ(test::details(other).tensor(), test::details(m_window).tensor());
        }
        EXPECT_EQ(test::details(other).currentTab(), test::details(m_window).currentTab());
        EXPECT_EQ(test::model(other).filter(), test::model(m_window).filter());
        EXPECT_EQ(test::model(other).form(), test::model(m_window).form());
        EXPECT_EQ(*test::model(other).order(), *test::model(m_window).order());
        EXPECT_EQ(test::scan(other).scan().isComplete(), test::scan(m_window).scan().isComplete());
        EXPECT_EQ(copiedCommand(other), command);
    }
    static std::vector<NameTree::NodeId> selection(MainWindow& window)
    {
        auto nodes = window.tree().chosen().nodes;
        std::ranges::sort(nodes);
        return nodes;
    }
    QString toolCommand() { return copied(m_window, QStringLiteral("Copy tloupe command")); }
};

TEST_F(CopyCommandTest, ShowsTheSameInAnotherWindow)
{
    const QString attention = QStringLiteral("h.0.attn.c_attn.weight");
    struct Case {
        Options options;
        const char* words; ///< the command's words before the path
    };
    const Case cases[] = {{{}, " --sort name"},
        {{.select = {attention}, .view = DetailsTab::Histogram},
            " --select h.0.attn.c_attn.weight --view histogram --sort name"},
        {{.select = {attention, QStringLiteral("h.1.attn.c_attn.weight")}, .view = DetailsTab::HeatMap},
            " --select h.0.attn.c_attn.weight --select h.1.attn.c_attn.weight --view heat-map --sort name"},
        {{.select = {QStringLiteral("h.0.attn")}, .filter = QStringLiteral("attn rank:2")},
            " --select h.0.attn --filter 'attn rank:2' --sort name"},
        {{.filter = QStringLiteral("-attn"), .tree = TreeForm::Flat, .sort = RowSorting{TensorTreeModel::Size, true}},
            " --filter=-attn --sort=-size"},
        {{.tree = TreeForm::Families, .sort = RowSorting{TensorTreeModel::Name, true}}, " --sort=-name"},
        {{.view = DetailsTab::Metadata, .tree = TreeForm::Full, .scan = true}, " --view metadata --sort name --scan"}};
    for (const Case& one : cases) {
        MainWindow window(false, toQString(sample()));
        window.show();
        window.apply(one.options);
        ASSERT_TRUE(await([&] { return window.isIdle() && test::document(window).current(); }));
        QString command = copiedCommand(window);
        const auto tree = command.indexOf(QStringLiteral(" --tree "));
        ASSERT_GT(tree, 0) << command.toStdString();
        command.remove(tree, command.indexOf(u' ', tree + 8) - tree);
        EXPECT_EQ(command.toStdString(), std::string("tensorloupe") + one.words + ' ' + sample().string());

        open(sample());
        test::filter(m_window).setText({});
        test::scan(m_window).scan().setCheckpoint({});
        test::scan(m_window).scan().setCheckpoint(test::document(m_window).current());
        m_window.tree().sortByColumn(0, Qt::AscendingOrder);
        test::details(m_window).showTab(DetailsTab::Overview);
        apply({.tree = TreeForm::Compact});
        apply(one.options);
        checkShowsTheSame();
    }
}

TEST_F(CopyCommandTest, PartsAndStoredTensorsOfQuantizedWeights)
{
    open(test::dataPath("quantized/fp8-block-128"));
    ASSERT_TRUE(test::document(m_window).current()) << m_window.failure().toStdString();
    ASSERT_TRUE(test::document(m_window).current()->quantized);
    const auto& groups = test::document(m_window).current()->checkpoint->quantized;
    const auto& group = groups->list.front();
    ASSERT_TRUE(m_window.tree().selectPart(group.tensor, 1));
    test::details(m_window).showTab(DetailsTab::Values);
    ASSERT_TRUE(awaitIdle());
    checkShowsTheSame();
    EXPECT_EQ(toolCommand(), u"before");
    test::details(m_window).showTab(DetailsTab::Histogram);
    ASSERT_TRUE(awaitIdle());
    const auto stats = toolOptions<StatsOptions>(toolCommand());
    EXPECT_TRUE(stats.common.stored);
    EXPECT_THAT(stats.tensors, ElementsAre(groups->stored->tensors[group.parts[1].tensor].name));
}

TEST_F(CopyCommandTest, NamesOfAnyKindComeThrough)
{
    const std::vector<std::string> names{"two words", "it's", "''", R"(a\\b\")", R"(line\nbreak)", "-dash", "--view",
        "=x", "$(touch x)", "*", "[a,b]", "%%", "ä€𝄞", R"(tab\tend\u0003)", "!x", "a=b", "~", "#"};
    std::vector<test::WantedTensor> tensors;
    for (const std::string& name : names)
        tensors.push_back({name, "U8", "[1]", "x"});
    const auto path = m_folder.write("it's a model.safetensors", test::safetensorsOf(tensors));
    open(path);
    ASSERT_TRUE(test::document(m_window).current()) << m_window.failure().toStdString();
    test::details(m_window).showTab(DetailsTab::Histogram);
    const auto& opened = test::document(m_window).current()->checkpoint->tensors;
    ASSERT_EQ(opened.size(), names.size());
    for (const Tensor& tensor : opened) {
        select(tensor.name);
        const Options options = readOptions(wordsOf(copiedCommand(m_window)));
        EXPECT_EQ(options.paths, QStringList{toQString(path)});
        EXPECT_EQ(options.select, QStringList{toQString(tensor.name)});
        EXPECT_EQ(options.view, DetailsTab::Histogram);
        const auto stats = toolOptions<StatsOptions>(toolCommand());
        EXPECT_EQ(stats.path, path.string());
        EXPECT_THAT(stats.tensors, ElementsAre(std::string(tensor.name)));
    }
    checkShowsTheSame();
}

TEST_F(CopyCommandTest, SaysWhatACommandLeavesOut)
{
    open(m_folder.write(
        "zero.safetensors", test::safetensorsOf({{R"(a\u0000b)", "U8", "[1]", "x"}, {"c", "U8", "[1]", "x"}})));
    ASSERT_TRUE(test::document(m_window).current()) << m_window.failure().toStdString();
    m_window.tree().selectAll();
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(readOptions(wordsOf(copiedCommand(m_window))).select, QStringList{QStringLiteral("c")});
    EXPECT_EQ(notices(),
        "Command copied. Not in the command: 1 selected row, whose name is not unique or cannot be in a command.");

    Options dropping;
    dropping.edits.drops = {*Glob::parse("c")};
    apply(dropping);
    ASSERT_TRUE(awaitIdle());
    m_window.tree().selectNode(1);
    EXPECT_EQ(copiedCommand(m_window),
        QStringLiteral("tensorloupe --select c --tree compact --sort name ") + test::document(m_window).path());
    EXPECT_EQ(notices(), "Command copied. Not in the command: the staged changes.");
    test::edits(m_window).clear();
    apply({.filter = QStringLiteral("a")});
    EXPECT_EQ(readOptions(wordsOf(copiedCommand(m_window))).select, QStringList());
    EXPECT_EQ(notices(), "Command copied. Not in the command: the selected tensor, which the filter hides.");
}

TEST_F(CopyCommandTest, NamesAnAddressThatCannotBeOpened)
{
    EXPECT_EQ(copiedCommand(m_window), QString()) << "nothing is open";
    m_window.open(withoutSecrets(QStringLiteral("https://me:word@127.0.0.1:9/f.safetensors?sig=1")));
    ASSERT_TRUE(await([&] { return test::document(m_window).state() == Document::State::Failed; }));
    EXPECT_EQ(copiedCommand(m_window), u"tensorloupe --tree compact --sort name https://127.0.0.1:9/f.safetensors");
    EXPECT_EQ(toolCommand(), u"tloupe info https://127.0.0.1:9/f.safetensors");
}

TEST_F(CopyCommandTest, TloupePrintsWhatIsShown)
{
    open(sample());
    const auto path = sample().string();
    apply({.filter = QStringLiteral("attn"), .sort = RowSorting{TensorTreeModel::Size, true}});
    const auto info = toolOptions<InfoOptions>(toolCommand());
    EXPECT_EQ(info.path, path);
    EXPECT_EQ(info.common.filterText, "attn");
    EXPECT_EQ(info.list.order.key, "size");
    EXPECT_TRUE(info.list.order.descending);
    EXPECT_FALSE(info.flat || info.families);

    apply({.tree = TreeForm::Families});
    EXPECT_TRUE(toolOptions<InfoOptions>(toolCommand()).families);
    m_window.tree().sortByColumn(0, Qt::AscendingOrder);
    apply({.tree = TreeForm::Flat});
    const auto flat = toolOptions<InfoOptions>(toolCommand());
    EXPECT_TRUE(flat.flat);
    EXPECT_EQ(flat.list.order.key, "name") << "that of the window's list";

    const auto& tensors = test::document(m_window).current()->checkpoint->tensors;
    const auto isBias = [](const Tensor& tensor) { return tensor.name == "h.0.attn.c_attn.bias"; };
    const auto bias = NameTree::NodeId(std::ranges::find_if(tensors, isBias) - tensors.begin());
    select("h.1.attn.c_attn.weight");
    ASSERT_TRUE(m_window.tree().selectNodes(std::vector{*m_window.tree().currentNode(), bias}));
    ASSERT_TRUE(awaitIdle());
    EXPECT_THAT(
        toolOptions<StatsOptions>(toolCommand()).tensors, ElementsAre("h.1.attn.c_attn.weight", "h.0.attn.c_attn.bias"))
        << "the current one first";
    test::details(m_window).showTab(DetailsTab::Values);
    EXPECT_EQ(toolCommand(), u"before");
    EXPECT_EQ(notices(), "tloupe cannot print this tab. Use Copy command instead.");

    test::details(m_window).showTab(DetailsTab::Metadata);
    apply({.tree = TreeForm::Compact, .scan = true});
    test::scan(m_window).scan().start();
    ASSERT_TRUE(awaitIdle());
    const auto scan = toolOptions<ScanOptions>(toolCommand());
    EXPECT_EQ(scan.common.filterText, "attn");
    EXPECT_TRUE(scan.all) << "as the window does";
    EXPECT_EQ(scan.list.order.key, "name");
    m_window.tree().sortByColumn(TensorTreeModel::Health, Qt::DescendingOrder);
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(toolOptions<ScanOptions>(toolCommand()).list.order.key, "sigmas");
    EXPECT_TRUE(toolOptions<ScanOptions>(toolCommand()).list.order.descending);
}

TEST_F(CopyCommandTest, SaysWhatTloupeCannotPrint)
{
    const std::string sorting = "Not in the command: the sorting, as tloupe has no such key.";
    open(sample());
    apply({.select = {QStringLiteral("h.0.attn")},
        .tree = TreeForm::Flat,
        .sort = RowSorting{TensorTreeModel::DType, true}});
    apply({.tree = TreeForm::Compact});
    ASSERT_TRUE(m_window.tree().selectNode(test::document(m_window).current()->tree.root() + 1));
    const auto info = toolOptions<InfoOptions>(toolCommand());
    EXPECT_FALSE(info.list.order.isGiven());
    EXPECT_EQ(
        notices(), "Command copied. " + sorting + " Not in the command: the selection. It prints the whole list.");
    EXPECT_THAT(copiedCommand(m_window).toStdString(), HasSubstr("--select"));
    EXPECT_EQ(notices(), "Command copied.") << "tensorloupe has all of it";

    m_window.tree().selectionModel()->clear();
    apply({.tree = TreeForm::Flat});
    EXPECT_FALSE(toolOptions<InfoOptions>(toolCommand()).list.order.isGiven())
        << "no order that the window does not show";
    EXPECT_EQ(notices(), "Command copied. " + sorting);

    apply({.tree = TreeForm::Families, .sort = RowSorting{TensorTreeModel::Size, true}});
    toolCommand();
    EXPECT_EQ(notices(), "Command copied. Not in the command: the sorting, as tloupe cannot sort families.");
    test::scan(m_window).scan().start();
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(toolOptions<ScanOptions>(toolCommand()).list.order.key, "size");
    EXPECT_THAT(notices(), HasSubstr("Not in the command: the families. It lists the tensors."));
}

/// A part is found by name only if no tensor and no other part has that name.
TEST_F(CopyCommandTest, PartsWithoutANameOfTheirOwnAreLeftOut)
{
    open(test::dataPath("quantized/fp8-block-128"));
    ASSERT_TRUE(test::document(m_window).current()) << m_window.failure().toStdString();
    const auto& groups = test::document(m_window).current()->checkpoint->quantized;
    ASSERT_TRUE(groups);
    const auto& tensors = test::document(m_window).current()->checkpoint->tensors;
    const auto& stored = groups->stored->tensors;
    bool isAnyLeftOut = false;
    for (const QuantizedGroups::Group& group : groups->list) {
        for (std::uint32_t part = 0; part < group.parts.size(); ++part) {
            ASSERT_TRUE(m_window.tree().selectPart(group.tensor, part));
            const std::string_view name = stored[group.parts[part].tensor].name;
            const bool isOfTensor = std::ranges::find(tensors, name, &Tensor::name) != tensors.end();
            const QStringList select = readOptions(wordsOf(copiedCommand(m_window))).select;
            EXPECT_EQ(select, isOfTensor ? QStringList() : QStringList(toQString(name)));
            EXPECT_EQ(notices() == "Command copied.", !isOfTensor);
            isAnyLeftOut = isAnyLeftOut || isOfTensor;
        }
    }
    EXPECT_TRUE(isAnyLeftOut) << "the codes have the name of the weight";
}

TEST_F(CopyCommandTest, NamesNoMoreThanFiftyRows)
{
    std::vector<test::WantedTensor> tensors;
    std::vector<std::string> names;
    for (int i = 0; i < 52; ++i)
        names.push_back("t" + std::to_string(100 + i));
    for (const std::string& name : names)
        tensors.push_back({name, "U8", "[1]", "x"});
    open(m_folder.write("many.safetensors", test::safetensorsOf(tensors)));
    std::vector<NameTree::NodeId> nodes = {51};
    for (NameTree::NodeId node = 0; node < 49; ++node)
        nodes.push_back(node);
    ASSERT_TRUE(m_window.tree().selectNodes(nodes));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(readOptions(wordsOf(copiedCommand(m_window))).select.size(), 50);
    EXPECT_EQ(notices(), "Command copied.");
    nodes.push_back(49);
    ASSERT_TRUE(m_window.tree().selectNodes(nodes));
    ASSERT_TRUE(awaitIdle());
    EXPECT_EQ(readOptions(wordsOf(copiedCommand(m_window))).select.size(), 1);
    EXPECT_EQ(notices(), "Command copied. Only the current row is in the command: it names at most 50.");
}

TEST_F(CopyCommandTest, AHiddenGroupIsLeftOut)
{
    open(sample());
    ASSERT_TRUE(m_window.tree().selectNode(test::document(m_window).current()->tree.root() + 1));
    apply({.filter = QStringLiteral("wte")});
    copiedCommand(m_window);
    EXPECT_EQ(notices(), "Command copied. Not in the command: the selected group, which the filter hides.");
}

/// The recipient of the command may have sorted by another column.
TEST_F(CopyCommandTest, SortsAlsoAWindowThatRemembersAnotherOrder)
{
    QSettings::setPath(QSettings::NativeFormat, QSettings::UserScope, toQString(m_folder.path()));
    open(sample());
    const Options options = readOptions(wordsOf(copiedCommand(m_window)));
    {
        MainWindow before(true, toQString(sample()));
        before.show();
        ASSERT_TRUE(await([&] { return before.isIdle() && test::document(before).current(); }));
        before.tree().sortByColumn(TensorTreeModel::Size, Qt::DescendingOrder);
        before.close();
    }
    MainWindow other(true, options.paths[0]);
    other.show();
    ASSERT_TRUE(await([&] { return other.isIdle() && test::document(other).current(); }));
    EXPECT_NE(*test::model(other).order(), *test::model(m_window).order()) << "sorted by size";
    other.apply(options);
    ASSERT_TRUE(await([&] { return other.isIdle(); }));
    EXPECT_EQ(*test::model(other).order(), *test::model(m_window).order());
    other.close();
    QSettings().clear();
}

TEST_F(CopyCommandTest, TheProgramShowsTheSameByItsCommand)
{
    open(sample());
    apply({.select = {QStringLiteral("h.0.attn.c_attn.weight")},
        .view = DetailsTab::Histogram,
        .filter = QStringLiteral("attn weight"),
        .tree = TreeForm::Flat,
        .sort = RowSorting{TensorTreeModel::Offset, true}});
    const auto drawn = [&](const QString& command) {
        const QString picture = toQString(m_folder.path() / "picture.png");
        QFile::remove(picture);
        QProcess shell;
        QProcessEnvironment environment = QProcessEnvironment::systemEnvironment();
        environment.insert(QStringLiteral("PATH"),
            toQString(std::filesystem::path(TENSORLOUPE).parent_path()) + u':'
                + environment.value(QStringLiteral("PATH")));
        shell.setProcessEnvironment(environment);
        shell.start(QStringLiteral("bash"),
            {QStringLiteral("-c"), command + QStringLiteral(" --size 900x600 --screenshot ") + picture});
        EXPECT_TRUE(shell.waitForFinished(60'000));
        EXPECT_EQ(shell.exitCode(), 0) << shell.readAllStandardError().toStdString();
        QFile file(picture);
        EXPECT_TRUE(file.open(QIODevice::ReadOnly));
        return file.readAll();
    };
    const QByteArray picture = drawn(copiedCommand(m_window));
    const QString written = QStringLiteral("tensorloupe --select h.0.attn.c_attn.weight --view histogram --tree flat "
                                           "--filter 'attn weight' --sort=-offset ")
        + toQString(sample());
    EXPECT_EQ(picture, drawn(written));
    EXPECT_NE(picture, drawn(QString(written).remove(QStringLiteral("--sort=-offset "))));
}

TEST(CopyComparisonCommand, ShowsTheSameInAnotherWindow)
{
    const test::ComparedPair pair;
    CompareWindow window(false, pair.a(), pair.b(), {{"old\\.", "new."}});
    window.show();
    const auto awaitIdle = [](const CompareWindow& one) {
        return QTest::qWaitFor([&] { return one.isIdle(); }, 20'000);
    };
    ASSERT_TRUE(awaitIdle(window));
    struct Case {
        Options options;
        const char* words;
    };
    const Case cases[] = {{{}, "--tree compact"},
        {{.select = {QStringLiteral("layers.0.q")},
             .pairTab = PairTab::Values,
             .tree = TreeForm::Flat,
             .sort = RowSorting{ComparisonModel::Maximum, true}},
            "--tree flat --sort=-max_abs"},
        {{.select = {QStringLiteral("layers.0")}, .filter = QStringLiteral("-status:identical layers")},
            "--tree flat --sort=-max_abs"}};
    for (const Case& one : cases) {
        window.apply(one.options);
        ASSERT_TRUE(awaitIdle(window));
        const QString command = copiedCommand(window);
        SCOPED_TRACE(command.toStdString());
        EXPECT_THAT(command.toStdString(), HasSubstr(one.words));
        const Options options = readOptions(wordsOf(command));
        ASSERT_TRUE(options.compare);
        CompareWindow other(false, toPath(options.paths.at(0)), toPath(options.paths.at(1)), options.rules);
        other.show();
        other.apply(options);
        ASSERT_TRUE(awaitIdle(other));
        EXPECT_EQ(other.requestError(), QString());
        const auto& session = test::child<ComparisonSession>(window);
        const auto& otherSession = test::child<ComparisonSession>(other);
        EXPECT_EQ(otherSession.pathA(), session.pathA());
        EXPECT_EQ(otherSession.pathB(), session.pathB());
        EXPECT_EQ(*otherSession.results()->paired()->choice, *session.results()->paired()->choice);
        const auto& view = test::child<ComparisonView>(window);
        const auto& otherView = test::child<ComparisonView>(other);
        EXPECT_EQ(otherView.currentNode(), view.currentNode());
        EXPECT_EQ(*otherView.treeModel()->order(), *view.treeModel()->order());
        EXPECT_EQ(otherView.treeModel()->filter(), view.treeModel()->filter());
        EXPECT_EQ(test::child<ComparisonTabs>(other).currentTab(), test::child<ComparisonTabs>(window).currentTab());
        EXPECT_EQ(copiedCommand(other), command);
    }
    const auto diff = toolOptions<DiffOptions>(copied(window, QStringLiteral("Copy tloupe command")));
    EXPECT_EQ(diff.a, pair.a());
    EXPECT_EQ(diff.b, pair.b());
    EXPECT_EQ(diff.rules.size(), 1U);
    EXPECT_EQ(diff.common.filterText, "-status:identical layers");
    EXPECT_EQ(diff.list.order.key, "max_abs");
    EXPECT_THAT(commandNotice(window), HasSubstr("Not in the command: the selection."));
}

TEST(CopyComparisonCommand, NamesAWellKnownArrangement)
{
    const auto side = [](const char* name) { return test::dataPath(std::string("rules/moe-to-stacked.") + name); };
    const QStringList arguments{QStringLiteral("tensorloupe"), QStringLiteral("--compare"), QStringLiteral("--rules"),
        QStringLiteral("moe-to-stacked"), toQString(side("a.safetensors")), toQString(side("b.safetensors"))};
    const Options options = readOptions(arguments);
    EXPECT_EQ(options.rearrangement.name, "moe-to-stacked");
    CompareWindow window(
        false, toPath(options.paths.at(0)), toPath(options.paths.at(1)), options.rules, options.rearrangement);
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.isIdle(); }, 20'000));
    const auto& paired = *test::child<ComparisonSession>(window).results()->paired();
    EXPECT_EQ(paired.choice->rearrangement, options.rearrangement);
    EXPECT_EQ(paired.pairs.size(), 8U);
    EXPECT_EQ(readOptions(wordsOf(copiedCommand(window))).rearrangement, options.rearrangement);
    const auto diff = toolOptions<DiffOptions>(copied(window, QStringLiteral("Copy tloupe command")));
    EXPECT_EQ(diff.rearrangement, "moe-to-stacked");
}

TEST(CopyComparisonCommand, SaysWhichRulesItLeavesOut)
{
    const test::ComparedPair pair;
    CompareWindow window(false, pair.a(), pair.b(), {{"a[=]b", "c"}, {"old", "new"}});
    ASSERT_TRUE(QTest::qWaitFor([&] { return window.isIdle(); }, 20'000));
    EXPECT_EQ(readOptions(wordsOf(copiedCommand(window))).rules, (std::vector<RenameRuleText>{{"old", "new"}}));
    EXPECT_THAT(commandNotice(window), HasSubstr("that have a “=”"));
}

} // namespace
} // namespace loupe
