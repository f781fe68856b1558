#include "app/cli/history/history_output.h"

#include "app/cli/lists/columns.h"
#include "app/cli/stats/stats_output.h"
#include "core/text/text.h"
#include "history/history_csv.h"

#include <algorithm>
#include <array>
#include <ctime>

namespace loupe {

namespace {

/// A local time as text.
std::string localTime(std::int64_t nanoseconds)
{
    constexpr std::int64_t nanosecondsPerSecond = 1'000'000'000;
    const auto time = static_cast<std::time_t>(nanoseconds / nanosecondsPerSecond);
    std::tm parts{};
    std::array<char, 64> text{};
    if (::localtime_r(&time, &parts))
        std::strftime(text.data(), text.size(), "%Y-%m-%d %H:%M", &parts);
    return text.data();
}

std::optional<std::string> textOrNone(const std::string& text)
{
    return text.empty() ? std::nullopt : std::optional(text);
}

void writeNonfinite(JsonWriter& json, const HistoryStep& step)
{
    json.member("tensor", step.firstNonfinite ? std::optional(step.firstNonfinite->tensor) : std::nullopt);
    json.member("index", step.firstNonfinite ? std::optional(step.firstNonfinite->index) : std::nullopt);
}

std::optional<std::uint64_t> stepOf(const HistoryStep* step)
{
    return step ? step->checkpoint.step : std::nullopt;
}

/// Writes members of an object.
void writeFirstOf(JsonWriter& json, const RunHistory::Nonfinite& series)
{
    json.member("step", series.first->checkpoint.step);
    json.member("path", series.first->checkpoint.path.string());
    writeNonfinite(json, *series.first);
    json.member("stays", series.stays());
    json.member("later", series.laterWhole + series.laterUnread);
    json.member("later_unread", series.laterUnread);
    json.member("unread_step", stepOf(series.unread));
    json.member("step_without", stepOf(series.without));
}

std::string stepText(const HistoryStep& step)
{
    return step.checkpoint.step ? std::to_string(*step.checkpoint.step) : "-";
}

void writeUnread(JsonWriter& json, const std::vector<std::string>& names)
{
    json.key("unread");
    json.beginArray();
    for (const std::string& name : names)
        json.value(std::string_view(name));
    json.endArray();
}

void writeStep(JsonWriter& json, const HistoryStep& step)
{
    const RunCheckpoint& checkpoint = step.checkpoint;
    const auto& figures = step.figures;
    const auto count = [&](std::uint64_t StepFigures::*member) {
        return figures ? std::optional((*figures).*member) : std::nullopt;
    };
    const auto number = [&](std::optional<double> StepFigures::*member) {
        return figures ? (*figures).*member : std::nullopt;
    };
    json.beginObject();
    json.member("step", checkpoint.step);
    json.member("epoch", checkpoint.epoch);
    json.member("path", checkpoint.path.string());
    json.member("bytes", checkpoint.bytes);
    json.member("time", isoTime(checkpoint.modified));
    json.member("whole", figures.has_value());
    json.member("reason", textOrNone(checkpoint.whyNotWhole));
    json.member("tensors", count(&StepFigures::tensors));
    json.member("unknown_tensors", count(&StepFigures::unknown));
    json.member("elements", count(&StepFigures::elements));
    json.member("norm", number(&StepFigures::norm));
    json.member("mean", number(&StepFigures::mean));
    json.member("largest", number(&StepFigures::largest));
    json.member("nan", count(&StepFigures::nan));
    json.member("positive_inf", count(&StepFigures::positiveInf));
    json.member("negative_inf", count(&StepFigures::negativeInf));
    json.member("change", step.change);
    json.member("change_note", textOrNone(step.changeNote));
    writeUnread(json, step.unread);
    json.key("first_nonfinite");
    if (step.firstNonfinite) {
        json.beginObject();
        writeNonfinite(json, step);
        json.endObject();
    } else {
        json.value(nullptr);
    }
    json.endObject();
}

/// "optimizer.pt of 3 checkpoints, last.ckpt beside the steps": files that may contain tensors and were not read.
std::string unreadText(const RunHistory& history)
{
    constexpr std::size_t mostNamed = 5;
    const auto unread = history.unread();
    std::string text;
    std::size_t named = 0;
    for (const auto& [name, count] : unread) {
        if (named++ < mostNamed)
            text += (text.empty() ? "" : ", ") + printable(name)
                + (count > 0 ? " of " + counted(count, "checkpoint") : " beside the steps");
    }
    return unread.size() > mostNamed ? text + ", and " + formatCount(unread.size() - mostNamed) + " more" : text;
}

/// Says that no checkpoint read has NaN or infinities, and how much that covers.
std::string withoutNonfinite(const RunHistory& history, const Style& style)
{
    std::uint64_t whole = 0;
    std::uint64_t unknown = 0; // tensors of one step
    for (const HistoryStep& step : history.steps) {
        whole += step.figures ? 1 : 0;
        unknown = std::max(unknown, step.figures ? step.figures->unknown : 0);
    }
    const std::size_t all = history.steps.size();
    if (whole == 0)
        return all == 0 ? "" : "no checkpoint could be read\n";
    const std::string unread = unreadText(history);
    if (whole == all && unknown == 0 && unread.empty())
        return style.good("no NaN or Inf") + '\n';
    std::string text = "no NaN or Inf";
    if (whole < all)
        text += " in the " + formatCount(whole) + " of " + counted(all, "checkpoint") + " that could be read";
    else if (!unread.empty())
        text += " in what was read";
    if (unknown > 0)
        text += "; values of " + counted(unknown, "tensor") + " unknown";
    if (!unread.empty())
        text += "; not read: " + unread;
    return text + '\n';
}

/// Says what the later checkpoints of the series have, if they could be read.
std::string laterText(const RunHistory::Nonfinite& nonfinite)
{
    const std::string series = printable(nonfinite.first->checkpoint.series);
    switch (nonfinite.later()) {
    case RunHistory::Later::NoneIsThere:
        return "; the last checkpoint of " + series;
    case RunHistory::Later::NoneCouldBeRead:
        return "; no later checkpoint of " + series + " could be read";
    case RunHistory::Later::NotAll:
        return "; not in all later checkpoints of " + series + ": step " + stepText(*nonfinite.without) + " has none";
    case RunHistory::Later::AllThatCouldBeRead:
        return "; in the " + formatCount(nonfinite.laterWhole) + " of "
            + counted(nonfinite.laterWhole + nonfinite.laterUnread, "later checkpoint") + " of " + series
            + " that could be read";
    case RunHistory::Later::All:
        break;
    }
    return "; in all later checkpoints of " + series;
}

std::string sinceWhen(const RunHistory& history, const Style& style)
{
    std::string text;
    for (const RunHistory::Nonfinite& nonfinite : history.nonfiniteSeries()) {
        const HistoryStep* const first = nonfinite.first;
        const RunCheckpoint& checkpoint = first->checkpoint;
        text += (checkpoint.step ? style.bad("NaN or Inf since step " + stepText(*first)) : style.bad("NaN or Inf"))
            + " in " + printable(checkpoint.name);
        if (first->firstNonfinite)
            text +=
                ": first in " + formatName(first->firstNonfinite->tensor) + ", element " + first->firstNonfinite->place;
        if (checkpoint.step)
            text += laterText(nonfinite);
        if (nonfinite.unread) {
            text += "; perhaps earlier: step " + stepText(*nonfinite.unread) + " could not be read";
        }
        text += '\n';
    }
    if (text.empty())
        return withoutNonfinite(history, style);
    const std::string unread = unreadText(history);
    return unread.empty() ? text : text + "not read: " + unread + '\n';
}

} // namespace

void writeHistoryJson(JsonWriter& json, const RunHistory& history, std::span<const std::string> names)
{
    json.beginObject();
    json.member("run", history.run.path.string());
    json.key("names");
    json.beginArray();
    for (const std::string& name : names)
        json.value(name);
    json.endArray();
    writeUnread(json, history.run.unread);
    json.key("checkpoints");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const HistoryStep& step : history.steps)
        writeStep(json, step);
    json.endArray();
    const auto all = history.nonfiniteSeries();
    json.key("first_nonfinite");
    if (all.empty()) {
        json.value(nullptr);
    } else {
        json.beginObject();
        writeFirstOf(json, all.front());
        json.endObject();
    }
    json.key("nonfinite_series");
    json.beginArray(JsonWriter::Layout::Lines);
    for (const RunHistory::Nonfinite& series : all) {
        json.beginObject();
        json.member("series", std::string_view(series.first->checkpoint.series));
        writeFirstOf(json, series);
        json.endObject();
    }
    json.endArray();
    json.endObject();
    json.finish();
}

