/// Takes the input as a file to open. The text that `tloupe info` prints has no byte that a terminal could take for a
/// command, its JSON output is valid JSON, and lists, trees and byte maps have each tensor exactly once.

#include "analysis/parallel/parallel.h"
#include "app/cli/info/info_output.h"
#include "app/cli/verbs.h"
#include "core/region.h"
#include "core/tree/name_tree.h"
#include "core/tree/tree_order.h"
#include "formats/opening/open_checkpoint.h"
#include "fuzz/fuzzing.h"

#include <algorithm>
#include <functional>
#include <string>
#include <vector>

#include <simdjson.h>

namespace {

using namespace loupe;
using fuzz::require;

/// The output that `print` writes to standard output.
std::string printed(const std::function<void()>& print)
{
    FILE* const real = stdout;
    char* text = nullptr;
    std::size_t size = 0;
    stdout = open_memstream(&text, &size);
    print();
    std::fclose(stdout);
    stdout = real;
    std::string result(text, size);
    std::free(text);
    return result;
}

/// Whether the character changes the direction of text: U+200E, U+200F, U+202A to U+202E, U+2066 to U+2069.
bool turnsText(std::string_view character)
{
    return (character >= "\u200e" && character <= "\u200f") || (character >= "\u202a" && character <= "\u202e")
        || (character >= "\u2066" && character <= "\u2069");
}

void requireHarmless(const std::string& text)
{
    require(simdjson::validate_utf8(text), "text for people is UTF-8");
    for (std::size_t i = 0; i < text.size(); ++i) {
        const auto byte = static_cast<unsigned char>(text[i]);
        require(byte == '\n' || (byte >= 0x20 && byte != 0x7f), "text for people has no control characters");
        require(!turnsText(std::string_view(text).substr(i, 3)), "text for people cannot turn its direction");
        require(byte != 0xc2 || static_cast<unsigned char>(text[i + 1]) >= 0xa0, "nor those of Latin 1");
    }
}

/// The number of lines below the heading of the last section, "Tensors". Names cannot break lines.
std::size_t tensorLines(const std::string& text)
{
    const std::size_t section = text.rfind("\n\nTensors\n  NAME");
    if (section == std::string::npos)
        return 0;
    const std::size_t heading = text.find('\n', section + sizeof("\n\nTensors\n"));
    return static_cast<std::size_t>(
        std::count(text.begin() + static_cast<std::ptrdiff_t>(heading) + 1, text.end(), '\n'));
}

/// The number of rows in a compact tree: a group with one child shares its child's row, and the root has no row.
std::size_t compactRows(const NameTree& tree)
{
    std::size_t rows = tree.tensorCount();
    for (NameTree::NodeId group = tree.root() + 1; group < tree.nodeCount(); ++group)
        rows += tree.children(group).size() > 1 ? 1 : 0;
    return rows;
}

void checkTexts(const Checkpoint& checkpoint, const TensorSet& all, const NameTree& tree)
{
    InfoOptions options;
    const Session session(options.common, {});
    const TensorRemarks remarks{incompleteTensors(checkpoint), sharedTensors(checkpoint)};
    const auto print = [&] {
        require(printInfoText(checkpoint, all, remarks, options, session).has_value(), "it is printed");
    };
    options.flat = true;
    const std::string list = printed(print);
    requireHarmless(list);
    require(tensorLines(list) == checkpoint.tensors.size(), "each tensor has a line in the list");
    options.flat = false;
    const std::string asTree = printed(print);
    requireHarmless(asTree);
    require(tensorLines(asTree) == compactRows(tree),
        "each tensor, and each group of several parts, has a line in the tree");
    options.families = true;
    requireHarmless(printed(print));
}

void checkJson(const Checkpoint& checkpoint, const TensorSet& all)
{
    static simdjson::dom::parser parser;
    const std::string text = printed([&] {
        const TensorRemarks remarks{incompleteTensors(checkpoint), sharedTensors(checkpoint)};
        require(printInfoJson(checkpoint, all, remarks, {}, Session({}, {})).has_value(), "JSON is printed");
    });
    simdjson::dom::element info;
    require(parser.parse(text).get(info) == simdjson::SUCCESS, "what is printed as JSON is JSON");
    simdjson::dom::array tensors;
    require(info["tensors"].get(tensors) == simdjson::SUCCESS, "there is a list of tensors");
    std::size_t number = 0;
    for (const simdjson::dom::element tensor : tensors) {
        require(number < checkpoint.tensors.size(), "no tensor is listed that is not there");
        const Tensor& expected = checkpoint.tensors[number];
        std::string_view name;
        simdjson::dom::array shape;
        require(tensor["name"].get(name) == simdjson::SUCCESS && name == expected.name, "names are the tensors'");
        const auto isSame = [](simdjson::dom::element one, std::uint64_t other) { return std::uint64_t(one) == other; };
        require(tensor["shape"].get(shape) == simdjson::SUCCESS
                && std::equal(shape.begin(), shape.end(), expected.shape.begin(), expected.shape.end(), isSame),
            "shapes are the tensors'");
        ++number;
    }
    require(number == checkpoint.tensors.size(), "each tensor is listed");
    simdjson::dom::array findings;
    require(info["findings"].get(findings) == simdjson::SUCCESS && findings.size() == checkpoint.findings.list().size(),
        "each finding is listed");
    simdjson::dom::object metadata;
    require(info["metadata"].get(metadata) == simdjson::SUCCESS
            && metadata.size() == checkpoint.metadata.value_or(Metadata()).size(),
        "each key of the metadata is listed");
}

void checkTree(const Checkpoint& checkpoint, const NameTree& tree)
{
    std::vector<NameTree::NodeId> seen;
    std::vector<ShareCounter::Share> shares;
    ShareCounter counter(checkpoint);
    for (std::uint32_t tensor = 0; tensor < tree.tensorCount(); ++tensor)
        shares.push_back(counter.add(tensor));
    for (std::uint32_t group = 0; group < tree.groupCount(); ++group) {
        const NameTree::NodeId node = tree.tensorCount() + group;
        NameTree::Sums sums;
        for (const NameTree::NodeId child : tree.children(node)) {
            require(tree.parent(child) == node, "children know their parents");
            require(!tree.isGroup(child) || child > node, "groups have higher numbers than their parents");
            if (tree.isGroup(child))
                sums.add(tree.sums(child));
            else
                sums.add({1, shares[child].elements, shares[child].bytes});
            seen.push_back(child);
        }
        require(sums == tree.sums(node), "sums are over all children");
    }
    std::sort(seen.begin(), seen.end());
    require(std::adjacent_find(seen.begin(), seen.end()) == seen.end() && seen.size() + 1 == tree.nodeCount(),
        "each tensor and group is once in the tree");
    for (std::uint32_t tensor = 0; tensor < tree.tensorCount(); ++tensor)
        require(tree.path(tensor) == checkpoint.tensors[tensor].name, "a tensor's path is its name");
}

void checkOrders(const Checkpoint& checkpoint, const NameTree& tree)
{
    for (const SortKey key :
        {SortKey::Name, SortKey::DType, SortKey::Shape, SortKey::Elements, SortKey::Size, SortKey::Offset}) {
        const auto order = TreeOrder::sorted(checkpoint, tree, {key, checkpoint.tensors.size() % 2 == 1});
        require(order.has_value(), "trees are sorted");
        for (std::uint32_t group = 0; group < tree.groupCount(); ++group) {
            const auto natural = tree.children(tree.tensorCount() + group);
            const auto sorted = order->children(tree.tensorCount() + group);
            require(std::is_permutation(natural.begin(), natural.end(), sorted.begin(), sorted.end()),
                "sorting loses nothing");
            for (std::uint32_t row = 0; row < sorted.size(); ++row)
                require(order->row(sorted[row]) == row, "rows are where nodes stand");
        }
        if (tree.nodeCount() > 200) // is_permutation takes quadratic time
            break;
    }
}

void checkRegions(const Checkpoint& checkpoint)
{
    for (std::uint32_t file = 0; file < checkpoint.files.size(); ++file) {
        std::uint64_t end = 0;
        for (const Region& region : tileRegions(checkpoint, file)) {
            require(region.range.begin == end && region.range.end > end, "regions tile the file");
            require(region.tensor == Region::noTensor || region.tensor < checkpoint.tensors.size(),
                "regions are of tensors");
            end = region.range.end;
        }
        require(end >= checkpoint.files[file].size(), "regions cover the file");
    }
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static const bool plain = setenv("NO_COLOR", "1", 1) == 0; // even if the fuzzer runs in a terminal
    setThreadLimit(1);
    const auto path = fuzz::memoryFile(data, size);
    if (!path || !plain)
        return 0;
    const auto checkpoint = openCheckpoint(*path);
    if (!checkpoint) {
        InfoOptions options;
        options.path = *path;
        options.common.json = true;
        simdjson::dom::parser parser;
        const std::string text = printed([&] { (void)run(options, Session(options.common, {})); });
        require(parser.parse(text).error() == simdjson::SUCCESS, "errors are JSON");
        return 0;
    }
    const auto tree = NameTree::build(**checkpoint);
    const auto all = Filter().select(**checkpoint);
    require(tree && all, "there is a tree, and nothing keeps tensors out");
    checkTree(**checkpoint, *tree);
    checkOrders(**checkpoint, *tree);
    const auto families = NameTree::families(**checkpoint, *tree);
    require(families.has_value(), "there is a tree of families");
    checkTree(**checkpoint, *families);
    checkOrders(**checkpoint, *families);
    checkRegions(**checkpoint);
    checkTexts(**checkpoint, *all, *tree);
    checkJson(**checkpoint, *all);
    return 0;
}
