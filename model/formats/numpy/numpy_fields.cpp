// Structured types: lists of fields.

#include "core/checked_math.h"
#include "formats/numpy/numpy_dictionary.h"
#include "formats/numpy/numpy_header.h"

#include <unordered_set>

namespace loupe::numpy {

namespace {

using enum NpyTypeProblem;
using Kind = NpyLiteral::Kind;

constexpr std::uint64_t mostElementBytes = INT32_MAX; // NumPy counts the bytes of an element in an int

/// The number of elements in a field.
tl::expected<std::uint64_t, NpyTypeProblem> countOf(const NpyLiteral& shape)
{
    if (shape.kind == Kind::Number) {
        if (shape.number.negative || shape.number.tooLarge)
            return tl::unexpected(Refused);
        return shape.number.size;
    }
    if (shape.kind != Kind::Tuple && shape.kind != Kind::List)
        return tl::unexpected(NotUnderstood);
    std::optional<std::uint64_t> count = 1;
    for (const NpyLiteral& dimension : shape.items) {
        if (dimension.kind != Kind::Number)
            return tl::unexpected(NotUnderstood);
        if (dimension.number.negative || dimension.number.tooLarge)
            return tl::unexpected(Refused);
        count = count ? checkedMultiply(*count, dimension.number.size) : std::nullopt;
    }
    return count ? tl::expected<std::uint64_t, NpyTypeProblem>(*count) : tl::unexpected(Refused);
}

class Fields {
public:
    Fields() { m_type.size = 0; }

    NpyTypeResult type(const NpyLiteral& list)
    {
        for (const NpyLiteral& field : list.items) {
            if (const auto problem = add(field))
                return tl::unexpected(*problem);
        }
        return std::move(m_type);
    }

private:
    std::optional<NpyTypeProblem> add(const NpyLiteral& field)
    {
        if (field.kind == Kind::Text)
            return NotUnderstood; // two or three letters may be a name and a type
        if ((field.kind != Kind::Tuple && field.kind != Kind::List) || field.items.size() < 2 || field.items.size() > 3)
            return Refused;
        const auto type = npyType(field.items[1]);
        if (!type)
            return type.error();
        const auto count = field.items.size() == 3 ? countOf(field.items[2]) : 1;
        if (!count)
            return count.error();
        const auto size = checkedMultiply(type->size.value_or(0), *count);
        if (!size || *size > mostElementBytes || *m_type.size + *size > mostElementBytes)
            return Refused;
        *m_type.size += *size;
        m_type.isObject = m_type.isObject || type->isObject;
        const NpyLiteral& name = field.items[0];
        const bool isArray = field.items.size() == 3 && !(field.items[2].kind == Kind::Number && *count == 1)
            && !(field.items[2].kind == Kind::Tuple && field.items[2].items.empty());
        if (name.kind == Kind::Text && name.text.empty() && (type->isVoid || isArray))
            return std::nullopt; // padding
        return addName(name);
    }

    /// A name, or a title and a name; all must differ.
    std::optional<NpyTypeProblem> addName(const NpyLiteral& name)
    {
        if (name.kind == Kind::Text)
            return isNew(name) ? std::nullopt : std::optional(Refused);
        if (name.kind != Kind::Tuple || name.items.size() != 2 || name.items[1].kind != Kind::Text)
            return Refused;
        const NpyLiteral& title = name.items[0];
        if (title.kind != Kind::Text && title.kind != Kind::None)
            return NotUnderstood;
        return isNew(name.items[1]) && (title.kind == Kind::None || isNew(title)) ? std::nullopt
                                                                                  : std::optional(Refused);
    }

    bool isNew(const NpyLiteral& name) { return m_names.insert(name.text).second; }

    NpyType m_type;
    std::unordered_set<std::string_view> m_names;
};

} // namespace

NpyTypeResult npyType(const NpyLiteral& descr)
{
    switch (descr.kind) {
    case Kind::Text:
        return npyType(std::string_view(descr.text));
    case Kind::List:
        return Fields().type(descr);
    case Kind::Tuple:
        return tl::unexpected(NotUnderstood); // an array type, which NumPy does not read from plain files
    default:
        return tl::unexpected(Refused);
    }
}

} // namespace loupe::numpy
