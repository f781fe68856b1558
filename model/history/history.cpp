#include "history/history.h"

#include "analysis/filter/glob.h"
#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "history/step_name.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <string_view>
#include <utility>

namespace loupe {

namespace {

/// A whole checkpoint with the figures of the chosen tensors.
struct ReadCheckpoint {
    std::shared_ptr<const Checkpoint> checkpoint;
    std::map<std::string, std::uint32_t> tensors; ///< the chosen ones; the first of several with the same name
    std::optional<std::string> identity;
    KeptFigures figures;
};

/// The difference between the chosen tensors of two checkpoints that prevents computing a change; empty if there is
/// none.
std::string structuralChange(const ReadCheckpoint& before, const ReadCheckpoint& after)
{
    std::string first;
    std::uint64_t count = 0;
    const auto add = [&](const std::string& what) {
        if (count++ == 0)
            first = what;
    };
    for (const auto& [name, tensor] : after.tensors) {
        if (!before.tensors.contains(name)) {
            add("tensor " + quote(name) + " is new");
            continue;
        }
        const auto& shape = after.figures.tensors.at(name).shape;
        const auto& old = before.figures.tensors.at(name).shape;
        if (shape != old)
            add("tensor " + quote(name) + " has shape " + formatShape(shape) + ", before " + formatShape(old));
    }
    for (const auto& [name, tensor] : before.tensors) {
        if (!after.tensors.contains(name))
            add("tensor " + quote(name) + " is gone");
    }
    return count > 1 ? first + ", and " + counted(count - 1, "other change") : first;
}

/// Reads the checkpoints of one series, one after the other.
class SeriesReading {
public:
    SeriesReading(const HistoryOptions& options, const Work& work)
        : m_options(options)
        , m_work(work)
    {
    }

    Result<> read(HistoryStep& step)
    {
        auto current = std::make_unique<ReadCheckpoint>();
        if (auto done = readInto(step, *current); !done) {
            if (done.error().code == ErrorCode::Stopped || m_isChoiceWrong)
                return fail(std::move(done.error()));
            step.figures.reset();
            step.change.reset();
            step.changeNote.clear();
            step.firstNonfinite.reset();
            const bool isOfItself = done.error().path == step.checkpoint.path.native();
            step.checkpoint.whyNotWhole = isOfItself ? done.error().message : describe(done.error());
            step.error = std::move(done.error());
            return {};
        }
        if (step.figures) {
            const auto& beside = current->checkpoint->beside;
            step.unread.insert(step.unread.end(), beside.begin(), beside.end());
            m_previous = std::move(current);
        }
        return {};
    }

private:
    Result<> readInto(HistoryStep& step, ReadCheckpoint& current)
    {
        auto opened = m_options.open(step.checkpoint.path);
        if (!opened)
            return fail(std::move(opened.error()));
        current.checkpoint = std::move(*opened);
        if (std::string why = whyNotWhole(*current.checkpoint); !why.empty()) {
            const std::string path = step.checkpoint.path.string();
            if (const std::string own = path + ": "; why.starts_with(own))
                why.erase(0, own.size());
            return fail(ErrorCode::Malformed, std::move(why), path);
        }
        const auto chosen = m_options.choose(current.checkpoint);
        if (!chosen) {
            m_isChoiceWrong = true;
            return fail(chosen.error());
        }
        if (m_options.store) {
            current.identity = m_options.store->identityOf(*current.checkpoint, m_options.stored);
            if (current.identity)
                current.figures = m_options.store->load(step.checkpoint.path, *current.identity);
        }
        step.isKept = true;
        if (auto done = readTensors(step, current, *chosen); !done)
            return done;
        if (auto done = readChanges(step, current); !done)
            return done;
        if (!step.isKept && current.identity)
            m_options.store->save(step.checkpoint.path, *current.identity, current.figures);
        return {};
    }

