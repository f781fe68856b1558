#include "formats/tensorizer/tensorizer_names.h"

#include "core/text/json_cursor.h"
#include "core/text/text.h"
#include "core/text/utf8.h"

namespace loupe::tensorizer {

namespace {

constexpr char structuredMark = '\x1e';

TensorizerName faulty(std::string_view bytes, std::string_view problem, std::string_view refusedAs)
{
    TensorizerName name;
    name.shown = printable(bytes);
    name.keys.push_back({name.shown, false});
    name.problem = problem;
    name.refusedAs = refusedAs;
    return name;
}

/// Empty if the text is not an array of texts and numbers.
std::vector<TensorizerKey> keysOf(std::string_view json)
{
    std::vector<TensorizerKey> keys;
    JsonCursor cursor(json);
    if (!cursor.enterArray())
        return {};
    while (cursor.nextElement()) {
        std::string_view text;
        std::uint64_t number = 0;
        if (cursor.peek() == JsonCursor::Kind::String && cursor.readString(text))
            keys.push_back({std::string(text), false});
        else if (cursor.peek() == JsonCursor::Kind::Number && cursor.readUnsigned(number))
            keys.push_back({std::to_string(number), true});
        else
            return {};
    }
    return cursor.finish() ? keys : std::vector<TensorizerKey>();
}

} // namespace

TensorizerName tensorizerName(std::string_view bytes)
{
    if (validUtf8Prefix(bytes) != bytes.size())
        return faulty(bytes, "is not UTF-8, its bytes are spelled out", "UnicodeDecodeError");
    TensorizerName name;
    if (!bytes.starts_with(structuredMark)) {
        name.shown = bytes;
        name.keys.push_back({name.shown, false});
        return name;
    }
    if (bytes.find_first_of("\r\n") != std::string_view::npos)
        return faulty(bytes, "holds a line end, expected a JSON array in one line", "ValueError");
    name.keys = keysOf(bytes.substr(1));
    if (name.keys.empty())
        return faulty(bytes, "is not a JSON array of strings and integers", "ValueError");
    name.isStructured = name.keys.size() > 1 || name.keys.front().isIndex;
    for (const TensorizerKey& key : name.keys)
        name.shown.append(&key == &name.keys.front() ? "" : ".").append(key.text);
    return name;
}

std::string_view TensorizerNameTree::add(const TensorizerName& name)
{
    std::uint32_t above = 0;
    for (const TensorizerKey& key : name.keys) {
        if (m_nodes[above].isTensor)
            return "is below another tensor's name";
        const Keys kind = key.isIndex ? Keys::Indices : Keys::Texts;
        Keys& kinds = m_nodes[above].keys;
        if (kinds != Keys::None && kinds != kind)
            return key.isIndex ? "has an index where other names have keys"
                               : "has a key where other names have indices";
        kinds = kind;
        std::string place(reinterpret_cast<const char*>(&above), sizeof above);
        place += key.text;
        const auto [known, isNew] = m_places.try_emplace(std::move(place), static_cast<std::uint32_t>(m_nodes.size()));
        above = known->second;
        if (isNew)
            m_nodes.emplace_back();
    }
    if (m_nodes[above].isTensor)
        return "has a duplicate name";
    if (m_nodes[above].keys != Keys::None)
        return "is the beginning of another tensor's name";
    m_nodes[above].isTensor = true;
    return {};
}

} // namespace loupe::tensorizer
