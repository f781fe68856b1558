#include "formats/pickle/pickle_value_text.h"

#include "core/text/text.h"
#include "formats/pickle/pickle_text.h"
#include "formats/shared/utf8_text.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstring>

namespace loupe::pickle {

namespace {

constexpr std::size_t longestText = 4000;
constexpr std::size_t mostArguments = 8;

std::string floatText(double number)
{
    std::array<char, 32> text{};
    const auto end = std::to_chars(text.data(), text.data() + text.size(), number).ptr;
    std::string result(text.data(), end);
    const bool looksWhole = result.find_first_not_of("-0123456789") == std::string::npos;
    return looksWhole ? result + ".0" : result;
}

/// The text of a little-endian number whose NumPy type is `type`, such as "f8"; nothing for other types.
std::optional<std::string> numpyText(std::string_view type, std::string_view bytes)
{
    const auto as = [&]<typename T>(T) -> std::optional<std::string> {
        T number{};
        if (bytes.size() != sizeof number)
            return std::nullopt;
        std::memcpy(&number, bytes.data(), sizeof number);
        if constexpr (std::is_floating_point_v<T>)
            return floatText(number);
        else
            return std::to_string(number);
    };
    if (type == "f8")
        return as(double{});
    if (type == "f4")
        return as(float{});
    if (type == "i8")
        return as(std::int64_t{});
    if (type == "i4")
        return as(std::int32_t{});
    if (type == "u1")
        return as(std::uint8_t{});
    if (type == "b1" && bytes.size() == 1)
        return bytes[0] == 0 ? "False" : "True";
    return std::nullopt;
}

class Writer {
public:
    explicit Writer(const PickleMeaning& meaning)
        : m_meaning(meaning)
        , m_values(meaning.values())
    {
    }

    void write(PickleId id, unsigned depth)
    {
        if (id == PickleValues::none)
            return;
        const PickleValues::Value& value = m_values.at(id);
        switch (value.kind) {
        case PickleKind::None:
            m_text += "None";
            return;
        case PickleKind::Boolean:
            m_text += value.integer != 0 ? "True" : "False";
            return;
        case PickleKind::Integer:
            m_text += std::to_string(value.integer);
            return;
        case PickleKind::LongInteger:
            m_text += decimalOfBytes(m_values.text(id));
            return;
        case PickleKind::Float:
            m_text += floatText(value.number);
            return;
        case PickleKind::Text:
            m_text += depth == 0 ? pickleText(m_values.text(id)) : '\'' + pickleText(m_values.text(id)) + '\'';
            return;
        case PickleKind::Bytes:
            m_text += counted(m_values.text(id).size(), "byte");
            return;
        case PickleKind::Global:
            m_text += nameOf(id);
            return;
        case PickleKind::Persistent:
            m_text += "a storage";
            return;
        case PickleKind::Tuple:
        case PickleKind::List:
        case PickleKind::Set:
            return writeList(id, depth, '[', ']');
        case PickleKind::Dictionary:
            m_text += m_values.itemCount(id) == 0 ? "{}" : "{…}";
            return;
        case PickleKind::Call:
            return writeCall(id, depth);
        }
    }

    std::string take() { return std::move(m_text); }

private:
    static constexpr unsigned deepest = 4;

    std::string nameOf(PickleId global) const
    {
        return pickleText(m_values.module(global)) + '.' + pickleText(m_values.name(global));
    }

    void writeList(PickleId id, unsigned depth, char begin, char end)
    {
        m_text += begin;
        bool first = true;
        for (const PickleId item : m_values.items(id)) {
            if (!std::exchange(first, false))
                m_text += ", ";
            if (depth >= deepest || m_text.size() > longestText) {
                m_text += "…";
                break;
            }
            write(item, depth + 1);
        }
        m_text += end;
    }

