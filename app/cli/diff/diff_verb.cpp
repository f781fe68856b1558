#include "app/cli/diff/diff_verb.h"

#include "analysis/comparison/common_place.h"
#include "analysis/comparison/renames.h"
#include "analysis/filter/no_match.h"
#include "app/cli/diff/diff_files.h"
#include "app/cli/diff/diff_output.h"
#include "app/cli/diff/rules.h"
#include "app/cli/findings/finding_remarks.h"
#include "app/cli/findings/unread_parts.h"
#include "app/cli/known_counts.h"
#include "app/cli/parts/collected_results.h"
#include "app/cli/progress_bar.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "reports/comparison_csv.h"
#include "reports/comparison_json.h"

namespace loupe {

namespace {

class Diffing {
public:
    /// `given`: the pairs made by --rules.
    Diffing(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b, GivenPairs given,
        const DiffOptions& options, const Session& session)
        : m_a(std::move(a))
        , m_b(std::move(b))
        , m_given(std::move(given))
        , m_options(options)
        , m_session(session)
        , m_bar(!options.common.quiet)
        , m_ofOutcomes(options.common.filter.part(Filter::Asks::Status, Filter::Asks::Figures))
        , m_metadata(compareMetadata(*m_a, *m_b))
        , m_files(options, session, m_a, m_b, m_metadata)
    {
        remarkOnBeside(*m_a, session);
        remarkOnBeside(*m_b, session);
        m_firstError = reportUnreadParts(*m_a, session);
        auto unread = reportUnreadParts(*m_b, session);
        if (!m_firstError)
            m_firstError = std::move(unread);
    }

    ExitStatus answer()
    {
        if (auto valid = m_options.common.filter.check(*m_a, m_b.get()); !valid)
            return m_session.reportAsAnswer(valid.error());
        if (auto possible = m_files.check(*m_a, *m_b); !possible)
            return m_session.reportAsAnswer(possible.error());
        if (auto paired = pairUp(); !paired) {
            const ExitStatus status = m_session.reportAsAnswer(paired.error());
            return m_needsYes ? ExitStatus::Usage : status;
        }
        if (m_pairs.empty() && m_isFiltered) {
            // A CI gate must not mistake a typo in the filter for "no difference".
            const Checkpoint* const both[] = {m_a.get(), m_b.get()};
            const std::string why = noMatchText(explainNoMatch(m_options.common.filter, both));
            m_session.reportAsAnswer(
                {ErrorCode::InvalidArgument, "no pair matches the filter" + (why.empty() ? "" : ": " + why), {}, {}});
            return ExitStatus::Usage;
        }
        if (m_options.common.part || m_session.collected()) {
            auto plan = makePlan();
            if (!plan)
                return m_session.reportAsAnswer(plan.error());
            if (m_options.common.part)
                return writePart(std::move(*plan));
            if (const auto same = m_session.collected()->check(*plan); !same)
                return m_session.reportAsAnswer(same.error());
        }
        if (m_options.csv)
            return answerCsv();
        return m_options.common.json ? answerJson() : answerText();
    }

private:
    Result<PartPlan> makePlan() const
    {
        PartPlan plan;
        for (const auto& side : {m_a, m_b}) {
            auto inputs = inputStatesOf(*side);
            if (!inputs)
                return fail(std::move(inputs.error()));
            plan.inputs.insert(plan.inputs.end(), inputs->begin(), inputs->end());
        }
        for (const TensorPair& pair : m_pairs) {
            plan.units.push_back({nameOf(pair), bytesToCompare(*m_a, *m_b, {&pair, 1}, m_options.comparison),
                separateSpans(*m_a, *m_b, pair, m_options.comparison)});
        }
        return plan;
    }

    std::string nameOf(const TensorPair& pair) const
    {
        if (pair.a != TensorPair::none)
            return std::string(m_a->tensors[pair.a].name);
        return pair.b != TensorPair::none ? std::string(m_b->tensors[pair.b].name) : std::string();
    }

