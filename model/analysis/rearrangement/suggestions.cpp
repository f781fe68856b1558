#include "analysis/rearrangement/suggestions.h"

#include "analysis/comparison/delta.h"
#include "analysis/digests/undecoded_weight.h"
#include "analysis/rearrangement/rearranged_storage.h"
#include "analysis/rearrangement/view_trial.h"
#include "core/text/json_writer.h"

#include <algorithm>
#include <map>
#include <set>

namespace loupe {

namespace {

constexpr std::size_t mostKinds = 512; ///< of one side
constexpr std::size_t mostTensorsOfAKind = std::size_t{1} << 16;

bool isDigitOf(char c)
{
    return c >= '0' && c <= '9';
}

/// A name with "#" in place of each part that is a number, as in "h.#.experts.#.w1", and these numbers.
struct NumberedName {
    std::string pattern;
    std::vector<std::string> numbers;
};

NumberedName numberedName(std::string_view name)
{
    NumberedName result;
    for (std::size_t i = 0; i < name.size();) {
        const bool begins = i == 0 || name[i - 1] == '.';
        std::size_t end = i;
        while (end < name.size() && isDigitOf(name[end]))
            ++end;
        if (begins && end > i && (end == name.size() || name[end] == '.')) {
            result.numbers.emplace_back(name.substr(i, end - i));
            result.pattern += '#';
            i = end;
        } else {
            result.pattern += name[i++];
        }
    }
    return result;
}

/// The pattern with a placeholder for each number: "{n}", "{e}".
std::string withWords(const NumberedName& name, std::span<const std::string> words)
{
    std::string text;
    std::size_t next = 0;
    for (const char c : name.pattern) {
        if (c != '#') {
            text += c;
            continue;
        }
        text += '{' + words[next++] + '}';
    }
    return text;
}

/// Tensors whose names differ only in numbers.
struct TensorKind {
    NumberedName name; ///< name of the first tensor
    std::vector<std::pair<std::vector<std::string>, std::uint32_t>>
        tensors; ///< with their numbers, as the file has them
};

/// One side's candidate, and the tensors it consists of.
struct Candidate {
    const Checkpoint* checkpoint = nullptr;
    const TensorKind* kind = nullptr;
    std::vector<std::uint32_t> tensors;
    bool isStack = false;

    std::span<const std::uint64_t> shape() const { return checkpoint->tensors[tensors.front()].shape; }
    /// The shape of the whole stack, if it is one.
    std::vector<std::uint64_t> wholeShape() const
    {
        std::vector<std::uint64_t> whole(shape().begin(), shape().end());
        if (isStack)
            whole.insert(whole.begin(), tensors.size());
        return whole;
    }
};

/// Whether a tensor could be transposed without a change of shape.
bool isSquare(std::span<const std::uint64_t> shape)
{
    return shape.size() >= 2 && shape[shape.size() - 1] == shape[shape.size() - 2];
}

/// Orders tensors by the numbers in their names, so that a kind starts with the same tensor in each file.
bool isBefore(const std::pair<std::vector<std::string>, std::uint32_t>& one,
    const std::pair<std::vector<std::string>, std::uint32_t>& other)
{
    return std::ranges::lexicographical_compare(one.first, other.first,
        [](const std::string& a, const std::string& b) { return a.size() == b.size() ? a < b : a.size() < b.size(); });
}

class RuleSearch {
public:
    RuleSearch(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
        std::span<const TensorPair> pairs, AxisSizes sizes, const Work& work)
        : m_a(a)
        , m_b(b)
        , m_sizes(std::move(sizes))
        , m_work(work)
    {
        m_sizes.emplace("two", 2);
        for (const TensorPair& pair : pairs) {
            if (pair.isUnread() || (pair.both() && !pair.shapeChanged && !isSquare(a->tensors[pair.a].shape)))
                continue;
            if (pair.a != TensorPair::none)
                add(m_kindsA, *a, pair.a);
            if (pair.b != TensorPair::none)
                add(m_kindsB, *b, pair.b);
        }
        for (auto* const kinds : {&m_kindsA, &m_kindsB}) {
            for (auto& [pattern, kind] : *kinds) {
                std::ranges::sort(kind.tensors, isBefore);
                kind.name = numberedName((kinds == &m_kindsA ? a : b)->tensors[kind.tensors.front().second].name);
            }
        }
    }

