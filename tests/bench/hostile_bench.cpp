/// Measures how long hostile files block the UI thread: files with an enormous name, rank or metadata value, or with a
/// different dtype for each tensor. Nothing may take longer than 50 ms.

#include "app/window/main_window.h"
#include "bench/hold_watch.h"
#include "items/jobs/qt_text.h"
#include "items/tree/tensor_tree_model.h"
#include "support/temporary_file.h"
#include "support/window_parts.h"
#include "views/byte_map/byte_map.h"
#include "views/byte_map/byte_map_strips.h"
#include "views/details/details_tabs.h"
#include "views/tree/tensor_tree_view.h"

#include <QApplication>
#include <QHelpEvent>
#include <QMouseEvent>

#include <cstring>
#include <string>

namespace loupe::test {

namespace {

struct Hostile {
    const char* title;
    std::string header;
    std::size_t dataBytes;
};

std::string tensor(const std::string& name, const std::string& dtype, const std::string& shape, std::size_t begin)
{
    return '"' + name + R"(":{"dtype":")" + dtype + R"(","shape":[)" + shape + R"(],"data_offsets":[)"
        + std::to_string(begin) + ',' + std::to_string(begin + 4) + "]}";
}

std::string ones(std::size_t rank)
{
    std::string shape = "1";
    for (std::size_t i = 1; i < rank; ++i)
        shape += ",1";
    return shape;
}

std::vector<Hostile> hostileFiles()
{
    constexpr std::size_t megabyte = std::size_t{1} << 20;
    std::vector<Hostile> files;
    const std::string second = ',' + tensor("b", "F32", "1", 4) + '}';
    files.push_back({"a name of 8 MB", '{' + tensor(std::string(8 * megabyte, 'x'), "F32", "1", 0) + second, 8});
    std::string dotted;
    while (dotted.size() < 8 * megabyte)
        dotted += "layer.";
    files.push_back({"a name of 8 MB in 1.4 M groups", '{' + tensor(dotted + 'w', "F32", "1", 0) + second, 8});
    files.push_back({"a shape of a million dimensions", '{' + tensor("a", "F32", ones(1'000'000), 0) + second, 8});
    files.push_back({"a metadata value of 5 MB in one line",
        R"({"__metadata__":{"format":")" + std::string(5 * megabyte, 'v') + R"("},)" + tensor("a", "F32", "1", 0)
            + second,
        8});
    std::string nested = R"({"__metadata__":{"k":"[)";
    for (int i = 0; i < 190'000; ++i)
        nested += "[],";
    files.push_back({"metadata of 190,000 arrays", nested + R"([]]"},)" + tensor("a", "F32", "1", 0) + second, 8});
    std::string dtypes = "{";
    for (std::size_t i = 0; i < 20'000; ++i)
        dtypes += (i ? "," : "") + tensor("t" + std::to_string(i), "X" + std::to_string(i), "1", 4 * i);
    files.push_back({"20,000 unknown dtypes", dtypes + '}', 80'000});
    return files;
}

std::filesystem::path write(const TemporaryFolder& folder, const Hostile& file)
{
    std::string header = file.header;
    header.resize((header.size() + 7) / 8 * 8, ' ');
    const std::uint64_t length = header.size();
    std::string content(8, '\0');
    std::memcpy(content.data(), &length, 8);
    return folder.write("hostile.safetensors", content + header + std::string(file.dataBytes, '\0'));
}

void hover(QWidget& widget, QPoint place)
{
    const QPoint global = widget.mapToGlobal(place);
    QMouseEvent move(QEvent::MouseMove, place, global, Qt::NoButton, Qt::NoButton, Qt::NoModifier);
    QCoreApplication::sendEvent(&widget, &move);
    QHelpEvent help(QEvent::ToolTip, place, global);
    QCoreApplication::sendEvent(&widget, &help);
}

void look(const std::filesystem::path& path, const char* title)
{
    std::printf("\n%-36s| all, ms  | longest hold of the window's thread, ms (goal 50)\n", title);
    MainWindow window(false);
    window.resize(1280, 800);
    window.show();
    QCoreApplication::processEvents();
    Watch watch;
    const auto idle = [&] { return window.isIdle(); };
    step(
        watch, "open", [&] { window.open(toQString(path)); },
        [&] { return test::document(window).state() == Document::State::Open && window.isIdle(); });
    step(
        watch, "select", [&] { window.tree().selectNode(0); }, idle);
    step(
        watch, "hover over the tree",
        [&] {
            QWidget& tree = *window.tree().viewport();
            for (int x = 20; x < tree.width(); x += 60)
                hover(tree, {x, 12});
        },
        idle);
    step(
        watch, "hover over the byte map",
        [&] {
            QWidget& strip = *test::byteMap(window).strips().viewport();
            for (int x = 20; x < strip.width(); x += 60)
                hover(strip, {x, 20});
        },
        idle);
    for (const DetailsTab tab : {DetailsTab::Histogram, DetailsTab::Hex, DetailsTab::Metadata, DetailsTab::Overview})
        step(
            watch, "a tab", [&] { test::details(window).showTab(tab); }, idle);
    step(
        watch, "copy the name", [&] { window.tree().copyNames(); }, idle);
    step(
        watch, "the header's bytes", [&] { test::details(window).showOffset(0, 40); }, idle);
    step(
        watch, "filter", [&] { test::model(window).setFilter(QStringLiteral("b")); }, idle);
    step(
        watch, "clear the filter", [&] { test::model(window).setFilter({}); }, idle);
}

} // namespace

} // namespace loupe::test

int main(int argc, char** argv)
{
    qputenv("QT_QPA_PLATFORM", "offscreen");
    const QApplication application(argc, argv);
    const loupe::test::TemporaryFolder folder;
    for (const loupe::test::Hostile& file : loupe::test::hostileFiles())
        loupe::test::look(loupe::test::write(folder, file), file.title);
}