    Result<> readTensors(HistoryStep& step, ReadCheckpoint& current, const std::vector<std::uint32_t>& chosen)
    {
        FigureSum sum;
        for (const std::uint32_t tensor : chosen) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            const std::string name(current.checkpoint->tensors[tensor].name);
            if (!current.tensors.emplace(name, tensor).second)
                continue;
            auto known = current.figures.tensors.find(name);
            if (known == current.figures.tensors.end()) {
                auto figures = readFigures(current.checkpoint, tensor, {.stop = m_work.stop});
                if (!figures)
                    return fail(std::move(figures.error()));
                step.isKept = false;
                known = current.figures.tensors.emplace(name, std::move(*figures)).first;
            }
            sum.add(known->second);
            if (known->second.firstNonfinite && !step.firstNonfinite)
                step.firstNonfinite = {name, *known->second.firstNonfinite,
                    formatPlace(known->second.shape, known->second.elements, *known->second.firstNonfinite)};
        }
        step.figures = sum.figures();
        return {};
    }

    Result<> readChanges(HistoryStep& step, ReadCheckpoint& current)
    {
        if (!m_previous)
            return {};
        step.changeNote = structuralChange(*m_previous, current);
        if (!step.changeNote.empty())
            return {};
        const std::string before = m_previous->identity.value_or("");
        if (before.empty() || current.figures.previous != before) {
            current.figures.previous = before;
            current.figures.changes.clear();
        }
        long double signal = 0;
        long double noise = 0;
        bool isComparable = false;
        for (const auto& [name, tensor] : current.tensors) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            auto known = current.figures.changes.find(name);
            if (known == current.figures.changes.end()) {
                auto change = readChange({m_previous->checkpoint, m_previous->tensors.at(name)},
                    m_previous->figures.tensors.at(name), {current.checkpoint, tensor}, {.stop = m_work.stop});
                if (!change)
                    return fail(std::move(change.error()));
                step.isKept = false;
                known = current.figures.changes.emplace(name, *change).first;
            }
            if (!known->second)
                continue;
            isComparable = true;
            signal = std::hypot(signal, static_cast<long double>(known->second->signal));
            noise = std::hypot(noise, static_cast<long double>(known->second->noise));
        }
        if (noise == 0 && isComparable)
            step.change = 0;
        else if (isComparable && signal == 0)
            step.changeNote = "all values before were zero";
        else if (isComparable && std::isfinite(signal) && std::isfinite(static_cast<double>(noise / signal)))
            step.change = static_cast<double>(noise / signal);
        else if (isComparable)
            step.changeNote = "the values are too large to compare";
        return {};
    }

    const HistoryOptions& m_options;
    const Work& m_work;
    std::unique_ptr<ReadCheckpoint> m_previous; ///< the last complete checkpoint
    bool m_isChoiceWrong = false; ///< the last error came from `choose`
};

/// "global_stepN/" for "global_step12/": folders that have a different name in each step count as one.
std::string nameInSeries(const std::string& name)
{
    if (!name.ends_with('/'))
        return name; // "custom_checkpoint_0.pkl" is a number of its own
    const auto parsed = parseStepName(std::string_view(name).substr(0, name.size() - 1));
    return parsed && parsed->step ? parsed->series + '/' : name;
}

bool isNonfinite(const HistoryStep& step)
{
    return step.figures && step.figures->nan + step.figures->positiveInf + step.figures->negativeInf > 0;
}

} // namespace

const HistoryStep* RunHistory::firstNonfinite() const
{
    const auto found = std::ranges::find_if(steps, isNonfinite);
    return found == steps.end() ? nullptr : &*found;
}

std::vector<RunHistory::Nonfinite> RunHistory::nonfiniteSeries() const
{
    std::vector<Nonfinite> found;
    std::map<std::string_view, std::size_t> places; // positions of the series in `found`
    std::map<std::string_view, const HistoryStep*>
        unread; // by series, the first unreadable step since the last complete one
    for (const HistoryStep& step : steps) {
        const std::string_view series = step.checkpoint.series;
        const auto place = places.find(series);
        if (place != places.end()) {
            Nonfinite& nonfinite = found[place->second];
            ++(step.figures ? nonfinite.laterWhole : nonfinite.laterUnread);
            if (!nonfinite.without && step.figures && !isNonfinite(step))
                nonfinite.without = &step;
        } else if (isNonfinite(step)) {
            const auto before = unread.find(series);
            places.emplace(series, found.size());
            found.push_back({.first = &step, .unread = before == unread.end() ? nullptr : before->second});
        } else if (step.figures) {
            unread.erase(series);
        } else {
            unread.emplace(series, &step);
        }
    }
    return found;
}

