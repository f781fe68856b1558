/// Takes the input as a metadata value. It unfolds into a tree of bounded size if and only if simdjson parses it as a
/// JSON object or array, and the tree has the content that simdjson finds.

#include "core/text/json_cursor.h"
#include "core/text/utf8.h"
#include "fuzz/fuzzing.h"
#include "items/jobs/qt_text.h"
#include "items/metadata/metadata_tree.h"

#include <QString>
#include <string>
#include <string_view>

#include <simdjson.h>

namespace {

using namespace loupe;
using fuzz::require;
using Node = MetadataTree::Node;

/// The number of levels from this one down. simdjson limits the depth of what it parses.
unsigned depthOf(const simdjson::dom::element& element)
{
    unsigned deepest = 0;
    if (simdjson::dom::array array; element.get(array) == simdjson::SUCCESS) {
        for (const simdjson::dom::element child : array)
            deepest = std::max(deepest, depthOf(child));
        return deepest + 1;
    }
    if (simdjson::dom::object object; element.get(object) == simdjson::SUCCESS) {
        for (const auto& [key, child] : object)
            deepest = std::max(deepest, depthOf(child));
        return deepest + 1;
    }
    return 0;
}

void requireScalar(const Node& node, const simdjson::dom::element& element)
{
    std::string_view text;
    bool truth = false;
    double number = 0;
    const QByteArray value = node.value.toUtf8();
    const std::string_view shown(value.data(), static_cast<std::size_t>(value.size()));
    if (element.get(text) == simdjson::SUCCESS)
        require(node.value == toQString(text), "a text is shown as it is");
    else if (element.get(truth) == simdjson::SUCCESS)
        require(shown == (truth ? "true" : "false"), "a truth value is shown as it is");
    else if (element.get(number) == simdjson::SUCCESS)
        require(std::strtod(value.constData(), nullptr) == number, "a number is shown with all its digits");
    else
        require(element.is_null() && shown == "null", "what is nothing else is null");
}

class Walk {
public:
    explicit Walk(const MetadataTree& tree)
        : m_tree(tree)
    {
    }

    /// Requires that the children of `node`, which is at `level`, are those of `element`.
    void requireSame(std::uint32_t node, const simdjson::dom::element& element, unsigned level)
    {
        std::uint32_t row = 0;
        if (simdjson::dom::array array; element.get(array) == simdjson::SUCCESS) {
            for (const simdjson::dom::element child : array) {
                requireChild(node, row, QStringLiteral("[%1]").arg(row), child, level);
                ++row;
            }
        } else if (simdjson::dom::object object; element.get(object) == simdjson::SUCCESS) {
            for (const auto& [key, child] : object)
                requireChild(node, row++, toQString(key), child, level);
        }
        require(row == m_tree.nodes[node].childCount, "a node has a child for each member");
    }

private:
    void requireChild(std::uint32_t node, std::uint32_t row, const QString& key, const simdjson::dom::element& element,
        unsigned level)
    {
        require(row < m_tree.nodes[node].childCount, "each member has a node");
        const std::uint32_t index = m_tree.nodes[node].firstChild + row;
        const Node& child = m_tree.nodes[index];
        require(child.parent == node && child.row == row && child.key == key, "members stand in the order of the text");
        if (depthOf(element) == 0)
            requireScalar(child, element);
        else if (level + 1 < MetadataTree::maximumDepth)
            requireSame(index, element, level + 1);
        else
            require(child.childCount == 0, "no more levels are unfolded than allowed");
    }

    const MetadataTree& m_tree;
};

void requireTree(const MetadataTree& tree)
{
    require(tree.nodes.size() <= MetadataTree::maximumNodes + 2, "there are no more nodes than allowed");
    std::vector<std::uint32_t> parents(tree.nodes.size(), 0);
    for (std::uint32_t i = 0; i < tree.nodes.size(); ++i) {
        const Node& node = tree.nodes[i];
        require(i == 0 || node.parent < i, "parents stand before their children");
        require(node.childCount == 0 || (node.firstChild > i && node.firstChild + node.childCount <= tree.nodes.size()),
            "children are nodes behind their parents");
        for (std::uint32_t row = 0; row < node.childCount; ++row) {
            require(tree.nodes[node.firstChild + row].parent == i && tree.nodes[node.firstChild + row].row == row,
                "children know their places");
            ++parents[node.firstChild + row];
        }
    }
    for (std::uint32_t i = 1; i < tree.nodes.size(); ++i)
        require(parents[i] == 1, "each node is the child of one");
}

} // namespace

extern "C" int LLVMFuzzerTestOneInput(const std::uint8_t* data, std::size_t size)
{
    static simdjson::dom::parser parser;
    const std::string text(reinterpret_cast<const char*>(data), size);
    auto checkpoint = std::make_shared<Checkpoint>();
    checkpoint->metadata = Metadata{{"key", text}};
    const MetadataTree tree = MetadataTree::unfold(StagedEdits(checkpoint), {});
    requireTree(tree);
    require(tree.nodes.size() >= 2 && tree.nodes[1].value == toQString(text), "the value itself stays as it is");
    if (!fuzz::isForSimdjson(text))
        return 0;
    simdjson::dom::element root;
    const bool unfolds =
        simdjson::validate_utf8(text) && parser.parse(text).get(root) == simdjson::SUCCESS && depthOf(root) > 0;
    require(unfolds || tree.nodes.size() == 2, "nothing else unfolds");
    if (unfolds)
        Walk(tree).requireSame(1, root, 0);
    return 0;
}
