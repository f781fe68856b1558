#include "analysis/rearrangement/suggestions.h"

#include "analysis/comparison/delta.h"
#include "analysis/digests/undecoded_weight.h"
#include "analysis/rearrangement/rearranged_storage.h"
#include "analysis/rearrangement/tensor_kind.h"
#include "analysis/rearrangement/view_trial.h"
#include "core/text/json_writer.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace loupe {

namespace {

constexpr std::size_t mostKinds = 512; ///< of one side
constexpr std::size_t mostAttempts = 4; ///< tensors of a kind that are tried

/// One side's candidate, and the tensors it consists of.
struct Candidate {
    const TensorKind* kind = nullptr;
    std::vector<std::uint32_t> tensors;
    bool isStack = false;

    const Tensor& first() const { return kind->checkpoint().tensors[tensors.front()]; }
    std::span<const std::uint64_t> shape() const { return first().shape; }
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

/// Whether the rows could be those of attention heads, which may be in another rotary order.
bool mayBeRotary(std::span<const std::uint64_t> shape, const AxisSizes& sizes)
{
    const auto dim = sizes.find("head_dim");
    return !shape.empty() && std::ranges::any_of(std::array{"heads", "kv_heads"}, [&](const char* heads) {
        const auto size = sizes.find(heads);
        if (size == sizes.end())
            return false;
        return dim == sizes.end() ? shape[0] % (size->second * 2) == 0
                                  : shape[0] % size->second == 0 && shape[0] / size->second == dim->second;
    });
}

/// Compares a few runs of elements, and all of a small tensor. The runs are not at the begin, the middle or the end: a
/// rotary order leaves these rows in place.
Result<bool> areAlike(const Elements& a, const Elements& b, const Work& work)
{
    constexpr std::uint64_t small = std::uint64_t{1} << 16;
    constexpr std::uint64_t run = 128;
    if (a.count() != b.count())
        return false;
    if (a.count() <= small)
        return areIdentical(a, b, work);
    Buffer scratch;
    std::vector<std::byte> kept;
    for (const std::uint64_t part : {3U, 4U, 1U, 5U, 2U}) {
        const std::uint64_t first = a.count() / 7 * part;
        bool isSame = false;
        auto done = a.visit(
            first, run, scratch, [&](std::span<const std::byte> bytes) { kept.assign(bytes.begin(), bytes.end()); });
        if (done) {
            done = b.visit(first, run, scratch,
                [&](std::span<const std::byte> bytes) { isSame = std::ranges::equal(kept, bytes); });
        }
        if (!done)
            return fail(std::move(done.error()));
        if (!isSame)
            return false;
    }
    return true;
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
            if (pair.isUnread())
                continue;
            if (pair.both() && !pair.shapeChanged) {
                addPair(pair);
                continue;
            }
            if (pair.a != TensorPair::none)
                add(m_sideA, *a, pair.a);
            if (pair.b != TensorPair::none)
                add(m_sideB, *b, pair.b);
        }
        for (Side* const side : {&m_sideA, &m_sideB}) {
            for (auto& [pattern, kind] : side->kinds)
                kind.sort();
        }
        for (auto& [patterns, kinds] : m_pairedKinds) {
            kinds.first.sort();
            kinds.second.sort();
        }
    }

    Result<RuleSuggestions> run()
    {
        m_work.expect(mostAttempts * (m_pairedKinds.size() + m_sideA.kinds.size()));
        for (std::size_t attempt = 0; attempt < mostAttempts; ++attempt) {
            for (const auto& [patterns, kinds] : m_pairedKinds) {
                if (auto done = matchPaired(kinds.first, kinds.second, attempt); !done)
                    return fail(std::move(done.error()));
                m_work.advance(1);
            }
            for (const auto& [patternA, kindA] : m_sideA.kinds) {
                for (const auto& [patternB, kindB] : m_sideB.kinds) {
                    if (auto done = match(kindA, kindB, attempt); !done)
                        return fail(std::move(done.error()));
                }
                m_work.advance(1);
            }
        }
        m_found.withoutRuleA = withoutRule(m_sideA);
        m_found.withoutRuleB = withoutRule(m_sideB);
        return std::move(m_found);
    }

private:
    /// Tensors of one checkpoint that have no partner.
    struct Side {
        std::map<std::string, TensorKind> kinds; ///< by pattern
        std::set<std::string> immovable; ///< names with placeholders; their values cannot be rearranged
    };

