#include "app/cli/diff/rules.h"

#include "analysis/rearrangement/presets.h"
#include "analysis/rearrangement/suggestions.h"
#include "core/checked_math.h"
#include "core/text/text.h"
#include "insight/named_sizes.h"
#include "saving/writing/atomic_file.h"

#include <algorithm>

namespace loupe {

namespace {

constexpr std::size_t mostRemarks = 10;

} // namespace

Result<RearrangedPair> followRules(const std::shared_ptr<const Checkpoint>& a,
    const std::shared_ptr<const Checkpoint>& b, const DiffOptions& options, const Session& session)
{
    const auto recipe = findRearrangement(options.rearrangement);
    if (!recipe)
        return fail(recipe.error());
    auto arranged = rearrange(a, b, *recipe, namedSizes(*a, *b), session.work());
    if (!arranged)
        return arranged;
    if (arranged->given.pairs.empty() && arranged->problems.empty())
        session.remark("the rules of --rules fit no tensors of A and B");
    if (arranged->isReversed)
        session.remark("the rules are applied from B to A: their A is the second checkpoint");
    if (arranged->ignored > 0)
        session.remark("the rules leave out " + counted(arranged->ignored, "tensor"));
    const std::vector<std::string>& problems = arranged->problems;
    for (std::size_t i = 0; i < std::min(problems.size(), mostRemarks); ++i)
        session.remark("a rule cannot be applied: " + problems[i]);
    if (problems.size() > mostRemarks)
        session.remark(counted(problems.size() - mostRemarks, "other rule") + " cannot be applied either");
    return arranged;
}

ExitStatus suggestRules(std::shared_ptr<const Checkpoint> a, std::shared_ptr<const Checkpoint> b,
    const DiffOptions& options, const Session& session)
{
    GivenPairs given;
    if (!options.rearrangement.empty()) {
        auto arranged = followRules(a, b, options, session);
        if (!arranged)
            return session.reportAsAnswer(arranged.error());
        a = std::move(arranged->a);
        b = std::move(arranged->b);
        given = std::move(arranged->given);
    }
    const auto pairs = pairTensors(*a, *b, options.rules, given);
    std::uint64_t bytes = 0;
    for (const TensorPair& pair : pairs) {
        if (!pair.both() || pair.shapeChanged) {
            bytes = saturatingAdd(bytes, pair.a == TensorPair::none ? 0 : remoteBytes(*a, pair.a));
            bytes = saturatingAdd(bytes, pair.b == TensorPair::none ? 0 : remoteBytes(*b, pair.b));
        }
    }
    const std::string paths[]{a->path.string(), b->path.string()};
    if (auto allowed = session.allowFetching(bytes, paths); !allowed) {
        session.reportAsAnswer(allowed.error());
        return ExitStatus::Usage;
    }
    const auto found = suggestRules(a, b, pairs, namedSizes(*a, *b), session.work());
    if (!found)
        return session.reportAsAnswer(found.error());
    for (const SuggestedRule& rule : found->rules) {
        session.remark(printable(rule.tensorsA) + " is " + printable(rule.tensorsB)
            + (rule.form.empty() ? "" : " (" + rule.form + ')'));
    }
    if (found->rules.empty()) {
        session.remark("no rule was found that makes unmatched tensors equal");
        return ExitStatus::No;
    }
    for (const auto& [side, names] : {std::pair('A', &found->withoutRuleA), std::pair('B', &found->withoutRuleB)}) {
        for (std::size_t i = 0; i < std::min(names->size(), mostRemarks); ++i)
            session.remark(std::string("no rule was found for ") + side + ": " + printable((*names)[i]));
        if (names->size() > mostRemarks) {
            session.remark("nor for " + counted(names->size() - mostRemarks, "other name") + " of " + side);
        }
    }
    const std::string recipe = recipeOf(found->rules);
    if (options.suggestedRules == "-") {
        session.print(recipe);
        return ExitStatus::Done;
    }
    const auto file =
        AtomicFile::create(options.suggestedRules, recipe.size(), options.force ? Existing::Replace : Existing::Refuse);
    if (!file)
        return session.report(file.error());
    auto written = (*file)->write(0, std::as_bytes(std::span(recipe)));
    if (written)
        written = (*file)->sync().and_then([&] { return (*file)->commit(); });
    return written ? ExitStatus::Done : session.report(written.error());
}

ExitStatus listRules(const DiffOptions& options, const Session& session)
{
    const auto presets = rearrangementPresets();
    if (!options.rearrangement.empty()) {
        const auto preset = std::ranges::find(presets, options.rearrangement, &RearrangementPreset::name);
        if (preset == presets.end()) {
            session.report({ErrorCode::InvalidArgument,
                "--rules is \"" + options.rearrangement + "\", expected one of the names that --list-rules shows", {},
                {}});
            return ExitStatus::Usage;
        }
        session.print(preset->text());
        return ExitStatus::Done;
    }
    if (options.common.json) {
        JsonWriter json = session.json();
        json.beginArray(JsonWriter::Layout::Lines);
        for (const RearrangementPreset& preset : presets) {
            json.beginObject();
            json.member("name", preset.name);
            json.member("title", preset.title);
            json.endObject();
        }
        json.endArray();
        json.finish();
        return ExitStatus::Done;
    }
    std::size_t width = 0;
    for (const RearrangementPreset& preset : presets)
        width = std::max(width, preset.name.size());
    for (const RearrangementPreset& preset : presets) {
        session.print(std::string(preset.name) + std::string(width - preset.name.size() + 2, ' ')
            + std::string(preset.title) + '\n');
    }
    return ExitStatus::Done;
}

} // namespace loupe
