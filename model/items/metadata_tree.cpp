#include "items/metadata_tree.h"

#include "items/qt_text.h"

#include <QCoreApplication>
#include <QJsonArray>
#include <QJsonDocument>
#include <QJsonObject>
#include <QLocale>

namespace loupe {

namespace {

QString countText(qsizetype count, bool isObject)
{
    const auto number = static_cast<int>(count);
    return isObject ? QCoreApplication::translate("loupe::MetadataTree", "{%n keys}", nullptr, number)
                    : QCoreApplication::translate("loupe::MetadataTree", "[%n values]", nullptr, number);
}

QString valueText(const QJsonValue& value)
{
    switch (value.type()) {
    case QJsonValue::Bool:
        return value.toBool() ? QStringLiteral("true") : QStringLiteral("false");
    case QJsonValue::Double: {
        // Whole numbers are kept as such by QJsonValue, and then this is exact.
        if (const QVariant number = value.toVariant(); number.typeId() == QMetaType::LongLong)
            return QString::number(number.toLongLong());
        return QString::number(value.toDouble(), 'g', QLocale::FloatingPointShortest);
    }
    case QJsonValue::String:
        return value.toString();
    case QJsonValue::Array:
        return countText(value.toArray().size(), false);
    case QJsonValue::Object:
        return countText(value.toObject().size(), true);
    default:
        return QStringLiteral("null");
    }
}

/// Looks like JSON that unfolds: an object or array, and not too long.
bool mayUnfold(std::string_view text)
{
    constexpr std::string_view space = " \t\r\n";
    const std::size_t first = text.find_first_not_of(space);
    if (first == text.npos || text.size() > MetadataTree::maximumJsonBytes)
        return false;
    const char last = text[text.find_last_not_of(space)];
    return (text[first] == '{' && last == '}') || (text[first] == '[' && last == ']');
}

class Unfolder {
public:
    Unfolder(MetadataTree& tree, const Work& work)
        : m_nodes(tree.nodes)
        , m_work(work)
    {
    }

    /// Appends the members of `value` as children of `parent`. Children of one node stand side by side, so a level is
    /// appended as a whole before the levels below it. Nesting is limited by QJsonDocument (1024).
    void unfold(std::uint32_t parent, const QJsonValue& value)
    {
        std::vector<QJsonValue> values;
        const QJsonArray array = value.toArray();
        const QJsonObject object = value.toObject();
        const auto count = static_cast<std::size_t>(value.isArray() ? array.size() : object.size());
        if (count > MetadataTree::maximumNodes - std::min(m_nodes.size(), MetadataTree::maximumNodes)
            || m_work.stopped())
            return;
        values.reserve(count);
        begin(parent, count);
        for (qsizetype i = 0; i < array.size(); ++i) {
            values.push_back(array[i]);
            append(parent, QStringLiteral("[%1]").arg(i), valueText(array[i]));
        }
        for (auto member = object.begin(); member != object.end(); ++member) {
            values.push_back(member.value());
            append(parent, member.key(), valueText(member.value()));
        }
        const std::uint32_t first = m_nodes[parent].firstChild;
        for (std::uint32_t i = 0; i < values.size(); ++i) {
            if (values[i].isArray() || values[i].isObject())
                unfold(first + i, values[i]);
        }
    }

    void begin(std::uint32_t parent, std::size_t children)
    {
        m_nodes[parent].firstChild = static_cast<std::uint32_t>(m_nodes.size());
        m_nodes[parent].childCount = static_cast<std::uint32_t>(children);
    }
    void append(std::uint32_t parent, QString key, QString value)
    {
        const auto row = static_cast<std::uint32_t>(m_nodes.size()) - m_nodes[parent].firstChild;
        m_nodes.push_back({std::move(key), std::move(value), parent, row, 0, 0});
    }

private:
    std::vector<MetadataTree::Node>& m_nodes;
    const Work& m_work;
};

} // namespace

MetadataTree MetadataTree::unfold(const Checkpoint& checkpoint, const Work& work)
{
    MetadataTree tree;
    if (!checkpoint.metadata)
        return tree;
    Unfolder unfolder(tree, work);
    unfolder.begin(0, checkpoint.metadata->size());
    for (const auto& [key, value] : *checkpoint.metadata)
        unfolder.append(0, toQString(key), toQString(value));
    for (std::uint32_t i = 0; i < checkpoint.metadata->size() && !work.stopped(); ++i) {
        const std::string& value = (*checkpoint.metadata)[i].second;
        if (!mayUnfold(value))
            continue;
        const auto json = QJsonDocument::fromJson(QByteArray::fromStdString(value));
        if (json.isObject())
            unfolder.unfold(i + 1, json.object());
        else if (json.isArray())
            unfolder.unfold(i + 1, json.array());
    }
    return tree;
}

} // namespace loupe
