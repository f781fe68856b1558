// Compares views of tensors with plain loops over their indexes, and tests the reasons for refusing recipes.

#include "analysis/comparison/delta.h"
#include "analysis/rearrangement/presets.h"
#include "analysis/rearrangement/rearranged_storage.h"
#include "analysis/rearrangement/rearranging.h"
#include "analysis/rearrangement/swapped_recipe.h"
#include "one_tensor.h"

#include <gmock/gmock.h>

#include <numeric>

namespace loupe::test {

namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::StartsWith;

using Shape = std::vector<std::uint64_t>;

ViewForm formOf(std::string_view axes, std::vector<std::pair<std::string, std::string>> parts = {})
{
    ViewForm form;
    form.axes = AxisPattern::parse(axes).value();
    for (const auto& [axis, text] : parts)
        form.parts.push_back(AxisPart::parse(axis, text).value());
    return form;
}

/// The numbers 0, 1, 2, …: each element is its original position.
std::vector<std::uint32_t> counted(std::uint64_t count)
{
    std::vector<std::uint32_t> numbers(count);
    std::iota(numbers.begin(), numbers.end(), 0U);
    return numbers;
}

/// Where the viewed values are stored.
enum class Lies { InMap, Elsewhere };

class ViewedTensor {
public:
    ViewedTensor(const Shape& shape, const ViewForm& form, const AxisSizes& sizes, Lies lies,
        std::vector<std::uint32_t> values = {}, std::uint64_t tensors = 1)
        : m_file(DType::U32, values.empty() ? counted(elementCount(shape).value() * tensors) : values,
            lies == Lies::InMap ? Source::Access::Map : Source::Access::Read)
    {
        const TensorView view = viewOf(form, shape, tensors, sizes).value();
        m_shape = view.shape;
        std::vector<Elements> pieces;
        for (std::uint64_t i = 0; i < tensors; ++i) {
            Tensor piece = m_file.elements().tensor();
            piece.shape = shape;
            const std::uint64_t bytes = elementCount(shape).value() * 4;
            piece.bytes = {piece.bytes.begin + i * bytes, piece.bytes.begin + (i + 1) * bytes};
            m_shapes.push_back(std::make_unique<Shape>(shape));
            piece.shape = *m_shapes.back();
            pieces.push_back(m_file.elements().of(piece, nullptr));
        }
        m_storage =
            std::make_shared<RearrangedStorage>(std::move(pieces), view, form.add, std::make_shared<ViewWindows>());
    }

    Elements elements() const
    {
        Tensor tensor = m_file.elements().tensor();
        tensor.shape = m_shape;
        tensor.storage = m_storage.get();
        return m_file.elements().of(tensor, m_storage);
    }

    /// All values, read `stretch` elements at a time.
    std::vector<std::uint32_t> values(std::uint64_t stretch) const
    {
        const Elements all = elements();
        std::vector<std::uint32_t> values(all.count());
        Buffer scratch;
        for (std::uint64_t first = 0; first < all.count(); first += stretch) {
            const std::uint64_t count = std::min(stretch, all.count() - first);
            const auto read = all.visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
                std::memcpy(values.data() + first, bytes.data(), bytes.size());
            });
            EXPECT_TRUE(read) << (read ? "" : describe(read.error()));
        }
        return values;
    }

    const Shape& shape() const { return m_shape; }

private:
    OneTensor m_file;
    Shape m_shape;
    std::vector<std::unique_ptr<Shape>> m_shapes;
    std::shared_ptr<RearrangedStorage> m_storage;
};

TEST(Rearrangement, TransposesByHand)
{
    for (const Lies lies : {Lies::InMap, Lies::Elsewhere}) {
        const ViewedTensor viewed({2, 3}, formOf("rows columns -> columns rows"), {}, lies);
        EXPECT_THAT(viewed.shape(), ElementsAre(3, 2));
        EXPECT_THAT(viewed.values(6), ElementsAre(0, 3, 1, 4, 2, 5));
        EXPECT_THAT(viewed.values(1), ElementsAre(0, 3, 1, 4, 2, 5));
    }
}

TEST(Rearrangement, TakesPartsOfFactorsByHand)
{
    // Takes rows 1 and 2 from each of two groups of three rows.
    const ViewedTensor viewed(
        {6, 2}, formOf("(group row) in -> (row group) in", {{"row", "1:"}}), {{"group", 2}}, Lies::InMap);
    EXPECT_THAT(viewed.shape(), ElementsAre(4, 2));
    EXPECT_THAT(viewed.values(8), ElementsAre(2, 3, 8, 9, 4, 5, 10, 11));
}