    Result<std::vector<SuggestedRule>> run()
    {
        work().expect(m_kindsA.size());
        for (const auto& [patternA, kindA] : m_kindsA) {
            for (const auto& [patternB, kindB] : m_kindsB) {
                if (m_done.contains(&kindA) || m_done.contains(&kindB))
                    continue;
                if (auto done = match(kindA, kindB); !done)
                    return fail(std::move(done.error()));
            }
            work().advance(1);
        }
        return std::move(m_found);
    }

private:
    const Work& work() const { return m_work; }

    static void add(std::map<std::string, TensorKind>& kinds, const Checkpoint& checkpoint, std::uint32_t tensor)
    {
        const Tensor& one = checkpoint.tensors[tensor];
        const bool canMove = one.dtype != DType::Opaque && bitsPerElement(one.dtype) % 8 == 0
            && !undecodedGroup(checkpoint, tensor) && !(one.storage && one.storage->nulls()) && one.elements() > 0
            && one.name.find_first_of("#{") == std::string_view::npos; // these have a meaning in patterns
        if (!canMove)
            return;
        NumberedName name = numberedName(one.name);
        auto found = kinds.find(name.pattern);
        if (found == kinds.end()) {
            if (kinds.size() == mostKinds)
                return;
            found = kinds.emplace(name.pattern, TensorKind{name, {}}).first;
        }
        if (found->second.tensors.size() < mostTensorsOfAKind)
            found->second.tensors.emplace_back(std::move(name.numbers), tensor);
    }

    /// The first tensor; and, if the last number of the names counts tensors of the same shape, these as a stack.
    static std::vector<Candidate> candidatesOf(const Checkpoint& checkpoint, const TensorKind& kind)
    {
        std::vector<Candidate> candidates{{&checkpoint, &kind, {kind.tensors.front().second}, false}};
        const auto& first = kind.tensors.front().first;
        if (first.empty())
            return candidates;
        std::map<std::uint64_t, std::uint32_t> stack;
        const Tensor& like = checkpoint.tensors[kind.tensors.front().second];
        for (const auto& [numbers, tensor] : kind.tensors) {
            const Tensor& one = checkpoint.tensors[tensor];
            const bool isOfStack = std::equal(numbers.begin(), numbers.end() - 1, first.begin(), first.end() - 1);
            if (isOfStack && numbers.back().size() <= 9 && one.dtype == like.dtype
                && std::ranges::equal(one.shape, like.shape))
                stack.emplace(std::stoull(numbers.back()), tensor);
        }
        if (stack.size() < 2 || stack.rbegin()->first != stack.size() - 1)
            return candidates;
        Candidate whole{&checkpoint, &kind, {}, true};
        for (const auto& [number, tensor] : stack)
            whole.tensors.push_back(tensor);
        candidates.push_back(std::move(whole));
        return candidates;
    }

    Result<> match(const TensorKind& kindA, const TensorKind& kindB)
    {
        for (const Candidate& one : candidatesOf(*m_a, kindA)) {
            for (const Candidate& other : candidatesOf(*m_b, kindB)) {
                if (work().stopped())
                    return fail(ErrorCode::Stopped, "stopped");
                if ((one.isStack && other.isStack) || !areOfOneBlock(one, other)
                    || m_a->tensors[one.tensors.front()].dtype != m_b->tensors[other.tensors.front()].dtype)
                    continue;
                auto found = tryForms(one, other);
                if (!found)
                    return fail(std::move(found.error()));
                if (*found)
                    return {};
            }
        }
        return {};
    }

