#include "analysis/rearrangement/rearranging.h"

#include "analysis/digests/undecoded_weight.h"
#include "analysis/rearrangement/rearranged_storage.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <charconv>
#include <map>

namespace loupe {

namespace {

constexpr std::size_t mostProblems = 1000;

/// Tensors by the captures that both sides of a rule share, then by the number in the stack, if there is one.
using Matches = std::map<std::vector<std::string>, std::map<std::uint64_t, std::uint32_t>>;

std::optional<std::uint64_t> numberIn(std::string_view text)
{
    std::uint64_t number = 0;
    const auto [end, error] = std::from_chars(text.data(), text.data() + text.size(), number);
    return error == std::errc() && end == text.data() + text.size() ? std::optional(number) : std::nullopt;
}

/// One checkpoint, from which rules take tensors.
class ArrangedSide {
public:
    explicit ArrangedSide(std::shared_ptr<const Checkpoint> checkpoint)
        : m_plain(std::move(checkpoint))
        , m_taken(m_plain->tensors.size())
    {
    }

    const Checkpoint& plain() const { return *m_plain; }
    bool isIgnored(std::uint32_t tensor) const { return m_taken[tensor].isIgnored; }
    void ignore(std::uint32_t tensor) { m_taken[tensor].isIgnored = true; }

    Matches find(const RuleSide& side, const Work& work) const
    {
        Matches matches;
        const auto& captures = side.name.captures();
        const auto stack = static_cast<std::ptrdiff_t>(std::ranges::find(captures, side.form.stack) - captures.begin());
        for (std::uint32_t i = 0; i < m_taken.size() && !work.stopped(); ++i) {
            auto found = isIgnored(i) ? std::nullopt : side.name.match(m_plain->tensors[i].name);
            if (!found)
                continue;
            std::uint64_t place = 0;
            if (!side.form.stack.empty()) {
                const auto number = numberIn((*found)[static_cast<std::size_t>(stack)]);
                if (!number)
                    continue;
                place = *number;
                found->erase(found->begin() + stack);
            }
            // If several tensors have one name, the first one counts.
            matches[std::move(*found)].try_emplace(place, i);
        }
        return matches;
    }

    /// The view of tensors that a rule asks for. Fails with the reason why it cannot be made.
    Result<TensorView> look(
        const RuleSide& side, const std::map<std::uint64_t, std::uint32_t>& tensors, const AxisSizes& sizes) const
    {
        const Tensor& first = m_plain->tensors[tensors.begin()->second];
        std::uint64_t next = 0;
        for (const auto& [place, tensor] : tensors) {
            const Tensor& one = m_plain->tensors[tensor];
            if (!side.form.stack.empty() && place != next++) {
                return fail(ErrorCode::InvalidArgument,
                    quote(side.name.text()) + " has no number " + std::to_string(next - 1) + " of \"" + side.form.stack
                        + "\", but a higher one");
            }
            if (one.dtype != first.dtype || !std::ranges::equal(one.shape, first.shape)) {
                return fail(ErrorCode::InvalidArgument,
                    quote(one.name) + " has another dtype or shape than " + quote(first.name)
                        + ", with which it would be stacked");
            }
            if (auto possible = canBeViewed(tensor, side.form.add); !possible)
                return fail(std::move(possible.error()));
        }
        auto view = viewOf(side.form, first.shape, tensors.size(), sizes);
        if (!view)
            view.error().message = quote(first.name) + ": " + view.error().message;
        return view;
    }

    /// Whether no rule has taken any of these elements.
    bool isFree(const std::map<std::uint64_t, std::uint32_t>& tensors, const TensorView& view) const
    {
        return std::ranges::none_of(tensors, [&](const auto& entry) {
            return std::ranges::any_of(
                m_taken[entry.second].parts, [&](const auto& part) { return mayOverlap(part, view.taken); });
        });
    }

