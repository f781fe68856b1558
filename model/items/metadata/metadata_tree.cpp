#include "items/metadata/metadata_tree.h"

#include "core/text/json_cursor.h"
#include "core/text/text.h"
#include "core/text/utf8.h"
#include "items/jobs/qt_text.h"
#include "items/language/plural.h"
#include "items/metadata/metadata_elements.h"

#include <QCoreApplication>

#include <algorithm>
#include <numeric>
#include <string_view>

namespace loupe {

namespace {

class MetadataTreeText {
    Q_DECLARE_TR_FUNCTIONS(loupe::MetadataTree)
};

QString countText(std::size_t count, bool isObject)
{
    const QString number = groupedCount(count);
    return isObject ? MetadataTreeText::tr("{%1 key(s)}", nullptr, pluralOf(count)).arg(number)
                    : MetadataTreeText::tr("[%1 value(s)]", nullptr, pluralOf(count)).arg(number);
}

/// Whether it is JSON that can be expanded: a single complete object or array that is not too long.
bool mayUnfold(std::string_view text)
{
    if (text.size() > MetadataTree::maximumJsonBytes || validUtf8Prefix(text) != text.size())
        return false;
    JsonCursor cursor(text);
    const JsonCursor::Kind kind = cursor.peek();
    const bool nests = kind == JsonCursor::Kind::Object || kind == JsonCursor::Kind::Array;
    return nests && cursor.skipValue() && cursor.finish();
}

class Unfolder {
public:
    Unfolder(MetadataTree& tree, const Work& work)
        : m_nodes(tree.nodes)
        , m_work(work)
    {
    }

    /// Appends the members of the object or array `text`, in order, as children of `parent`. The children of a node are
    /// contiguous, so a level is appended completely before the levels below it. Returns false if there are too many.
    bool unfold(std::uint32_t parent, std::string_view text, unsigned depth)
    {
        std::vector<Member> members;
        if (depth == MetadataTree::maximumDepth || !readMembers(text, members))
            return false;
        begin(parent, members.size());
        for (Member& member : members)
            append(parent, std::move(member.key), member.nests() ? QString() : jsonText(member.source));
        const std::uint32_t first = m_nodes[parent].firstChild;
        for (std::uint32_t i = 0; i < members.size(); ++i) {
            if (!members[i].nests())
                continue;
            const bool unfolded = unfold(first + i, members[i].source, depth + 1);
            MetadataTree::Node& node = m_nodes[first + i];
            node.value = unfolded ? countText(node.childCount, members[i].kind == JsonCursor::Kind::Object)
                                  : toQString(members[i].source);
        }
        return true;
    }

    /// Appends the first elements of an array that is stored in its file.
    void unfoldStored(std::uint32_t parent, const StoredMetadata& array)
    {
        if (!array.count() || array.range().size() > MetadataTree::maximumStoredBytes)
            return;
        const std::uint64_t shown = std::min(*array.count(), MetadataTree::maximumElements);
        const auto text = array.elements(0, shown);
        if (!text || !unfold(parent, *text, 0))
            return;
        if (shown == *array.count())
            return;
        append(parent, QStringLiteral("…"),
            MetadataTreeText::tr("%1 more value(s)", nullptr, pluralOf(*array.count() - shown))
                .arg(groupedCount(*array.count() - shown)));
        ++m_nodes[parent].childCount;
    }

    void begin(std::uint32_t parent, std::size_t children)
    {
        m_nodes[parent].firstChild = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes[parent].childCount = static_cast<std::uint32_t>(children);
    }
    void append(std::uint32_t parent, QString key, QString value)
    {
        const auto row = static_cast<std::uint32_t>(m_nodes.size()) - m_nodes[parent].firstChild;
        m_nodes.push_back({std::move(key), std::move(value), {}, parent, row, 0, 0});
    }

private:
    struct Member {
        QString key;
        JsonCursor::Kind kind;
        std::string_view source; ///< the text of the value

        bool nests() const { return kind == JsonCursor::Kind::Object || kind == JsonCursor::Kind::Array; }
    };