TEST(Rearrangement, StacksTensorsByHand)
{
    ViewForm form = formOf("e rows columns -> columns (rows e)");
    form.stack = "e";
    for (const Lies lies : {Lies::InMap, Lies::Elsewhere}) {
        const ViewedTensor viewed({2, 2}, form, {}, lies, {}, 3);
        EXPECT_THAT(viewed.shape(), ElementsAre(2, 6));
        EXPECT_THAT(viewed.values(12), ElementsAre(0, 4, 8, 2, 6, 10, 1, 5, 9, 3, 7, 11));
        EXPECT_THAT(viewed.values(5), ElementsAre(0, 4, 8, 2, 6, 10, 1, 5, 9, 3, 7, 11));
    }
}

TEST(Rearrangement, ARearrangementAndItsInverseAreNothing)
{
    const struct {
        Shape shape;
        std::string_view from;
        std::string_view to;
    } cases[]{
        {{12, 5}, "(heads two half) ...", "(heads half two) ..."},
        {{12}, "(heads two half) ...", "(heads half two) ..."},
        {{4, 6, 10}, "a b c", "c b a"},
        {{4, 6, 10}, "a (two b) c", "c (b a two)"},
        {{12, 7}, "(heads two half) in", "in (half heads two)"},
        {{4, 1, 6}, "a 1 b", "b a"},
        {{3000, 30}, "rows columns", "columns rows"},
        {{40, 3000}, "(heads two half) in", "(heads half two) in"},
    };
    const AxisSizes sizes{{"two", 2}, {"heads", 2}};
    for (const auto& one : cases) {
        SCOPED_TRACE(one.from);
        const std::string from(one.from);
        const std::string to(one.to);
        for (const Lies lies : {Lies::InMap, Lies::Elsewhere}) {
            const ViewedTensor there(one.shape, formOf(from + " -> " + to), sizes, lies);
            const std::vector<std::uint32_t> moved = there.values(997);
            EXPECT_NE(moved, counted(moved.size())) << "nothing was moved";
            AxisSizes all = sizes;
            if (from.starts_with("a (two"))
                all.emplace("a", 4);
            const ViewedTensor back(there.shape(), formOf(to + " -> " + from), all, lies, moved);
            EXPECT_EQ(back.shape(), one.shape);
            EXPECT_EQ(back.values(1024), counted(moved.size()));
        }
    }
}