    static bool canMove(const Checkpoint& checkpoint, std::uint32_t tensor)
    {
        const Tensor& one = checkpoint.tensors[tensor];
        return one.dtype != DType::Opaque && bitsPerElement(one.dtype) % 8 == 0 && !undecodedGroup(checkpoint, tensor)
            && !(one.storage && one.storage->nulls()) && one.elements() > 0
            && one.name.find_first_of("#{") == std::string_view::npos; // these have a meaning in patterns
    }

    static void add(Side& side, const Checkpoint& checkpoint, std::uint32_t tensor)
    {
        NumberedName name = NumberedName::of(checkpoint.tensors[tensor].name);
        if (!canMove(checkpoint, tensor)) {
            if (side.immovable.size() < mostKinds)
                side.immovable.insert(name.withPlaceholders(false));
            return;
        }
        auto found = side.kinds.find(name.pattern);
        if (found == side.kinds.end() && side.kinds.size() < mostKinds)
            found = side.kinds.emplace(name.pattern, TensorKind(checkpoint)).first;
        if (found != side.kinds.end())
            found->second.add(std::move(name.numbers), tensor);
    }

    void addPair(const TensorPair& pair)
    {
        const auto shape = m_a->tensors[pair.a].shape;
        if ((!isSquare(shape) && !mayBeRotary(shape, m_sizes)) || !canMove(*m_a, pair.a) || !canMove(*m_b, pair.b))
            return;
        NumberedName nameA = NumberedName::of(m_a->tensors[pair.a].name);
        NumberedName nameB = NumberedName::of(m_b->tensors[pair.b].name);
        std::pair patterns(std::move(nameA.pattern), std::move(nameB.pattern));
        auto found = m_pairedKinds.find(patterns);
        if (found == m_pairedKinds.end()) {
            if (m_pairedKinds.size() == mostKinds)
                return;
            found = m_pairedKinds.emplace(std::move(patterns), std::pair(TensorKind(*m_a), TensorKind(*m_b))).first;
        }
        found->second.first.add(std::move(nameA.numbers), pair.a);
        found->second.second.add(std::move(nameB.numbers), pair.b);
    }

    /// The numbers of the tensor to try, spread over all tensors of the kind; null after the last attempt.
    static const TensorKind::Numbers* numbersOf(const TensorKind& kind, std::size_t attempt)
    {
        const std::size_t attempts = std::min(mostAttempts, kind.size());
        return attempt < attempts ? &kind.numbers(attempt * kind.size() / attempts) : nullptr;
    }

    /// Tries one tensor of A with one of B, and one with a stack.
    Result<> match(const TensorKind& kindA, const TensorKind& kindB, std::size_t attempt)
    {
        const TensorKind::Numbers* const ofA = numbersOf(kindA, attempt);
        const TensorKind::Numbers* const ofB = numbersOf(kindB, attempt);
        std::vector<std::pair<Candidate, Candidate>> candidates;
        if (ofA) {
            const Candidate one{&kindA, kindA.tensorWith(*ofA), false};
            candidates.emplace_back(one, Candidate{&kindB, kindB.tensorWith(*ofA), false});
            candidates.emplace_back(one, Candidate{&kindB, kindB.stackWith(*ofA), true});
        }
        if (ofB) {
            candidates.emplace_back(
                Candidate{&kindA, kindA.stackWith(*ofB), true}, Candidate{&kindB, kindB.tensorWith(*ofB), false});
        }
        for (const auto& [one, other] : candidates) {
            if (m_done.contains(&kindA) || m_done.contains(&kindB))
                return {};
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (one.tensors.empty() || other.tensors.empty() || one.first().dtype != other.first().dtype)
                continue;
            auto found = tryForms(one, other);
            if (!found)
                return fail(std::move(found.error()));
            if (*found)
                return {};
        }
        return {};
    }