    void writeCall(PickleId id, unsigned depth)
    {
        const auto& node = m_values.at(id).node;
        const auto arguments = m_values.itemList(node.argument, mostArguments);
        switch (m_meaning.role(node.callee)) {
        case PickleRole::Mapping:
            m_text += m_values.itemCount(id) == 0 ? "{}" : "{…}";
            return;
        case PickleRole::Encode:
            m_text += encodedSize(arguments.empty() ? PickleValues::none : arguments[0]);
            return;
        case PickleRole::NumPy:
            m_text += numpyScalar(arguments).value_or("a NumPy array");
            return;
        case PickleRole::Tensor:
            m_text += "a tensor";
            return;
        case PickleRole::Sequence:
            if (m_values.itemCount(id) > 0 || (!arguments.empty() && m_values.holdsItems(arguments[0])))
                return writeList(m_values.itemCount(id) > 0 ? id : arguments[0], depth, '[', ']');
            m_text += "[]";
            return;
        default:
            if (m_values.kind(node.callee) == PickleKind::Global)
                m_text += nameOf(node.callee);
            else
                m_text += "…";
            writeList(node.argument, depth, '(', ')');
        }
    }

    /// The size in bytes of a text of characters up to U+00FF, each of which is one byte, or two in UTF-8.
    std::string encodedSize(PickleId id) const
    {
        constexpr std::size_t longestCounted = 16384; // many values may refer to one text
        const std::string_view text = m_values.text(id);
        if (text.size() > longestCounted)
            return "at most " + counted(text.size(), "byte");
        const auto isPair = [](char byte) { return (static_cast<unsigned char>(byte) & 0xe0) == 0xc0; };
        const auto pairs = std::count_if(text.begin(), text.end(), isPair);
        return counted(text.size() - static_cast<std::size_t>(pairs), "byte");
    }

    /// The text of bytes, including bytes as protocols before 3 write them: _codecs.encode("…", "latin1"). Empty if
    /// there are many.
    std::string latin1Of(PickleId id) const
    {
        constexpr std::size_t longest = 128;
        if (m_values.kind(id) == PickleKind::Call) {
            const auto list = m_values.itemList(m_values.at(id).node.argument, 1);
            id = list.empty() ? PickleValues::none : list[0];
        }
        const std::string_view text = m_values.text(id);
        if (text.size() > longest)
            return {};
        if (m_values.kind(id) != PickleKind::Text)
            return std::string(text);
        std::string bytes;
        for (std::size_t i = 0; i < text.size(); ++i) {
            const auto byte = static_cast<unsigned char>(text[i]);
            const bool isPair = (byte & 0xe0) == 0xc0 && i + 1 < text.size();
            bytes += isPair ? static_cast<char>(byte << 6 | (static_cast<unsigned char>(text[++i]) & 0x3f)) : text[i];
        }
        return bytes;
    }

    /// The text of scalar(dtype('f8', …), bytes).
    std::optional<std::string> numpyScalar(const std::vector<PickleId>& arguments) const
    {
        if (arguments.size() != 2 || m_values.kind(arguments[0]) != PickleKind::Call)
            return std::nullopt;
        const auto type = m_values.itemList(m_values.at(arguments[0]).node.argument, 1);
        if (type.empty())
            return std::nullopt;
        return numpyText(m_values.text(type[0]), latin1Of(arguments[1]));
    }

    const PickleMeaning& m_meaning;
    const PickleValues& m_values;
    std::string m_text;
};

} // namespace

bool isPlain(const PickleMeaning& meaning, PickleId id)
{
    const PickleValues& values = meaning.values();
    if (meaning.isTensor(id))
        return false;
    if (!values.holdsItems(id))
        return true;
    if (values.itemCount(id) > 0)
        return false;
    if (values.kind(id) != PickleKind::Call)
        return true; // empty
    const auto& node = values.at(id).node;
    const PickleRole role = meaning.role(node.callee);
    if (role == PickleRole::NumPy)
        return true;
    if (role == PickleRole::Mapping || role == PickleRole::Sequence)
        return values.itemCount(node.argument) == 0;
    if (node.state != PickleValues::none || values.itemCount(node.argument) > mostArguments)
        return false;
    for (const PickleId argument : values.items(node.argument)) {
        if (values.holdsItems(argument) || values.kind(argument) == PickleKind::Persistent)
            return false;
    }
    return true;
}

std::string pickleText(std::string_view text)
{
    if (text.size() <= longestText)
        return utf8Of(text);
    std::size_t end = longestText;
    while (end > longestText - 4 && (static_cast<unsigned char>(text[end]) & 0xc0) == 0x80)
        --end;
    return utf8Of(text.substr(0, end)) + "… (" + counted(text.size(), "byte") + ")";
}

std::string pickleText(const PickleMeaning& meaning, PickleId id)
{
    Writer writer(meaning);
    writer.write(id, 0);
    return writer.take();
}

} // namespace loupe::pickle