    /// Whether the numbers are the same, except for that of the stack.
    static bool areOfOneBlock(const Candidate& one, const Candidate& other)
    {
        const auto numbersOf = [](const Candidate& side) {
            std::vector<std::string> numbers = side.kind->tensors.front().first;
            if (side.isStack)
                numbers.pop_back();
            return numbers;
        };
        return numbersOf(one) == numbersOf(other);
    }

    Result<bool> tryForms(const Candidate& one, const Candidate& other)
    {
        const std::vector<std::uint64_t> shapeA = one.wholeShape();
        const std::vector<std::uint64_t> shapeB = other.wholeShape();
        const ViewTrial plain;
        for (ViewTrial& trial : viewTrials(shapeA, shapeB, offsetsFor(m_kindsB, *m_b, shapeA), m_sizes)) {
            auto same = areSame(one, trial, other, plain);
            if (!same || *same)
                return same;
        }
        if (std::ranges::equal(shapeA, shapeB))
            return false;
        for (ViewTrial& trial : viewTrials(shapeB, shapeA, offsetsFor(m_kindsA, *m_a, shapeB), m_sizes)) {
            if (trial.part.empty())
                continue; // tried above
            auto same = areSame(one, plain, other, trial);
            if (!same || *same)
                return same;
        }
        return false;
    }

    /// Possible begins of parts of a tensor of this shape: sums of the numbers of rows of other tensors that fit it.
    static std::set<std::uint64_t> offsetsFor(const std::map<std::string, TensorKind>& others,
        const Checkpoint& checkpoint, std::span<const std::uint64_t> shape)
    {
        constexpr std::size_t mostOffsets = 256;
        std::set<std::uint64_t> offsets{0};
        if (shape.empty())
            return offsets;
        const std::size_t axis = shape.size() == 3 ? 1 : 0;
        for (const auto& [pattern, kind] : others) {
            const auto part = checkpoint.tensors[kind.tensors.front().second].shape;
            const std::size_t own = part.size() == shape.size() ? axis : 0; // else one of a stack
            if (part.size() <= own || part.size() + (axis - own) != shape.size() || part[own] >= shape[axis]
                || !std::equal(part.begin() + static_cast<std::ptrdiff_t>(own) + 1, part.end(),
                    shape.begin() + static_cast<std::ptrdiff_t>(axis) + 1, shape.end()))
                continue;
            std::set<std::uint64_t> more;
            for (const std::uint64_t offset : offsets)
                more.insert(offset + part[own]);
            offsets.merge(more);
            if (offsets.size() > mostOffsets)
                break;
        }
        return offsets;
    }

    /// In a recipe, the axes of a stack begin with the axis along which it is stacked.
    static bool fits(const Candidate& side, const ViewTrial& trial)
    {
        return !side.isStack || trial.axes.empty() || trial.axes.starts_with("e ");
    }

    Result<bool> areSame(const Candidate& one, const ViewTrial& formA, const Candidate& other, const ViewTrial& formB)
    {
        if (!fits(one, formA) || !fits(other, formB))
            return false;
        auto viewA = viewElements(m_a, one, formA);
        auto viewB = viewElements(m_b, other, formB);
        if (!viewA || !viewB || !std::ranges::equal(viewA->tensor().shape, viewB->tensor().shape))
            return false; // does not fit, or cannot be read
        const auto same = areIdentical(*viewA, *viewB, Work{.stop = work().stop});
        if (!same && (same.error().code == ErrorCode::Stopped || same.error().code == ErrorCode::OutOfMemory))
            return fail(same.error());
        if (!same || !*same)
            return false;
        keep(one, formA, other, formB);
        return true;
    }