    /// Takes a view, and returns its number.
    std::uint32_t take(const RuleSide& side, const std::map<std::uint64_t, std::uint32_t>& tensors, TensorView view)
    {
        std::vector<std::uint32_t> parts;
        for (const auto& [place, tensor] : tensors) {
            parts.push_back(tensor);
            m_taken[tensor].parts.push_back(view.taken);
            m_taken[tensor].elements += view.takenElements;
        }
        const Tensor& first = m_plain->tensors[parts.front()];
        const bool isSame = side.form.stack.empty() && side.form.add == 0 && !view.isPermuted
            && view.takenElements == first.elements() && std::ranges::equal(view.shape, first.shape);
        if (isSame)
            return parts.front();
        m_views.push_back({&side, std::move(parts), std::move(view)});
        return static_cast<std::uint32_t>(m_taken.size() + m_views.size() - 1);
    }

    /// Makes the views that were taken. Fails if the values of one cannot be opened.
    Result<> build()
    {
        m_arranged = std::make_shared<Checkpoint>(*m_plain);
        const auto arena = std::make_shared<Arena>();
        const auto windows = std::make_shared<ViewWindows>();
        m_arranged->arenas.push_back(arena);
        for (Wanted& wanted : m_views) {
            std::vector<Elements> pieces;
            for (const std::uint32_t part : wanted.parts) {
                auto elements = Elements::open(m_plain, part);
                if (!elements)
                    return fail(std::move(elements.error()));
                pieces.push_back(std::move(*elements));
            }
            const double add = wanted.side->form.add;
            Tensor tensor = m_plain->tensors[wanted.parts.front()];
            tensor.name = arena->copy(nameOf(wanted));
            tensor.shape = arena->copy(std::span<const std::uint64_t>(wanted.view.shape));
            tensor.dtype = RearrangedStorage::dtypeOf(tensor.dtype, add);
            m_arranged->storages.push_back(
                std::make_shared<RearrangedStorage>(std::move(pieces), std::move(wanted.view), add, windows));
            tensor.storage = m_arranged->storages.back().get();
            m_arranged->tensors.push_back(tensor);
            m_arranged->views.push_back(std::move(wanted.parts));
        }
        return {};
    }

    std::shared_ptr<const Checkpoint> arranged() const { return m_arranged; }

    /// Which tensors are no longer to be paired by name. Tensors that were taken only in part stay, and are added to
    /// `problems`.
    std::vector<bool> used(std::vector<std::string>& problems) const
    {
        std::vector<bool> used(m_taken.size());
        for (std::uint32_t i = 0; i < used.size(); ++i) {
            const Taken& taken = m_taken[i];
            used[i] = taken.isIgnored || !taken.parts.empty();
            const std::uint64_t elements = m_plain->tensors[i].elements();
            if (taken.parts.empty() || taken.elements == elements || problems.size() >= mostProblems)
                continue;
            problems.push_back("the rules take " + formatCount(taken.elements) + " of " + counted(elements, "element")
                + " of " + quote(m_plain->tensors[i].name) + "; the others are not compared");
        }
        return used;
    }

    /// The tensors of which the rules take only a part.
    std::vector<std::uint32_t> takenInPart() const
    {
        std::vector<std::uint32_t> tensors;
        for (std::uint32_t i = 0; i < m_taken.size(); ++i) {
            if (!m_taken[i].parts.empty() && m_taken[i].elements != m_plain->tensors[i].elements())
                tensors.push_back(i);
        }
        return tensors;
    }

private:
    struct Taken {
        std::vector<std::vector<TensorView::Factor>> parts; ///< none overlaps another one
        std::uint64_t elements = 0;
        bool isIgnored = false;
    };
    struct Wanted {
        const RuleSide* side;
        std::vector<std::uint32_t> parts;
        TensorView view;
    };

