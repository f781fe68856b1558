#include "app/cli/history/history_output.h"
#include "app/cli/history/kept_figures.h"
#include "app/cli/progress_bar.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"

#include <algorithm>

namespace loupe {

namespace {

/// The chosen tensors of a checkpoint: those that the filter keeps among the named ones.
Result<std::vector<std::uint32_t>> choose(
    const std::shared_ptr<const Checkpoint>& checkpoint, const HistoryVerbOptions& options, const Session& session)
{
    auto named = tensorsOrGroups(*checkpoint, options.names);
    if (!named)
        return named;
    const auto kept = options.common.filter.select(
        *checkpoint, [](std::uint32_t) { return std::nullopt; }, session.work());
    if (!kept)
        return fail(kept.error());
    std::erase_if(*named, [&](std::uint32_t tensor) { return !kept->contains(tensor); });
    return named;
}

/// Which tensors a word about values keeps depends on the step: there would be no history of the same ones.
Result<> checkFilter(const HistoryVerbOptions& options)
{
    if (options.common.filter.needsValues())
        return fail(ErrorCode::InvalidFilter,
            "the filter depends on values, which differ at each step; expected words about names, dtypes, shapes and "
            "sizes",
            options.path);
    return {};
}

Result<RunHistory> historyOf(const HistoryVerbOptions& options, const Session& session)
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
                    return choose(checkpoint, options, session);
                },
            .stored = options.common.stored,
            .store = &*store},
        session.work(&bar.progress()));
}

/// Whether the names and the filter chose no tensor of any step, of which there are whole ones.
bool isOfNothing(const RunHistory& history)
{
    const auto isWhole = [](const HistoryStep& step) { return step.figures.has_value(); };
    return std::ranges::any_of(history.steps, isWhole)
        && std::ranges::none_of(
            history.steps, [](const HistoryStep& step) { return step.figures && step.figures->tensors > 0; });
}

} // namespace

ExitStatus run(const HistoryVerbOptions& options, const Session& session)
{
    const auto history = historyOf(options, session);
    if (!history) {
        const ExitStatus status = session.reportAsAnswer(history.error());
        return history.error().code == ErrorCode::InvalidArgument ? ExitStatus::Usage : status;
    }
    const bool isChoice = !options.names.empty() || !options.common.filter.keepsAll();
    if (isChoice && isOfNothing(*history)) {
        session.reportAsAnswer(Error{ErrorCode::InvalidArgument,
            "no step has such a tensor, expected a name, the begin of names up to a dot, or a glob", options.path,
            std::nullopt});
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