    Result<Elements> viewElements(
        const std::shared_ptr<const Checkpoint>& checkpoint, const Candidate& side, const ViewTrial& trial) const
    {
        ViewForm form = trial.form;
        form.stack = side.isStack ? "e" : "";
        auto view = viewOf(form, side.shape(), side.tensors.size(), m_sizes);
        if (!view)
            return fail(std::move(view.error()));
        std::vector<Elements> pieces;
        for (const std::uint32_t tensor : side.tensors) {
            auto elements = Elements::open(checkpoint, tensor);
            if (!elements)
                return elements;
            pieces.push_back(std::move(*elements));
        }
        return RearrangedStorage::elementsOf(std::move(pieces), std::move(*view), 0, m_windows);
    }

    void keep(const Candidate& one, const ViewTrial& formA, const Candidate& other, const ViewTrial& formB)
    {
        if (formA.part.empty())
            m_done.insert(one.kind);
        if (formB.part.empty())
            m_done.insert(other.kind);
        SuggestedRule rule;
        rule.tensorsA = nameOf(one);
        rule.tensorsB = nameOf(other);
        if (rule.tensorsA == rule.tensorsB && formA.axes.empty() && formB.axes.empty())
            return; // a square matrix that is not transposed
        JsonWriter json([&](std::string_view text) { rule.rule += text; });
        json.beginObject();
        writeSide(json, "a", rule.tensorsA, one, formA);
        writeSide(json, "b", rule.tensorsB, other, formB);
        json.endObject();
        json.finish();
        rule.rule.pop_back(); // the line feed
        const auto append = [&](const std::string& words) {
            rule.form.append(rule.form.empty() ? "" : ", ").append(words);
        };
        if (one.isStack || other.isStack)
            append(std::string(one.isStack ? "A" : "B") + " stacked");
        if (!formA.words.empty())
            append("of A: " + formA.words);
        if (!formB.words.empty())
            append("of B: " + formB.words);
        m_found.push_back(std::move(rule));
    }

    static std::string nameOf(const Candidate& side)
    {
        std::vector<std::string> words;
        const std::size_t count = side.kind->name.numbers.size();
        for (std::size_t i = 0; i < count; ++i)
            words.push_back(side.isStack && i + 1 == count ? "e" : "n" + (i == 0 ? std::string() : std::to_string(i)));
        return withWords(side.kind->name, words);
    }

    static void writeSide(
        JsonWriter& json, std::string_view key, const std::string& name, const Candidate& side, const ViewTrial& trial)
    {
        json.key(key);
        if (!side.isStack && trial.axes.empty()) {
            json.value(name);
            return;
        }
        json.beginObject();
        json.member("name", name);
        if (side.isStack)
            json.member("stack", "e");
        if (!trial.axes.empty())
            json.member("axes", trial.axes);
        if (!trial.part.empty()) {
            json.key("take");
            json.beginObject();
            json.member(trial.partAxis, trial.part);
            json.endObject();
        }
        json.endObject();
    }

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    AxisSizes m_sizes;
    const Work& m_work;
    std::map<std::string, TensorKind> m_kindsA;
    std::map<std::string, TensorKind> m_kindsB;
    std::shared_ptr<ViewWindows> m_windows = std::make_shared<ViewWindows>();
    std::vector<SuggestedRule> m_found;
    std::set<const TensorKind*> m_done; ///< that a rule takes as a whole
};

} // namespace

Result<std::vector<SuggestedRule>> suggestRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, std::span<const TensorPair> pairs, const AxisSizes& sizes,
    const Work& work)
try {
    return RuleSearch(a, b, pairs, sizes, work).run();
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to look for rearrangements");
}

std::string recipeOf(std::span<const SuggestedRule> rules)
{
    const bool needsTwo =
        std::ranges::any_of(rules, [](const SuggestedRule& one) { return one.rule.find("two") != std::string::npos; });
    std::string text = "{\n  \"tensorloupe_rearrangement\": 1,\n";
    text.append(needsTwo ? "  \"sizes\": {\"two\": 2},\n" : "").append("  \"rules\": [");
    for (std::size_t i = 0; i < rules.size(); ++i)
        text.append(i == 0 ? "\n    " : ",\n    ").append(rules[i].rule);
    return text.append("\n  ]\n}\n");
}

} // namespace loupe