    ExitStatus writePart(PartPlan plan)
    {
        return PartRun::run(m_session, std::move(plan), [&](PartRun& part) {
            m_bar.expect(part.ownBytes());
            const auto add = [&](std::size_t piece, std::string record, const Error* error) {
                if (error)
                    m_bar.without([&] { m_session.report(*error); });
                part.add(piece, std::move(record), error);
            };
            return part.lookAtOwn(
                [&](std::span<const std::size_t> units, std::size_t piece, std::uint64_t bytes) {
                    m_bar.beginStep(bytes);
                    std::vector<TensorPair> own;
                    for (const std::size_t unit : units)
                        own.push_back(m_pairs[unit]);
                    return comparePairs(m_a, m_b, own, m_options.comparison, m_session.work(&m_bar.progress()),
                        [&](const TensorPair& pair, const PairOutcome& outcome) {
                            const bool isError = outcome.error && !pair.isUnread(); // for shards, reported once
                            add(piece++, recordOf(outcome), isError ? &*outcome.error : nullptr);
                        });
                },
                [&](std::size_t unit, SpanRange range, std::size_t piece, std::uint64_t bytes) -> Result<> {
                    m_bar.beginStep(bytes);
                    const Work work = m_session.work(&m_bar.progress());
                    work.expect(bytes);
                    const auto found = comparePairRange(m_a, m_b, m_pairs[unit], range, m_options.comparison, work);
                    if (m_session.stopped())
                        return fail(ErrorCode::Stopped, "stopped");
                    add(piece, recordOf(found), found ? nullptr : &found.error());
                    return {};
                });
        });
    }

    /// As comparePairs(), with results collected from parts.
    Result<> takeOutcomes(const CollectedResults& collected, const PairSink& sink) const
    {
        for (std::size_t i = 0; i < m_pairs.size(); ++i) {
            const TensorPair& pair = m_pairs[i];
            const bool isCompared = pair.both() && !pair.shapeChanged && !m_options.comparison.structureOnly;
            auto outcome = collected.isCut(i)
                ? collected.outcome(i, m_a->tensors[pair.a], m_b->tensors[pair.b], m_options.comparison.tolerance)
                : collected.outcome(i, isCompared ? std::optional(m_a->tensors[pair.a].elements()) : std::nullopt);
            if (!outcome || m_session.stopped())
                return outcome ? fail(ErrorCode::Stopped, "stopped") : fail(std::move(outcome.error()));
            sink(pair, *outcome);
        }
        return {};
    }

    Result<> pairUp()
    {
        const Checkpoint& a = *m_a;
        const Checkpoint& b = *m_b;
        m_pairs = pairTensors(a, b, m_options.rules, m_given);
        if (m_options.detectRenames) {
            if (auto allowed = allowFetching([](const TensorPair& pair) { return !pair.both(); }); !allowed)
                return allowed;
            m_bytesBefore = bytesToRead([](const TensorPair& pair) { return !pair.both() && !pair.isUnread(); });
            m_bar.expect(m_bytesBefore);
            m_bar.beginStep(m_bytesBefore);
            auto renames = suggestRenames(a, b, m_pairs, m_session.work(&m_bar.progress()));
            if (!renames)
                return fail(std::move(renames.error()));
            m_pairs = withRenames(a, b, m_pairs, *renames);
        }
        const Filter structure = m_options.common.filter.part(Filter::Asks::Structure, Filter::Asks::Structure);
        const std::size_t all = m_pairs.size();
        std::erase_if(m_pairs, [&](const TensorPair& pair) { return !structure.matches({a, b, pair}); });
        const bool readsValues = !m_options.comparison.structureOnly;
        const auto isCompared = [&](const TensorPair& pair) { return readsValues && pair.both(); };
        if (auto allowed = allowFetching(isCompared); !allowed)
            return allowed;
        auto kept = keepByValues();
        m_isFiltered = m_pairs.size() < all;
        return kept;
    }