    /// Tries a pair with the same shape, unless its values are the same already.
    Result<> matchPaired(const TensorKind& kindA, const TensorKind& kindB, std::size_t attempt)
    {
        const TensorKind::Numbers* const numbers = numbersOf(kindA, attempt);
        if (!numbers || m_done.contains(&kindA))
            return {};
        const Candidate one{&kindA, kindA.tensorWith(*numbers), false};
        const Candidate other{&kindB, kindB.tensorWith(*numbers), false};
        if (other.tensors.empty() || one.first().dtype != other.first().dtype)
            return {};
        for (const ViewTrial& trial : viewTrials(one.shape(), other.shape(), {}, m_sizes)) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const bool isPlain = trial.axes.empty();
            auto same = isPlain ? compare(one, trial, other, trial, areAlike) : areSame(one, trial, other, {});
            if (!same)
                return fail(std::move(same.error()));
            if (!*same)
                continue;
            m_done.insert(&kindA);
            if (!isPlain)
                keep(one, trial, other, {});
            return {};
        }
        return {};
    }

    Result<bool> tryForms(const Candidate& one, const Candidate& other)
    {
        const std::vector<std::uint64_t> shapeA = one.wholeShape();
        const std::vector<std::uint64_t> shapeB = other.wholeShape();
        const ViewTrial plain;
        for (const ViewTrial& trial : viewTrials(shapeA, shapeB, offsetsFor(m_sideB, shapeA, shapeB), m_sizes)) {
            auto same = areSame(one, trial, other, plain);
            if (!same)
                return same;
            if (*same) {
                keep(one, trial, other, plain);
                return true;
            }
        }
        if (std::ranges::equal(shapeA, shapeB))
            return false;
        for (const ViewTrial& trial : viewTrials(shapeB, shapeA, offsetsFor(m_sideA, shapeB, shapeA), m_sizes)) {
            if (trial.part.empty())
                continue; // tried above
            auto same = areSame(one, plain, other, trial);
            if (!same)
                return same;
            if (*same) {
                keep(one, plain, other, trial);
                return true;
            }
        }
        return false;
    }

    /// Possible begins of parts of a tensor of shape `whole`, one of which has the shape `part`: sums of the numbers of
    /// rows of other tensors that fit it.
    static std::set<std::uint64_t> offsetsFor(
        const Side& others, std::span<const std::uint64_t> whole, std::span<const std::uint64_t> part)
    {
        constexpr std::size_t mostOffsets = 256;
        std::set<std::uint64_t> offsets{0};
        if (whole.empty() || whole.size() != part.size())
            return offsets;
        const std::size_t axis = whole.size() == 3 ? 1 : 0;
        if (whole[axis] <= part[axis])
            return offsets;
        for (const auto& [pattern, kind] : others.kinds) {
            const auto other = kind.checkpoint().tensors[kind.first()].shape;
            const std::size_t own = other.size() == whole.size() ? axis : 0; // else one of a stack
            if (other.size() <= own || other.size() + (axis - own) != whole.size() || other[own] >= whole[axis]
                || !std::equal(other.begin() + static_cast<std::ptrdiff_t>(own) + 1, other.end(),
                    whole.begin() + static_cast<std::ptrdiff_t>(axis) + 1, whole.end()))
                continue;
            std::set<std::uint64_t> more;
            for (const std::uint64_t offset : offsets)
                more.insert(offset + other[own]);
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

    using Comparison = Result<bool>(const Elements& a, const Elements& b, const Work& work);

    Result<bool> areSame(const Candidate& one, const ViewTrial& formA, const Candidate& other, const ViewTrial& formB)
    {
        return compare(one, formA, other, formB, [](const Elements& a, const Elements& b, const Work& work) {
            auto same = areAlike(a, b, work);
            return same && *same ? areIdentical(a, b, work) : same;
        });
    }

    /// False also if the forms do not fit, or values cannot be read.
    Result<bool> compare(const Candidate& one, const ViewTrial& formA, const Candidate& other, const ViewTrial& formB,
        Comparison* comparison)
    {
        if (!fits(one, formA) || !fits(other, formB))
            return false;
        auto viewA = viewElements(m_a, one, formA);
        auto viewB = viewElements(m_b, other, formB);
        if (!viewA || !viewB || !std::ranges::equal(viewA->tensor().shape, viewB->tensor().shape))
            return false;
        auto same = comparison(*viewA, *viewB, Work{.stop = m_work.stop});
        if (!same && same.error().code != ErrorCode::Stopped && same.error().code != ErrorCode::OutOfMemory)
            return false;
        return same;
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
        m_used.insert({one.kind, other.kind});
        SuggestedRule rule;
        rule.tensorsA = one.kind->withPlaceholders(one.isStack);
        rule.tensorsB = other.kind->withPlaceholders(other.isStack);
        rule.rule = jsonText([&](JsonWriter& json) {
            json.beginObject();
            writeSide(json, "a", rule.tensorsA, one, formA);
            writeSide(json, "b", rule.tensorsB, other, formB);
            json.endObject();
        });
        rule.needsTwo = namesTwo(formA) || namesTwo(formB);
        const auto append = [&](const std::string& words) {
            rule.form.append(rule.form.empty() ? "" : ", ").append(words);
        };
        if (one.isStack || other.isStack)
            append(std::string(one.isStack ? "A" : "B") + " stacked");
        if (!formA.words.empty())
            append("A: " + formA.words);
        if (!formB.words.empty())
            append("B: " + formB.words);
        m_found.rules.push_back(std::move(rule));
    }

    static bool namesTwo(const ViewTrial& trial)
    {
        return trial.form.axes && std::ranges::any_of(trial.form.axes->from, [](const AxisPattern::Axis& axis) {
            return std::ranges::find(axis, "two") != axis.end();
        });
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

    std::vector<std::string> withoutRule(const Side& side) const
    {
        std::set<std::string> names = side.immovable;
        for (const auto& [pattern, kind] : side.kinds) {
            if (!m_used.contains(&kind))
                names.insert(kind.withPlaceholders(false));
        }
        return {names.begin(), names.end()};
    }

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    AxisSizes m_sizes;
    const Work& m_work;
    Side m_sideA;
    Side m_sideB;
    /// By the patterns of both sides.
    std::map<std::pair<std::string, std::string>, std::pair<TensorKind, TensorKind>> m_pairedKinds;
    std::shared_ptr<ViewWindows> m_windows = std::make_shared<ViewWindows>();
    RuleSuggestions m_found;
    std::set<const TensorKind*> m_done; ///< those to try no further
    std::set<const TensorKind*> m_used; ///< those of which a rule takes at least a part
};

} // namespace

Result<RuleSuggestions> suggestRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, std::span<const TensorPair> pairs, const AxisSizes& sizes,
    const Work& work)
try {
    return RuleSearch(a, b, pairs, sizes, work).run();
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to look for rearrangements");
}

std::string recipeOf(std::span<const SuggestedRule> rules)
{
    const bool needsTwo = std::ranges::any_of(rules, &SuggestedRule::needsTwo);
    std::string text = "{\n  \"tensorloupe_rearrangement\": 1,\n";
    text.append(needsTwo ? "  \"sizes\": {\"two\": 2},\n" : "").append("  \"rules\": [");
    for (std::size_t i = 0; i < rules.size(); ++i)
        text.append(i == 0 ? "\n    " : ",\n    ").append(rules[i].rule);
    return text.append("\n  ]\n}\n");
}

} // namespace loupe