    Result<> canBeViewed(std::uint32_t index, double add) const
    {
        const Tensor& tensor = m_plain->tensors[index];
        const unsigned bits = bitsPerElement(tensor.dtype);
        const auto cannot = [&](const std::string& why) {
            return fail(ErrorCode::Unsupported, quote(tensor.name) + " cannot be rearranged: " + why);
        };
        if (undecodedGroup(*m_plain, index))
            return cannot("it is quantized and not decoded");
        if (tensor.dtype == DType::Opaque || bits % 8 != 0)
            return cannot("values of " + std::string(m_plain->dtypeName(index)) + " cannot be moved individually");
        if (add != 0 && info(tensor.dtype).kind != DTypeKind::Float)
            return cannot("\"add\" needs floating-point values, these are " + std::string(m_plain->dtypeName(index)));
        auto elements = Elements::open(m_plain, index);
        if (!elements)
            return fail(std::move(elements.error()));
        return elements->hasNulls() ? cannot("it has nulls") : Result<>();
    }

    /// "qkv.weight[0:512]".
    std::string nameOf(const Wanted& wanted) const
    {
        std::string name(m_plain->tensors[wanted.parts.front()].name);
        if (const std::string& stack = wanted.side->form.stack; !stack.empty()) {
            const auto captures = wanted.side->name.match(name);
            const auto& names = wanted.side->name.captures();
            name = wanted.side->name.text();
            for (std::size_t i = 0; captures && i < names.size(); ++i) {
                const std::string text =
                    names[i] == stack ? "[0:" + std::to_string(wanted.parts.size()) + ']' : (*captures)[i];
                for (const std::string& word : {'{' + names[i] + '}', "{*" + names[i] + '}'}) {
                    if (const std::size_t place = name.find(word); place != std::string::npos)
                        name.replace(place, word.size(), text);
                }
            }
        }
        return wanted.view.label.empty() ? name : name + '[' + wanted.view.label + ']';
    }

    std::shared_ptr<const Checkpoint> m_plain;
    std::shared_ptr<Checkpoint> m_arranged;
    std::vector<Taken> m_taken; ///< by tensor
    std::vector<Wanted> m_views;
};

class Rearranging {
public:
    Rearranging(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
        const Rearrangement& recipe, bool isReversed, AxisSizes sizes, const Work& work)
        : m_a(a)
        , m_b(b)
        , m_recipe(recipe)
        , m_isReversed(isReversed)
        , m_sizes(std::move(sizes))
        , m_work(work)
    {
    }

    Result<> follow()
    {
        ignore(m_a, m_isReversed ? m_recipe.ignoredInB : m_recipe.ignoredInA);
        ignore(m_b, m_isReversed ? m_recipe.ignoredInA : m_recipe.ignoredInB);
        for (const RearrangementRule& rule : m_recipe.rules) {
            followRule(m_isReversed ? rule.b : rule.a, m_isReversed ? rule.a : rule.b);
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
        }
        return {};
    }

    /// How often both names of a rule were found, whether or not they could be paired.
    std::size_t found() const { return m_pairs.size() + m_failed; }

    Result<RearrangedPair> result()
    {
        for (ArrangedSide* const side : {&m_a, &m_b}) {
            if (auto built = side->build(); !built)
                return fail(std::move(built.error()));
        }
        RearrangedPair result{.a = m_a.arranged(),
            .b = m_b.arranged(),
            .given = {},
            .ignored = m_ignored,
            .isReversed = m_isReversed,
            .problems = std::move(m_problems)};
        for (const auto& [a, b] : m_pairs) {
            TensorPair pair = makePair(*result.a, a, *result.b, b, PairedBy::Rule);
            pair.moved = false; // rearranged tensors need not be in the same place
            result.given.pairs.push_back(pair);
        }
        result.given.usedA = m_a.used(result.problems);
        result.given.usedB = m_b.used(result.problems);
        for (const std::uint32_t tensor : m_a.takenInPart())
            result.given.pairs.push_back({.a = tensor});
        for (const std::uint32_t tensor : m_b.takenInPart())
            result.given.pairs.push_back({.b = tensor});
        return result;
    }

private:
    void ignore(ArrangedSide& side, const std::vector<NameTemplate>& names)
    {
        for (std::uint32_t i = 0; i < side.plain().tensors.size() && !names.empty(); ++i) {
            const std::string_view name = side.plain().tensors[i].name;
            if (std::ranges::any_of(names, [&](const NameTemplate& one) { return one.match(name).has_value(); })) {
                side.ignore(i);
                ++m_ignored;
            }
        }
    }