TEST(Rearrangement, WindowsAreFilledOneAfterTheOther)
{
    // Larger than a window of 4 Mi elements, with a row length that does not divide it.
    const std::uint64_t rows = 2100;
    const std::uint64_t columns = 2050;
    const ViewedTensor viewed({rows, columns}, formOf("rows columns -> columns rows"), {}, Lies::Elsewhere);
    const Elements elements = viewed.elements();
    Buffer scratch;
    std::uint64_t wrong = 0;
    for (std::uint64_t first = 0; first < elements.count(); first += 300'000) {
        const std::uint64_t count = std::min<std::uint64_t>(300'000, elements.count() - first);
        ASSERT_TRUE(elements.visit(first, count, scratch, [&](std::span<const std::byte> bytes) {
            for (std::uint64_t i = first; i < first + count; ++i) {
                std::uint32_t value = 0;
                std::memcpy(&value, bytes.data() + (i - first) * 4, 4);
                wrong += value != i % rows * columns + i / rows;
            }
        }));
    }
    EXPECT_EQ(wrong, 0U);
}

TEST(Rearrangement, WindowsOfATensorThatIsGoneAreNotThoseOfTheNext)
{
    const auto windows = std::make_shared<ViewWindows>();
    const Shape shape{2, 2};
    for (std::uint32_t value = 1; value < 9; ++value) { // a new tensor may get the address of the last one
        const OneTensor file(DType::U32, std::vector<std::uint32_t>(4, value), Source::Access::Read);
        Tensor piece = file.elements().tensor();
        piece.shape = shape;
        const Elements viewed = RearrangedStorage::elementsOf({file.elements().of(piece, nullptr)},
            viewOf(formOf("rows columns -> columns rows"), shape, 1, {}).value(), 0, windows);
        Buffer scratch;
        std::uint32_t read = 0;
        ASSERT_TRUE(viewed.visit(
            0, 4, scratch, [&](std::span<const std::byte> bytes) { std::memcpy(&read, bytes.data(), sizeof read); }));
        EXPECT_EQ(read, value);
    }
}

TEST(Rearrangement, PartsThatDoNotMeetAreKnown)
{
    const auto taken = [](std::string_view part) {
        return viewOf(formOf("(slot d) in -> (slot d) in", {{"slot", std::string(part)}}), Shape{12, 5}, 1, {{"d", 2}})
            .value()
            .taken;
    };
    EXPECT_FALSE(mayOverlap(taken("0:2"), taken("2:")));
    EXPECT_TRUE(mayOverlap(taken("0:3"), taken("2:")));
    const auto rows =
        viewOf(formOf("rows in -> rows in", {{"rows", "4:6"}}), Shape{12, 5}, 1, {}).value().taken; // slot 2
    EXPECT_FALSE(mayOverlap(rows, taken("0:2")));
    EXPECT_TRUE(mayOverlap(rows, taken("2")));
}

TEST(Rearrangement, WhatDoesNotFitIsSaid)
{
    const struct {
        std::string_view axes;
        std::vector<std::pair<std::string, std::string>> parts;
        std::string_view error;
    } cases[]{
        {"a -> a", {}, "the shape [12, 5] has 2 axes, expected 1"},
        {"a b c ... -> a b c ...", {}, "the shape [12, 5] has 2 axes, expected at least 3"},
        {"(heads half) in -> in (heads half)", {}, "axis 0 of 12 elements does not fit \"(heads half)\""},
        {"(x y) in -> in (x y)", {}, "the sizes of x and y are not known"},
        {"rows in -> rows in", {{"rows", "3:13"}}, "the part of \"rows\" is empty, or goes beyond its 12 elements"},
        {"rows in -> rows in", {{"rows", "unknown:"}}, "the part of \"rows\" is empty"},
    };
    for (const auto& one : cases) {
        const auto view = viewOf(formOf(one.axes, one.parts), Shape{12, 5}, 1, {{"heads", 5}});
        ASSERT_FALSE(view) << one.axes;
        EXPECT_THAT(view.error().message, HasSubstr(std::string(one.error)));
    }
}

TEST(Recipe, WhatIsWrongIsSaidWithItsLine)
{
    const std::string start = "{\"tensorloupe_rearrangement\": 1,\n";
    const auto rule = [&](const std::string& text) { return start + "\"rules\": [\n" + text + "]}"; };
    const std::pair<std::string, std::string> cases[]{
        {"[]", "line 1: the recipe is not a JSON object"},
        {"{}", "the recipe has no \"tensorloupe_rearrangement\", expected 1"},
        {"{\"tensorloupe_rearrangement\": 2}", "line 1: the recipe has version 2"},
        {start + "\"rules\": [}", "line 2: is not valid JSON"},
        {start + "\"rulez\": []}", "line 2: \"rulez\" is not known"},
        {start + "\"rules\": 3}", "line 2: \"rules\" is not a list"},
        {start + "\"sizes\": {\"heads\": 0}}", "line 2: the size \"heads\" is not an integer above 0"},
        {start + "\"title\": 3}", "line 2: \"title\" is not a string"},
        {rule("3"), "line 3: expected an object in braces"},
        {rule("{\"a\": \"x\"}"), "line 3: a rule has no \"b\""},
        {rule("{\"a\": \"x\", \"b\": {\"name\": \"y.{e}\", \"stack\": \"e\"}, \"b\": \"y\"}"),
            "line 3: a rule has \"b\" twice"},
        {rule("{\"a\": \"x.{n}\", \"b\": \"y\"}"),
            "line 3: the names \"x.{n}\" and \"y\" have different words in braces"},
        {rule("{\"a\": \"x.{n\", \"b\": \"y\"}"), "line 3: the name \"x.{n\" has a \"{\" without a \"}\""},
        {rule("{\"a\": \"\", \"b\": \"y\"}"), "line 3: the name is empty"},
        {rule("{\"a\": {\"axes\": \"a -> a\"}, \"b\": \"y\"}"), "line 3: a side of a rule has no \"name\""},
        {rule("{\"a\": {\"name\": \"x\", \"axes\": \"a b\"}, \"b\": \"y\"}"),
            "line 3: the axes \"a b\": has no \"->\""},
        {rule("{\"a\": {\"name\": \"x\", \"axes\": \"a -> b\"}, \"b\": \"y\"}"),
            "has different names on the two sides"},
        {rule("{\"a\": {\"name\": \"x\", \"axes\": \"(a -> a\"}, \"b\": \"y\"}"),
            "an opening parenthesis is not closed"},
        {rule("{\"a\": {\"name\": \"x\", \"axes\": \"a) -> a\"}, \"b\": \"y\"}"),
            "a closing parenthesis has no opening parenthesis"},
        {rule("{\"a\": {\"name\": \"x\", \"axes\": \"a a -> a a\"}, \"b\": \"y\"}"), "names \"a\" twice"},
        {rule("{\"a\": {\"name\": \"x\", \"axes\": \"a -> a\", \"take\": {\"b\": \"0\"}}, \"b\": \"y\"}"),
            "\"take\" has \"b\", expected a name from \"axes\""},
        {rule("{\"a\": {\"name\": \"x\", \"axes\": \"a -> a\", \"take\": {\"a\": \"one\"}}, \"b\": \"y\"}"),
            "the part of \"a\" is \"one\", expected a range such as"},
        {rule("{\"a\": {\"name\": \"x\", \"stack\": \"e\"}, \"b\": \"y\"}"),
            "\"stack\" is \"e\", expected one of the words"},
        {rule("{\"a\": {\"name\": \"x.{e}\", \"stack\": \"e\", \"axes\": \"a e -> e a\"}, \"b\": \"y\"}"),
            "the axes do not begin with \"e\""},
        {rule("{\"a\": {\"name\": \"x\", \"add\": \"1\"}, \"b\": \"y\"}"), "\"add\" is not a number"},
        {rule("{\"a\": {\"name\": \"x\", \"swap\": 1}, \"b\": \"y\"}"), "\"swap\" is not known"},
        {start + "\"ignore_a\": [\"x{\"]}", "line 2: the name \"x{\" has a \"{\""},
        {start + "\"title\": \"\xff\"}", "the recipe is not valid UTF-8"},
    };
    for (const auto& [text, error] : cases) {
        const auto recipe = Rearrangement::parse(text);
        ASSERT_FALSE(recipe) << text;
        EXPECT_THAT(recipe.error().message, HasSubstr(error)) << text;
    }
}

TEST(Recipe, EachPresetIsOne)
{
    ASSERT_GE(rearrangementPresets().size(), 20U);
    for (const RearrangementPreset& preset : rearrangementPresets()) {
        const auto recipe = Rearrangement::parse(preset.text());
        ASSERT_TRUE(recipe) << preset.name << ": " << recipe.error().message;
        EXPECT_EQ(recipe->title, preset.title);
        EXPECT_FALSE(recipe->rules.empty()) << preset.name;
        for (const auto& named : recipe->sizes) {
            const std::string& size = named.first;
            const auto isNamed = [&](const RuleSide& side) {
                return side.form.axes && std::ranges::any_of(side.form.axes->from, [&](const AxisPattern::Axis& axis) {
                    return std::ranges::find(axis, size) != axis.end();
                });
            };
            EXPECT_TRUE(std::ranges::any_of(
                recipe->rules, [&](const RearrangementRule& rule) { return isNamed(rule.a) || isNamed(rule.b); }))
                << preset.name << ": " << size;
        }
    }
}

TEST(Recipe, SwappingExchangesTheSidesOnly)
{
    const std::pair<std::string, std::string> cases[]{
        {R"({"rules": [{"a": "a", "b": {"name": "b", "axes": "a b -> b a"}}], "sizes": {"a": 1}})",
            R"({"rules": [{"b": "a", "a": {"name": "b", "axes": "a b -> b a"}}], "sizes": {"a": 1}})"},
        {R"({"ignore_a": ["b"], "title": "a", "ignore_b" : ["a"], "rules": []})",
            R"({"ignore_b": ["b"], "title": "a", "ignore_a": ["a"], "rules": []})"},
        {R"({"rules": [{"a": "x"})", R"({"rules": [{"a": "x"})"}, // not a recipe
        {"[]", "[]"},
        {"", ""},
    };
    for (const auto& [recipe, swapped] : cases)
        EXPECT_EQ(swappedRecipe(recipe), swapped);
    for (const RearrangementPreset& preset : rearrangementPresets()) {
        const std::string swapped = swappedRecipe(preset.text());
        EXPECT_NE(swapped, preset.text());
        EXPECT_TRUE(Rearrangement::parse(swapped)) << preset.name;
        EXPECT_EQ(Rearrangement::parse(swapped)->rules.size(), Rearrangement::parse(preset.text())->rules.size());
        EXPECT_EQ(Rearrangement::parse(swappedRecipe(swapped))->ignoredInA.size(),
            Rearrangement::parse(preset.text())->ignoredInA.size());
    }
}

TEST(Recipe, ANameThatIsSpelledWrongIsGuessed)
{
    const auto recipe = findRearrangement("hf-lama-to-gguf");
    ASSERT_FALSE(recipe);
    EXPECT_THAT(recipe.error().message, HasSubstr("is hf-llama-to-gguf meant?"));
}

TEST(Recipe, NamesHaveWordsInBraces)
{
    const NameTemplate name = NameTemplate::parse("model.{n}.{*rest}.{p}").value();
    EXPECT_THAT(name.captures(), ElementsAre("n", "p", "rest"));
    EXPECT_THAT(name.match("model.3.mlp.up.weight").value(), ElementsAre("3", "weight", "mlp.up"));
    EXPECT_FALSE(name.match("model.3.weight"));
    EXPECT_FALSE(name.match("amodel.3.mlp.weight"));
    const NameTemplate any = NameTemplate::parse("{_}h.(x)").value();
    EXPECT_TRUE(any.match("h.(x)"));
    EXPECT_TRUE(any.match("a.b.h.(x)"));
    EXPECT_FALSE(any.match("h.x"));
}

} // namespace

} // namespace loupe::test