    /// Filters by words about values, which are evaluated only for pairs that the other words keep.
    Result<> keepByValues()
    {
        const Filter filter = m_options.common.filter.part(Filter::Asks::Values, Filter::Asks::Values);
        if (filter.keepsAll())
            return {};
        const std::uint64_t bytes = bytesToRead([](const TensorPair&) { return true; });
        m_bytesBefore = saturatingAdd(m_bytesBefore, bytes);
        m_bar.expect(m_bytesBefore);
        m_bar.beginStep(bytes);
        m_bar.progress().total = bytes;
        KnownCounts countsA(m_a, m_session, m_bar.progress());
        KnownCounts countsB(m_b, m_session, m_bar.progress());
        const TensorValues valuesA = [&](std::uint32_t tensor) { return countsA(tensor); };
        const TensorValues valuesB = [&](std::uint32_t tensor) { return countsB(tensor); };
        std::erase_if(m_pairs, [&](const TensorPair& pair) {
            PairFacts facts{*m_a, *m_b, pair};
            facts.valuesA = &valuesA;
            facts.valuesB = &valuesB;
            return !filter.matches(facts);
        });
        if (m_session.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        for (const KnownCounts* const counts : {&countsA, &countsB}) {
            if (counts->error())
                return fail(*counts->error());
        }
        return {};
    }

    bool isKept(const TensorPair& pair, const PairOutcome& outcome) const
    {
        const Delta delta = outcome.delta.value_or(Delta{});
        return m_ofOutcomes.matches({.a = *m_a,
            .b = *m_b,
            .pair = pair,
            .status = statusOf(pair, outcome),
            .maximum = delta.maximum,
            .relativeL2 = delta.relativeL2,
            .nonfiniteDiffer = nonfiniteDiffer(delta)});
    }

    /// Sums the tensors of both sides, over all pairs accepted by `counts`.
    template <typename Counts>
    std::uint64_t bytesToRead(const Counts& counts) const
    {
        std::uint64_t bytes = 0;
        for (const TensorPair& pair : m_pairs) {
            if (!counts(pair))
                continue;
            if (pair.a != TensorPair::none)
                bytes = saturatingAdd(bytes, valueBytes(m_a->tensors[pair.a]));
            if (pair.b != TensorPair::none)
                bytes = saturatingAdd(bytes, valueBytes(m_b->tensors[pair.b]));
        }
        return bytes;
    }

    /// Calls Session::allowFetching() for the tensors of both sides, over all pairs accepted by `counts`.
    template <typename Counts>
    Result<> allowFetching(const Counts& counts)
    {
        std::uint64_t bytes = 0;
        std::vector<std::string> paths;
        for (const auto& [checkpoint, side] : {std::pair(m_a, &TensorPair::a), std::pair(m_b, &TensorPair::b)}) {
            std::vector<std::uint32_t> tensors;
            for (const TensorPair& pair : m_pairs) {
                if (counts(pair) && pair.*side != TensorPair::none)
                    tensors.push_back(pair.*side);
            }
            const std::uint64_t ofSide = remoteBytes(*checkpoint, tensors);
            bytes = saturatingAdd(bytes, ofSide);
            if (ofSide > 0)
                paths.push_back(checkpoint->path.string());
        }
        auto allowed = m_session.allowFetching(bytes, paths);
        m_needsYes = !allowed;
        return allowed;
    }

    using ComparedPair = std::pair<TensorPair, PairOutcome>;
    using ComparedRows = OrderedRows<ComparedPair>;

    void add(ComparedRows& rows, const TensorPair& pair, const PairOutcome& outcome) const
    {
        rows.add(diffSortValue(*m_a, *m_b, pair, outcome, m_options.list.order.key), {pair, outcome});
    }

    ExitStatus answerJson()
    {
        ComparisonDocument document(m_session.json(), *m_a, *m_b, m_metadata);
        ComparedRows rows(m_options.list.order, [&](const ComparedPair& row) { document.add(row.first, row.second); });
        const auto compared =
            compare([&](const TensorPair& pair, const PairOutcome& outcome) { add(rows, pair, outcome); });
        if (!compared) // better no document than one that looks complete
            return m_session.report(compared.error());
        rows.finish();
        document.finish(m_counts, same(), m_firstError);
        if (auto written = writeFiles(); !written)
            return m_session.report(written.error());
        return status();
    }

    ExitStatus answerCsv()
    {
        std::string text = comparisonCsvHeader();
        ComparedRows rows(m_options.list.order,
            [&](const ComparedPair& row) { text += comparisonCsvRow(*m_a, *m_b, row.first, row.second); });
        const auto compared =
            compare([&](const TensorPair& pair, const PairOutcome& outcome) { add(rows, pair, outcome); });
        if (!compared)
            return m_session.report(compared.error());
        rows.finish();
        m_session.print(text);
        if (auto written = writeFiles(); !written)
            return m_session.report(written.error());
        return status();
    }

    ExitStatus answerText()
    {
        DiffText text(*m_a, *m_b, m_session.style(), m_options.list.columns);
        ComparedRows rows(m_options.list.order, [&](const ComparedPair& row) { text.add(row.first, row.second); });
        const auto compared = compare([&](const TensorPair& pair, const PairOutcome& outcome) {
            if (text.isListed(pair, outcome))
                add(rows, pair, outcome);
        });
        if (!compared)
            return m_session.report(compared.error());
        rows.finish();
        const auto written = writeFiles();
        if (!m_options.common.quiet)
            m_session.print(text.text(m_metadata, m_counts, m_changed, verdict()) + m_files.text());
        return written ? status() : m_session.report(written.error());
    }

    Result<> compare(const PairSink& sink)
    {
        const Checkpoint& a = *m_a;
        const Checkpoint& b = *m_b;
        const std::uint64_t bytes = bytesToCompare(a, b, m_pairs, m_options.comparison);
        m_bytesBefore = saturatingAdd(m_bytesBefore, bytes);
        m_bar.expect(m_bytesBefore);
        m_bar.beginStep(bytes);
        const PairSink take = [&](const TensorPair& pair, const PairOutcome& outcome) {
            if (outcome.error && !m_firstError)
                m_firstError = outcome.error;
            const bool kept = isKept(pair, outcome);
            if (kept) {
                m_counts.add(a, b, pair, outcome, m_options.comparison);
                const PairStatus status = statusOf(pair, outcome);
                if (status == PairStatus::Changed || status == PairStatus::ShapeChanged)
                    m_changed.add(b.tensors[pair.b].name);
            }
            m_bar.without([&] {
                if (outcome.error && !pair.isUnread()) // for shards, reported once
                    m_session.report(*outcome.error);
                if (kept)
                    sink(pair, outcome);
            });
            if (kept)
                m_files.add(pair, outcome);
        };
        return m_session.collected()
            ? takeOutcomes(*m_session.collected(), take)
            : comparePairs(m_a, m_b, m_pairs, m_options.comparison, m_session.work(&m_bar.progress()), take);
    }

    Result<> writeFiles() { return m_files.write(same(), m_firstError, m_bar, m_bytesBefore); }

    /// With a tolerance, a filter or rules, only tensors count.
    bool metadataCounts() const
    {
        return !m_options.comparison.tolerance && m_options.rearrangement.empty() && m_options.common.filter.keepsAll();
    }

    bool same() const { return m_counts.unequal == 0 && !m_firstError && (m_metadata.empty() || !metadataCounts()); }

    std::string verdict() const
    {
        const Style& style = m_session.style();
        if (same())
            return style.good(m_options.comparison.structureOnly ? "same structure" : "same");
        if (m_firstError && !m_counts.differ() && (m_metadata.empty() || !metadataCounts()))
            return style.bad("no difference found, but not all could be compared");
        return style.bad("different");
    }

    ExitStatus status() const
    {
        if (m_firstError)
            return ExitStatus::Failed;
        return same() ? ExitStatus::Done : ExitStatus::No;
    }

    std::shared_ptr<const Checkpoint> m_a;
    std::shared_ptr<const Checkpoint> m_b;
    GivenPairs m_given;
    const DiffOptions& m_options;
    const Session& m_session;
    ProgressBar m_bar;
    Filter m_ofOutcomes; ///< filter words evaluated after the comparison
    std::uint64_t m_bytesBefore = 0; ///< bytes of all steps that have started
    std::vector<TensorPair> m_pairs;
    bool m_isFiltered = false; ///< some were omitted
    bool m_needsYes = false; ///< more would be read over the network than is allowed without --yes
    MetadataDifference m_metadata;
    DiffFiles m_files;
    ComparisonCounts m_counts;
    CommonPlace m_changed; ///< of tensors that are on both sides and differ in values or shape
    std::optional<Error> m_firstError;
};

} // namespace

ExitStatus printDifferences(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    const DiffOptions& options, const Session& session)
{
    if (!options.suggestedRules.empty())
        return suggestRules(std::move(a), std::move(b), options, session);
    if (options.rearrangement.empty())
        return Diffing(std::move(a), std::move(b), {}, options, session).answer();
    auto arranged = followRules(a, b, options, session);
    if (!arranged)
        return session.reportAsAnswer(arranged.error());
    return Diffing(std::move(arranged->a), std::move(arranged->b), std::move(arranged->given), options, session)
        .answer();
}

ExitStatus run(const DiffOptions& options, const Session& session)
{
    if (options.listRules)
        return listRules(options, session);
    auto a = session.open(options.a);
    if (!a)
        return session.reportAsAnswer(a.error());
    auto b = session.open(options.b);
    if (!b)
        return session.reportAsAnswer(b.error());
    return printDifferences(std::move(*a), std::move(*b), options, session);
}

} // namespace loupe