    void followRule(const RuleSide& a, const RuleSide& b)
    {
        const Matches inA = m_a.find(a, m_work);
        if (inA.empty())
            return;
        const Matches inB = m_b.find(b, m_work);
        std::optional<std::string> problem;
        std::uint64_t others = 0;
        for (const auto& [captures, tensorsA] : inA) {
            const auto tensorsB = inB.find(captures);
            if (tensorsB == inB.end())
                continue;
            auto done = pairUp(a, tensorsA, b, tensorsB->second);
            if (done)
                continue;
            ++m_failed;
            if (problem)
                ++others;
            else
                problem = std::move(done.error().message);
        }
        if (!problem)
            return;
        if (others > 0)
            problem->append("; the rule fails for ")
                .append(counted(others, "other match", "other matches"))
                .append(", too");
        report(std::move(*problem));
    }

    using Stack = std::map<std::uint64_t, std::uint32_t>;

    /// Fails with the reason why the rule cannot be applied to these tensors.
    Result<> pairUp(const RuleSide& a, const Stack& tensorsA, const RuleSide& b, const Stack& tensorsB)
    {
        auto viewA = m_a.look(a, tensorsA, m_sizes);
        auto viewB = viewA ? m_b.look(b, tensorsB, m_sizes) : Result<TensorView>(tl::unexpect, viewA.error());
        if (!viewB)
            return fail(std::move(viewB.error()));
        if (!m_a.isFree(tensorsA, *viewA) || !m_b.isFree(tensorsB, *viewB))
            return {}; // an earlier rule has taken it
        m_pairs.emplace_back(m_a.take(a, tensorsA, std::move(*viewA)), m_b.take(b, tensorsB, std::move(*viewB)));
        return {};
    }

    void report(std::string problem)
    {
        const bool isKnown =
            std::ranges::find(m_problems, problem) != m_problems.end(); // reported by the previous rule
        if (!isKnown && m_problems.size() < mostProblems)
            m_problems.push_back(std::move(problem));
    }

    ArrangedSide m_a;
    ArrangedSide m_b;
    const Rearrangement& m_recipe;
    bool m_isReversed;
    AxisSizes m_sizes;
    const Work& m_work;
    std::vector<std::pair<std::uint32_t, std::uint32_t>> m_pairs;
    std::size_t m_failed = 0; ///< how often a rule found both names but could not be applied
    std::uint32_t m_ignored = 0;
    std::vector<std::string> m_problems;
};

} // namespace

Result<RearrangedPair> rearrange(const std::shared_ptr<const Checkpoint>& a, const std::shared_ptr<const Checkpoint>& b,
    const Rearrangement& recipe, const AxisSizes& modelSizes, const Work& work)
try {
    AxisSizes sizes = recipe.sizes;
    sizes.insert(modelSizes.begin(), modelSizes.end());
    Rearranging forward(a, b, recipe, false, sizes, work);
    if (auto done = forward.follow(); !done)
        return fail(std::move(done.error()));
    Rearranging backward(a, b, recipe, true, sizes, work);
    if (auto done = backward.follow(); !done)
        return fail(std::move(done.error()));
    return backward.found() > forward.found() ? backward.result() : forward.result();
} catch (const std::bad_alloc&) {
    return fail(ErrorCode::OutOfMemory, "not enough memory to rearrange the tensors");
}

} // namespace loupe
