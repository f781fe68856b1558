#include "app/cli/history/history_output.h"
#include "app/cli/progress_bar.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "core/text/quote.h"
#include "history/history_csv.h"
#include "history/kept_figures.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe {

namespace {

/// The chosen tensors of a checkpoint: the named ones that match the filter. Removes names that it has from
/// `unmatched`.
Result<std::vector<std::uint32_t>> choose(const std::shared_ptr<const Checkpoint>& checkpoint,
    const HistoryVerbOptions& options, std::set<std::string>& unmatched, const Session& session)
{
    auto named = tensorsOrGroups(*checkpoint, options.names, &unmatched);
    if (!named)
        return named;
    const auto kept = options.common.filter.select(
        *checkpoint, [](std::uint32_t) { return std::nullopt; }, session.work());
    if (!kept)
        return fail(kept.error());
    std::erase_if(*named, [&](std::uint32_t tensor) { return !kept->contains(tensor); });
    return named;
}

/// Rejects filter words about values: they would keep different tensors at each step.
Result<> checkFilter(const HistoryVerbOptions& options)
{
    if (options.common.filter.needsValues())
        return fail(ErrorCode::InvalidFilter,
            "the filter depends on values, which differ at each step; expected words about names, dtypes, shapes and "
            "sizes",
            options.path);
    return {};
}

Result<RunHistory> historyOf(
    const HistoryVerbOptions& options, std::set<std::string>& unmatched, const Session& session)
{
    const auto store = keptFigures();
    if (!store)
        return fail(store.error());
    auto run = checkFilter(options).and_then([&] { return listRun(options.path, session.work()); });
    if (!run)
        return fail(std::move(run.error()));
    ProgressBar bar(!session.options().quiet);
    std::uint64_t bytes = 0;
    for (const RunCheckpoint& checkpoint : run->checkpoints)
        bytes = saturatingAdd(bytes, checkpoint.bytes.value_or(0));
    bar.expect(bytes);
    bar.beginStep(bytes);
    return readHistory(std::move(*run),
        {.open = [&](const std::filesystem::path& path) { return session.open(path.string()); },
            .choose =
                [&](const std::shared_ptr<const Checkpoint>& checkpoint) {
                    return choose(checkpoint, options, unmatched, session);
                },
            .stored = options.common.stored,
            .store = &*store},
        session.work(&bar.progress()));
}

/// Why the names or the filter are wrong: one of them matches no tensor of any step, although there are complete steps.
/// Else empty.
std::string wrongChoice(
    const RunHistory& history, const HistoryVerbOptions& options, const std::set<std::string>& unmatched)
{
    const auto isWhole = [](const HistoryStep& step) { return step.figures.has_value(); };
    const auto isOfSome = [](const HistoryStep& step) { return step.figures && step.figures->tensors > 0; };
    if (std::ranges::none_of(history.steps, isWhole))
        return {};
    if (!unmatched.empty())
        return "no checkpoint has a tensor named " + quote(*unmatched.begin())
            + "; expected a name, a group such as layers.0, or a glob";
    if (!options.common.filter.keepsAll() && std::ranges::none_of(history.steps, isOfSome))
        return "no checkpoint has a tensor that the filter keeps";
    return {};
}

} // namespace

ExitStatus run(const HistoryVerbOptions& options, const Session& session)
{
    std::set<std::string> unmatched(options.names.begin(), options.names.end());
    const auto history = historyOf(options, unmatched, session);
    if (!history) {
        const ExitStatus status = session.reportAsAnswer(history.error());
        return history.error().code == ErrorCode::InvalidArgument ? ExitStatus::Usage : status;
    }
    if (std::string wrong = wrongChoice(*history, options, unmatched); !wrong.empty()) {
        session.reportAsAnswer(Error{ErrorCode::InvalidArgument, std::move(wrong), options.path, std::nullopt});
        return ExitStatus::Usage;
    }
    auto status = history->firstNonfinite() ? ExitStatus::No : ExitStatus::Done;
    for (const HistoryStep& step : history->steps) {
        if (step.error)
            worsen(status, session.report(*step.error));
    }
    if (options.common.json) {
        JsonWriter json = session.json();
        writeHistoryJson(json, *history, options.names);
    } else if (!options.common.quiet) {
        session.print(options.csv ? historyCsv(*history) : historyText(*history, session.style()));
    }
    return status;
}

} // namespace loupe
