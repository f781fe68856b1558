#include "analysis/digests/undecoded_weight.h"
#include "analysis/digests/whole_reading.h"
#include "analysis/statistics/range_summary.h"
#include "app/cli/findings/finding_remarks.h"
#include "app/cli/findings/unread_parts.h"
#include "app/cli/parts/collected_results.h"
#include "app/cli/progress_bar.h"
#include "app/cli/stats/stats_output.h"
#include "app/cli/tensor_choice.h"
#include "app/cli/verbs.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/quantization.h"
#include "core/text/quote.h"
#include "reports/beside_json.h"
#include "reports/summary_csv.h"

#include <algorithm>
#include <functional>

namespace loupe {

namespace {

using Sink = std::function<void(std::uint32_t tensor, const Result<Summary>& summary)>;

Result<Summary> summaryOfTensor(const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor,
    const SummaryOptions& options, const Work& work)
{
    auto summary = openWhole(checkpoint, tensor, work).and_then([&](const Elements& elements) {
        return summarize(elements, options, work);
    });
    if (summary && undecodedGroup(*checkpoint, tensor))
        summary->note = "not decoded: only the bytes of its codes can be read";
    return summary;
}

Result<std::string> rangeOfTensor(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, SpanRange range, const Work& work)
{
    const auto elements = openWhole(checkpoint, tensor, work);
    if (!elements)
        return fail(elements.error());
    auto found = summarizeRange(*elements, range, work);
    auto unchanged = found ? elements->source().checkUnchanged() : Result<>();
    return unchanged ? std::move(found) : fail(std::move(unchanged.error()));
}

/// A result collected from parts. Drops the histogram if none was requested, because parts do not know how they will be
/// printed.
Result<Result<Summary>> summaryOfPart(
    const CollectedResults& collected, std::size_t unit, const Tensor& tensor, const SummaryOptions& options)
{
    auto summary = collected.summary(unit, tensor, options);
    if (summary && *summary && !options.wantsHistogram()) {
        (*summary)->histogram.reset();
        for (Summary& part : (*summary)->parts)
            part.histogram.reset();
    }
    return summary;
}

ExitStatus writeStatsPart(const std::shared_ptr<const Checkpoint>& checkpoint,
    const std::vector<std::uint32_t>& tensors, PartPlan plan, const SummaryOptions& options, const Session& session)
{
    return PartRun::run(session, std::move(plan), [&](PartRun& part) -> Result<> {
        ProgressBar bar(!session.options().quiet);
        bar.expect(part.ownBytes());
        const auto add = [&](std::size_t piece, const auto& found) -> Result<> {
            if (session.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (!found)
                bar.without([&] { session.report(found.error()); });
            part.add(piece, recordOf(found), found ? nullptr : &found.error());
            return {};
        };
        return part.lookAtOwn(
            [&](std::span<const std::size_t> units, std::size_t piece, std::uint64_t) -> Result<> {
                std::vector<std::uint32_t> own;
                for (const std::size_t unit : units)
                    own.push_back(tensors[unit]);
                const auto expected =
                    expectTensors(*checkpoint, own, {.purpose = Reading::Purpose::Scan, .isRepeated = true});
                for (const std::uint32_t tensor : own) {
                    bar.beginStep(valueBytes(checkpoint->tensors[tensor]));
                    auto added =
                        add(piece++, summaryOfTensor(checkpoint, tensor, options, session.work(&bar.progress())));
                    if (!added)
                        return added;
                }
                return {};
            },
            [&](std::size_t unit, SpanRange range, std::size_t piece, std::uint64_t bytes) {
                bar.beginStep(bytes);
                const Work work = session.work(&bar.progress());
                work.expect(bytes);
                return add(piece, rangeOfTensor(checkpoint, tensors[unit], range, work));
            });
    });
}

/// Continues if a tensor cannot be read. Stores the first such error in `firstError`, unless it is already set.
ExitStatus summarizeAll(const std::shared_ptr<const Checkpoint>& checkpoint, const std::vector<std::uint32_t>& tensors,
    const SummaryOptions& options, const Session& session, std::optional<Error>& firstError, const Sink& sink)
{
    ProgressBar bar(!session.options().quiet);
    std::uint64_t total = 0;
    for (const std::uint32_t tensor : tensors)
        total = saturatingAdd(total, valueBytes(checkpoint->tensors[tensor]));
    bar.expect(total);
    // Caching policy: the data of one or some tensors is likely to be read again; for all tensors only the figures are.
    // Some dtypes need a second pass.
    const bool isScan = tensors.size() > 1 && tensors.size() == checkpoint->tensors.size();
    const auto purpose = isScan ? Reading::Purpose::Scan : Reading::Purpose::Look;
    const CollectedResults* const collected = session.collected();
    const auto expected = expectTensors(*checkpoint,
        collected ? std::span<const std::uint32_t>() : std::span<const std::uint32_t>(tensors),
        {.purpose = purpose, .isRepeated = true});
    auto status = firstError ? ExitStatus::Failed : ExitStatus::Done;
    for (std::size_t i = 0; i < tensors.size(); ++i) {
        const std::uint32_t tensor = tensors[i];
        bar.beginStep(valueBytes(checkpoint->tensors[tensor]));
        const auto known = collected
            ? summaryOfPart(*collected, i, checkpoint->tensors[tensor], options)
            : Result<Result<Summary>>(summaryOfTensor(checkpoint, tensor, options, session.work(&bar.progress())));
        if (session.stopped())
            return ExitStatus::Interrupted;
        if (!known)
            return session.report(known.error());
        const Result<Summary>& summary = *known;
        bar.without([&] {
            if (!summary)
                worsen(status, session.report(summary.error()));
            sink(tensor, summary);
        });
        if (!summary && !firstError)
            firstError = summary.error();
    }
    return status;
}

using SummaryRow = std::pair<std::uint32_t, Result<Summary>>;
using SummaryRows = OrderedRows<SummaryRow>;

Sink addTo(SummaryRows& rows, const Checkpoint& checkpoint, const ListOrder& order)
{
    return [&](std::uint32_t tensor, const Result<Summary>& summary) {
        static const Summary none;
        rows.add(summarySortValue(checkpoint, tensor, summary ? *summary : none, order.key), {tensor, summary});
    };
}

ExitStatus answerJson(const std::shared_ptr<const Checkpoint>& checkpoint, const std::vector<std::uint32_t>& tensors,
    const StatsOptions& options, const Session& session, std::optional<Error> firstError)
{
    JsonWriter json = session.json();
    json.beginObject();
    json.key("tensors");
    json.beginArray(JsonWriter::Layout::Lines);
    SummaryRows rows(options.list.order,
        [&](const SummaryRow& row) { writeTensorSummary(json, *checkpoint, row.first, row.second, options.summary); });
    const ExitStatus status = summarizeAll(
        checkpoint, tensors, options.summary, session, firstError, addTo(rows, *checkpoint, options.list.order));
    if (status == ExitStatus::Interrupted) // better no document than one that looks complete
        return status;
    rows.finish();
    json.endArray();
    writeBeside(json, *checkpoint);
    if (firstError) {
        json.key("error");
        writeError(json, *firstError);
    }
    json.endObject();
    json.finish();
    return status;
}

ExitStatus answerCsv(const std::shared_ptr<const Checkpoint>& checkpoint, const std::vector<std::uint32_t>& tensors,
    const StatsOptions& options, const Session& session, std::optional<Error> firstError)
{
    SummaryOptions wanted = options.summary;
    wanted.bins = 0;
    std::string text = summaryCsvHeader(wanted.quantiles);
    SummaryRows rows(options.list.order,
        [&](const SummaryRow& row) { text += summaryCsvRow(*checkpoint, row.first, row.second, wanted.quantiles); });
    const ExitStatus status =
        summarizeAll(checkpoint, tensors, wanted, session, firstError, addTo(rows, *checkpoint, options.list.order));
    if (status == ExitStatus::Interrupted)
        return status;
    rows.finish();
    session.print(text);
    return status;
}

ExitStatus answerText(const std::shared_ptr<const Checkpoint>& checkpoint, const std::vector<std::uint32_t>& tensors,
    const StatsOptions& options, const Session& session, std::optional<Error> firstError)
{
    SummaryOptions wanted = options.summary;
    if (!options.histogramAsked)
        wanted.bins = 0;
    SummaryTable table(options.summary.quantiles, options.list.columns);
    std::string histograms;
    SummaryRows rows(options.list.order, [&](const SummaryRow& row) {
        const auto& [tensor, summary] = row;
        table.add(*checkpoint, tensor, summary);
        if (summary)
            histograms += histogramText(checkpoint->tensors[tensor].name, *summary, session.style());
    });
    const ExitStatus status =
        summarizeAll(checkpoint, tensors, wanted, session, firstError, addTo(rows, *checkpoint, options.list.order));
    rows.finish();
    if (status != ExitStatus::Interrupted && !options.common.quiet)
        session.print(table.text() + histograms);
    return status;
}

/// Drops the tensors that have no codes, unless they were named.
Result<> keepCodes(const Checkpoint& checkpoint, std::vector<std::uint32_t>& tensors, const StatsOptions& options)
{
    const auto without =
        std::ranges::find_if_not(tensors, [&](std::uint32_t tensor) { return hasCodes(checkpoint.tensors[tensor]); });
    if (without != tensors.end() && !options.tensors.empty()) {
        return fail(ErrorCode::InvalidArgument,
            "tensor " + quote(checkpoint.tensors[*without].name) + " is " + std::string(checkpoint.dtypeName(*without))
                + ", which has no codes: --codes takes quantized tensors",
            options.path);
    }
    std::erase_if(tensors, [&](std::uint32_t tensor) { return !hasCodes(checkpoint.tensors[tensor]); });
    if (tensors.empty())
        return fail(ErrorCode::InvalidArgument, "has no quantized tensor, as --codes takes them", options.path);
    return {};
}

} // namespace

ExitStatus run(const StatsOptions& options, const Session& session)
{
    const auto opened = openFiltered(options.path, session);
    if (!opened)
        return session.reportAsAnswer(opened.error());
    const auto& [values, kept] = *opened;
    auto tensors = chooseTensors(*values, kept, options.tensors);
    if (!tensors) {
        const ExitStatus status = session.reportAsAnswer(tensors.error());
        return tensors.error().code == ErrorCode::InvalidArgument ? ExitStatus::Usage : status;
    }
    if (kept.count() == 0 && !values->tensors.empty())
        session.remark(values->path.string() + ": " + noMatchText(*values, options.common.filter));
    const auto& order = options.list.order;
    const bool isKnown = order.key.empty() || std::ranges::find(tensorSortKeys(), order.key) != tensorSortKeys().end();
    if (isKnown && !options.codes) // so that only listed tensors are read
        orderTensors(*values, order, *tensors);
    auto checkpoint = values;
    if (options.codes) {
        if (const auto only = keepCodes(*values, *tensors, options); !only) {
            session.reportAsAnswer(only.error());
            return ExitStatus::Usage;
        }
        checkpoint = codesOf(*values);
    }
    if (const auto allowed = session.allowFetching(remoteBytes(*checkpoint, *tensors), checkpoint->path); !allowed) {
        session.reportAsAnswer(allowed.error());
        return ExitStatus::Usage;
    }
    const bool isShared = options.common.part || session.collected();
    PartPlan plan;
    if (isShared) {
        auto inputs = inputStatesOf(*checkpoint);
        if (!inputs)
            return session.reportAsAnswer(inputs.error());
        plan = {.inputs = std::move(*inputs), .units = tensorUnits(*checkpoint, *tensors)};
        for (std::size_t i = 0; i < tensors->size(); ++i) {
            if (isSummarizedInRanges(checkpoint->tensors[(*tensors)[i]].dtype, options.summary))
                plan.units[i].spans = separateSpans(*checkpoint, (*tensors)[i]);
        }
    }
    if (options.common.part)
        return writeStatsPart(checkpoint, *tensors, std::move(plan), options.summary, session);
    if (session.collected()) {
        if (const auto same = session.collected()->check(plan); !same)
            return session.reportAsAnswer(same.error());
    }
    // With names, only errors about these tensors matter.
    auto unread = options.tensors.empty() ? reportUnreadParts(*checkpoint, session) : std::nullopt;
    remarkOnFindings(*checkpoint, *tensors, session);
    if (options.csv)
        return answerCsv(checkpoint, *tensors, options, session, std::move(unread));
    return options.common.json ? answerJson(checkpoint, *tensors, options, session, std::move(unread))
                               : answerText(checkpoint, *tensors, options, session, std::move(unread));
}

} // namespace loupe