    /// Returns false if there are more than the tree has room for, or if stopped.
    bool readMembers(std::string_view text, std::vector<Member>& members) const
    {
        const std::size_t room = MetadataTree::maximumNodes - std::min(m_nodes.size(), MetadataTree::maximumNodes);
        JsonCursor cursor(text);
        const bool isObject = cursor.peek() == JsonCursor::Kind::Object;
        std::string_view key;
        isObject ? cursor.enterObject() : cursor.enterArray();
        while (isObject ? cursor.nextKey(key) : cursor.nextElement()) {
            if (members.size() == room || m_work.stopped())
                return false;
            QString name = isObject ? toQString(key) : QStringLiteral("[%1]").arg(members.size());
            const JsonCursor::Kind kind = cursor.peek();
            const std::size_t begin = cursor.offset();
            cursor.skipValue();
            members.push_back({std::move(name), kind, text.substr(begin, cursor.offset() - begin)});
        }
        return true;
    }

    std::vector<MetadataTree::Node>& m_nodes;
    const Work& m_work;
};

} // namespace

MetadataTree MetadataTree::unfold(const StagedEdits& edits, const Work& work)
{
    MetadataTree tree;
    std::vector<std::string_view> values;
    if (edits.checkpoint() && edits.checkpoint()->metadata) {
        for (const auto& [key, value] : *edits.checkpoint()->metadata) {
            tree.keys.push_back({key, std::uint32_t(tree.keys.size()), value.typeName(), !value.stored(), {}, {}});
            values.emplace_back(value.shown());
        }
    }
    const std::size_t fileKeys = tree.keys.size();
    for (const MetadataEdit& edit : edits.metadataEdits()) {
        const std::size_t row = edit.original.value_or(tree.keys.size());
        if (!edit.original) {
            tree.keys.push_back({edit.key, std::uint32_t(row), {}, true, {}, {}});
            values.emplace_back();
        }
        tree.keys[row].change = edit.value ? ChangeKind::MetadataSet : ChangeKind::MetadataRemoved;
        if (edit.value && edit.original)
            tree.keys[row].before = std::string(values[row]);
        if (edit.value) {
            values[row] = *edit.value;
            tree.keys[row].isWhole = true;
        }
    }
    tree.sortKeys();
    Unfolder unfolder(tree, work);
    unfolder.begin(0, values.size());
    for (std::size_t i = 0; i < values.size(); ++i)
        unfolder.append(0, toQString(tree.keys[i].name), toQString(values[i]));
    for (std::uint32_t i = 0; i < values.size() && !work.stopped(); ++i) {
        if (!tree.keys[i].isWhole)
            unfolder.unfoldStored(i + 1, *(*edits.checkpoint()->metadata)[i].second.stored());
        else if (mayUnfold(values[i]))
            unfolder.unfold(i + 1, values[i], 0);
        if (!tree.keys[i].change && i < fileKeys)
            tree.nameNumbers(i + 1, (*edits.checkpoint()->metadata)[i].second.names());
    }
    return tree;
}

void MetadataTree::nameNumbers(std::uint32_t node, NumberNames names)
{
    if (names.empty())
        return;
    const auto name = [&](Node& one) { one.meaning = toQString(nameOf(one.value.toStdString(), names)); };
    name(nodes[node]);
    for (std::uint32_t child = 0; child < nodes[node].childCount; ++child)
        name(nodes[nodes[node].firstChild + child]);
}

MetadataTree::Node MetadataTree::element(std::uint64_t number, QString value, NumberNames names)
{
    Node node{QStringLiteral("[%1]").arg(number), std::move(value)};
    if (!names.empty())
        node.meaning = toQString(nameOf(node.value.toStdString(), names));
    return node;
}

std::optional<std::uint32_t> MetadataTree::find(const std::string& key) const
{
    const auto nameOf = [this](std::uint32_t one) -> const std::string& { return keys[one].name; };
    const auto found = std::ranges::lower_bound(byName, key, {}, nameOf);
    return found == byName.end() || nameOf(*found) != key ? std::nullopt : std::optional(*found);
}

void MetadataTree::sortKeys()
{
    byName.resize(keys.size());
    std::iota(byName.begin(), byName.end(), 0U);
    std::ranges::sort(byName, {}, [this](std::uint32_t key) -> const std::string& { return keys[key].name; });
}

} // namespace loupe