std::string historyText(const RunHistory& history, const Style& style)
{
    using enum Columns::Align;
    std::vector<std::vector<std::string>> rows{
        {"STEP", "SIZE", "TIME", "NORM", "MEAN", "LARGEST", "NAN", "INF", "CHANGE", "CHECKPOINT"}};
    for (const HistoryStep& step : history.steps) {
        const auto& figures = step.figures;
        const std::string& note = figures ? step.changeNote : step.checkpoint.whyNotWhole;
        const std::string name = printable(step.checkpoint.name);
        rows.push_back({stepText(step), step.checkpoint.bytes ? formatBytes(*step.checkpoint.bytes) : "-",
            localTime(step.checkpoint.modified), numberCell(figures ? figures->norm : std::nullopt),
            numberCell(figures ? figures->mean : std::nullopt), numberCell(figures ? figures->largest : std::nullopt),
            countCell(figures ? std::optional(figures->nan) : std::nullopt),
            countCell(figures ? std::optional(figures->positiveInf + figures->negativeInf) : std::nullopt),
            numberCell(step.change),
            name + (figures ? "" : "  incomplete") + (note.empty() ? "" : (figures ? "  " : ": ") + printable(note))});
    }
    return table({Right, Right, Left, Right, Right, Right, Right, Right, Right, Left}, rows) + '\n'
        + sinceWhen(history, style);
}

} // namespace loupe
