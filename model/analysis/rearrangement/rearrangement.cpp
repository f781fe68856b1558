#include "analysis/rearrangement/rearrangement.h"

#include "core/source.h"
#include "core/text/json_cursor.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "core/text/utf8.h"

#include <algorithm>
#include <charconv>
#include <cmath>

namespace loupe {

namespace {

constexpr std::string_view versionKey = "tensorloupe_rearrangement";

/// Reads a recipe, and keeps the first error.
class RecipeReader {
public:
    explicit RecipeReader(std::string_view json)
        : m_cursor(json)
    {
    }

    Result<Rearrangement> read()
    {
        if (m_cursor.peek() != JsonCursor::Kind::Object)
            return fail(wrong("the recipe is not a JSON object, expected {\"" + std::string(versionKey) + "\": 1, …}"));
        readObject([&](const std::string& key) { return readTop(key); });
        if (!m_error && !m_cursor.failed())
            m_cursor.finish();
        if (m_cursor.failed() && !m_error)
            m_error = wrong(std::string("is not valid JSON: ") + m_cursor.problem(), m_cursor.offset());
        if (m_error)
            return fail(*m_error);
        if (!m_hasVersion)
            return fail(
                ErrorCode::InvalidArgument, "the recipe has no \"" + std::string(versionKey) + "\", expected 1");
        return std::move(m_recipe);
    }

private:
    Error wrong(const std::string& message, std::size_t offset) const
    {
        const std::string_view before = m_cursor.text().substr(0, offset);
        return {ErrorCode::InvalidArgument,
            "line " + std::to_string(std::ranges::count(before, '\n') + 1) + ": " + message, {}, {}};
    }
    Error wrong(const std::string& message) const { return wrong(message, m_cursor.tokenOffset()); }

    /// Keeps the error and returns false.
    bool refuse(const std::string& message)
    {
        if (!m_error && !m_cursor.failed())
            m_error = wrong(message);
        return false;
    }

    /// `read(key)` reads the value of a member and returns whether it succeeded.
    template <typename Read>
    bool readObject(Read read)
    {
        if (!m_cursor.enterObject())
            return refuse("expected an object in braces");
        std::string_view key;
        while (m_cursor.nextKey(key)) {
            const std::string name(key);
            if (!read(name)) {
                refuse(quote(name) + " has an unexpected type");
                return false;
            }
        }
        return !m_cursor.failed();
    }

    template <typename Read>
    bool readArray(Read read, std::string_view what)
    {
        if (m_cursor.peek() != JsonCursor::Kind::Array)
            return skip(quote(what) + " is not a list, expected [ … ]");
        return m_cursor.readElements(read);
    }

    /// Skips a value of an unexpected type.
    bool skip(const std::string& message)
    {
        m_cursor.skipValue();
        return refuse(message);
    }

    bool readText(std::string& text, std::string_view what)
    {
        std::string_view read;
        if (!m_cursor.readString(read))
            return refuse(quote(what) + " is not a string");
        text = read;
        return true;
    }

    bool readTop(const std::string& key)
    {
        if (key == versionKey)
            return readVersion();
        if (key == "title")
            return readText(m_recipe.title, key);
        if (key == "sizes")
            return readSizes();
        if (key == "rules")
            return readArray([&] { return readRule(); }, key);
        if (key == "ignore_a" || key == "ignore_b") {
            auto& list = key == "ignore_a" ? m_recipe.ignoredInA : m_recipe.ignoredInB;
            return readArray(
                [&] {
                    std::string name;
                    auto& added = list.emplace_back();
                    return readText(name, key) && readName(name, added);
                },
                key);
        }
        return skip(quote(key) + " is not known, expected \"" + std::string(versionKey)
            + "\", \"title\", \"sizes\", \"rules\", \"ignore_a\" or \"ignore_b\"");
    }

    bool readVersion()
    {
        std::uint64_t version = 0;
        if (!m_cursor.readUnsigned(version) || version == 0)
            return refuse("the version is not a number, expected 1");
        if (version > Rearrangement::version)
            return refuse("the recipe has version " + std::to_string(version) + ", which is not supported; expected 1");
        return m_hasVersion = true;
    }

    bool readSizes()
    {
        return readObject([&](const std::string& name) {
            std::uint64_t size = 0;
            if (!m_cursor.readUnsigned(size) || size == 0 || !isAxisName(name))
                return refuse(
                    "the size " + quote(name) + " is not an integer above 0 with a name of letters and digits");
            m_recipe.sizes[name] = size;
            return true;
        });
    }