std::map<std::string, std::uint64_t> RunHistory::unread() const
{
    std::map<std::string, std::uint64_t> names;
    for (const HistoryStep& step : steps) {
        for (const std::string& name : step.unread)
            ++names[nameInSeries(name)];
    }
    for (const std::string& name : run.unread)
        names.try_emplace(name, 0);
    return names;
}

RunHistory::Later RunHistory::Nonfinite::later() const
{
    if (without)
        return Later::NotAll;
    if (laterWhole == 0)
        return laterUnread == 0 ? Later::NoneIsThere : Later::NoneCouldBeRead;
    return laterUnread == 0 ? Later::All : Later::AllThatCouldBeRead;
}

std::optional<bool> RunHistory::Nonfinite::stays() const
{
    const Later what = later();
    return what == Later::All || what == Later::NotAll ? std::optional(what == Later::All) : std::nullopt;
}

Result<RunHistory> readHistory(Run run, const HistoryOptions& options, const Work& work)
{
    RunHistory history;
    std::map<std::string, std::vector<std::size_t>>
        series; // grouped, so that no more than two checkpoints are open at a time
    for (std::size_t i = 0; i < run.checkpoints.size(); ++i) {
        const RunCheckpoint& checkpoint = run.checkpoints[i];
        history.steps.push_back({.checkpoint = checkpoint, .error = checkpoint.error, .unread = checkpoint.unread});
        if (checkpoint.whyNotWhole.empty()) {
            series[checkpoint.series].push_back(i);
            work.expect(checkpoint.bytes.value_or(0));
        }
    }
    history.run = std::move(run);
    for (const auto& [name, places] : series) {
        SeriesReading reading(options, work);
        for (const std::size_t place : places) {
            HistoryStep& step = history.steps[place];
            if (auto done = reading.read(step); !done)
                return fail(std::move(done.error()));
            if (options.onStep)
                options.onStep(place, step);
            work.advance(step.checkpoint.bytes.value_or(0));
        }
    }
    return history;
}

Result<std::vector<std::uint32_t>> tensorsOrGroups(
    const Checkpoint& checkpoint, std::span<const std::string> names, std::set<std::string>* unmatched)
{
    std::set<std::uint32_t> chosen;
    const auto setMatched = [&](const std::string& name) {
        if (unmatched)
            unmatched->erase(name);
    };
    const auto addWhere = [&](const auto& isWanted) {
        for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
            if (isWanted(checkpoint.tensors[i].name))
                chosen.insert(i);
        }
    };
    if (names.empty())
        addWhere([](std::string_view) { return true; });
    for (const std::string& name : names) {
        const auto isBelow = [&](std::string_view tensor) {
            return tensor.size() > name.size() && tensor.starts_with(name)
                && (tensor[name.size()] == '.' || tensor[name.size()] == '/');
        };
        const auto exists = [&](const auto& isWanted) {
            return std::ranges::any_of(checkpoint.tensors, [&](const Tensor& tensor) { return isWanted(tensor.name); });
        };
        const auto isNamed = [&](std::string_view tensor) { return tensor == name; };
        if (exists(isNamed)) {
            addWhere(isNamed);
            setMatched(name);
            continue;
        }
        if (exists(isBelow)) {
            addWhere(isBelow);
            setMatched(name);
            continue;
        }
        if (!Glob::isPattern(name))
            continue;
        const auto glob = Glob::parse(name);
        if (!glob)
            return fail(glob.error());
        const auto isMatching = [&](std::string_view tensor) { return glob->matches(tensor); };
        if (exists(isMatching))
            setMatched(name);
        addWhere(isMatching);
    }
    return std::vector<std::uint32_t>(chosen.begin(), chosen.end());
}

} // namespace loupe