    bool readRule()
    {
        RearrangementRule rule;
        bool hasA = false;
        bool hasB = false;
        const bool isRead = readObject([&](const std::string& key) {
            if ((key == "a" && hasA) || (key == "b" && hasB))
                return refuse("a rule has " + quote(key) + " twice, expected \"a\" and \"b\"");
            if (key == "a")
                return hasA = readSide(rule.a);
            if (key == "b")
                return hasB = readSide(rule.b);
            return skip(quote(key) + " is not known in a rule, expected \"a\" and \"b\"");
        });
        if (!isRead)
            return false;
        if (!hasA || !hasB)
            return refuse(std::string("a rule has no \"") + (hasA ? "b" : "a") + "\", expected \"a\" and \"b\"");
        const auto shared = [](const RuleSide& side) {
            std::vector<std::string> names = side.name.captures();
            std::erase(names, side.form.stack);
            return names;
        };
        if (shared(rule.a) != shared(rule.b)) {
            return refuse("the names " + quote(rule.a.name.text()) + " and " + quote(rule.b.name.text())
                + " have different words in braces, expected the same ones except for that of \"stack\"");
        }
        m_recipe.rules.push_back(std::move(rule));
        return true;
    }

    bool readSide(RuleSide& side)
    {
        std::string name;
        if (m_cursor.peek() == JsonCursor::Kind::String)
            return readText(name, "name") && readName(name, side.name);
        const bool isRead = readObject([&](const std::string& key) {
            std::string text;
            if (key == "name")
                return readText(name, key) && readName(name, side.name);
            if (key == "stack")
                return readText(side.form.stack, key);
            if (key == "axes")
                return readText(text, key) && readAxes(text, side.form);
            if (key == "take")
                return readParts(side.form);
            if (key == "add")
                return readNumber(side.form.add);
            return skip(quote(key) + " is not known, expected \"name\", \"axes\", \"take\", \"stack\" or \"add\"");
        });
        return isRead && (name.empty() ? refuse("a side of a rule has no \"name\"") : fits(side));
    }

    bool readName(const std::string& text, NameTemplate& name)
    {
        auto parsed = NameTemplate::parse(text);
        if (!parsed)
            return refuse(parsed.error().message);
        name = std::move(*parsed);
        return true;
    }

    bool readAxes(const std::string& text, ViewForm& form)
    {
        auto axes = AxisPattern::parse(text);
        if (!axes)
            return refuse("the axes " + quote(text) + ": " + axes.error().message);
        form.axes = std::move(*axes);
        return true;
    }

    bool readParts(ViewForm& form)
    {
        return readObject([&](const std::string& axis) {
            std::string text;
            if (!readText(text, axis))
                return false;
            auto part = AxisPart::parse(axis, text);
            if (!part)
                return refuse(part.error().message);
            form.parts.push_back(std::move(*part));
            return true;
        });
    }

    bool readNumber(double& number)
    {
        const bool isNumber = m_cursor.peek() == JsonCursor::Kind::Number;
        const std::size_t begin = m_cursor.offset();
        if (!isNumber)
            return skip("\"add\" is not a number");
        if (!m_cursor.skipValue())
            return false;
        const std::string_view text = m_cursor.text().substr(begin, m_cursor.offset() - begin);
        const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
        return (error == std::errc() && end == text.data() + text.size() && std::isfinite(number))
            || refuse("\"add\" does not fit in 64 bits");
    }

    /// Whether the parts of a side are consistent with each other.
    bool fits(const RuleSide& side)
    {
        const ViewForm& form = side.form;
        if (!form.stack.empty() && !std::ranges::binary_search(side.name.captures(), form.stack)) {
            return refuse("\"stack\" is " + quote(form.stack) + ", expected one of the words in braces in "
                + quote(side.name.text()));
        }
        if (!form.stack.empty() && form.axes
            && (form.axes->from.empty() || form.axes->from.front() != AxisPattern::Axis{form.stack}))
            return refuse("the axes do not begin with " + quote(form.stack) + ", the axis of \"stack\"");
        for (const AxisPart& part : form.parts) {
            const auto has = [&](const AxisPattern::Axis& axis) {
                return std::ranges::find(axis, part.axis) != axis.end();
            };
            if (!form.axes || part.axis == form.stack || std::ranges::none_of(form.axes->from, has))
                return refuse("\"take\" has " + quote(part.axis) + ", expected a name from \"axes\"");
        }
        return true;
    }

    JsonCursor m_cursor;
    Rearrangement m_recipe;
    std::optional<Error> m_error;
    bool m_hasVersion = false;
};

} // namespace

Result<Rearrangement> Rearrangement::parse(std::string_view json)
{
    if (json.size() > mostBytes)
        return fail(ErrorCode::TooLarge, "the recipe has more than " + formatBytes(mostBytes));
    if (validUtf8Prefix(json) != json.size())
        return fail(ErrorCode::InvalidArgument, "the recipe is not valid UTF-8");
    return RecipeReader(json).read();
}

Result<Rearrangement> Rearrangement::read(const std::string& path)
{
    const auto source = Source::open(path);
    if (!source)
        return fail(source.error());
    if ((*source)->size() > mostBytes)
        return fail(
            ErrorCode::TooLarge, "has more than " + formatBytes(mostBytes) + ", expected a recipe of rules", path);
    std::string text((*source)->size(), '\0');
    if (auto done = (*source)->read(0, std::as_writable_bytes(std::span(text))); !done)
        return fail(std::move(done.error()));
    auto recipe = parse(text);
    if (!recipe)
        recipe.error().path = path;
    return recipe;
}

} // namespace loupe
