#include "app/cli/tensor_choice.h"

#include "analysis/filter/filter.h"
#include "analysis/filter/glob.h"
#include "analysis/filter/no_match.h"
#include "app/cli/known_counts.h"
#include "app/cli/progress_bar.h"
#include "core/quantized_groups.h"
#include "formats/quantized/scale_findings.h"

#include <algorithm>

namespace loupe {

namespace {

std::vector<std::uint32_t> namedExactly(const Checkpoint& checkpoint, std::string_view name)
{
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (checkpoint.tensors[i].name == name)
            found.push_back(i);
    }
    return found;
}

Result<std::vector<std::uint32_t>> namedLike(const Checkpoint& checkpoint, std::string_view pattern)
{
    const auto glob = Glob::parse(pattern);
    if (!glob)
        return fail(glob.error());
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (glob->matches(checkpoint.tensors[i].name))
            found.push_back(i);
    }
    return found;
}

/// The tensors with exactly this name, or else those that it matches as a glob. Fails if it is not a valid glob.
Result<std::vector<std::uint32_t>> named(const Checkpoint& checkpoint, std::string_view name)
{
    auto found = namedExactly(checkpoint, name);
    return found.empty() ? namedLike(checkpoint, name) : found;
}

/// Whether the name is that of a tensor that stores a quantized weight.
bool isPart(const Checkpoint& checkpoint, std::string_view name)
{
    return checkpoint.quantized && !namedExactly(*checkpoint.quantized->stored, name).empty();
}

} // namespace

Result<TensorSet> filterTensors(
    const std::shared_ptr<const Checkpoint>& checkpoint, const Filter& filter, const Session& session)
{
    ProgressBar bar(filter.needsValues() && !session.options().quiet);
    const std::uint64_t bytes = checkpoint->totalTensorBytes();
    bar.expect(bytes);
    bar.beginStep(bytes);
    bar.progress().total = bytes;
    KnownCounts counts(checkpoint, session, bar.progress());
    if (filter.comparesTensors()) {
        if (auto scanned = counts.scanAll(); !scanned)
            return fail(std::move(scanned.error()));
    }
    auto kept = filter.select(
        *checkpoint, [&](std::uint32_t tensor) { return counts(tensor); }, session.work());
    if (session.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    if (counts.error())
        return fail(*counts.error());
    if (kept && kept->count() > 0) {
        const Checkpoint* const all[] = {checkpoint.get()};
        for (const std::string& dead : deadAlternatives(filter, all))
            session.remark(checkpoint->path.string() + ": " + dead);
    }
    return kept;
}

Result<TensorSet> filterTensors(const std::shared_ptr<const Checkpoint>& checkpoint, const Session& session)
{
    return filterTensors(checkpoint, session.options().filter, session);
}

Result<TensorSet> selectTensors(
    const std::shared_ptr<const Checkpoint>& checkpoint, const std::string& text, const Session& session)
{
    TensorSet chosen(static_cast<std::uint32_t>(checkpoint->tensors.size()));
    const auto whole = named(*checkpoint, text);
    if (whole && !whole->empty()) {
        for (const std::uint32_t tensor : *whole)
            chosen.insert(tensor);
        return chosen;
    }
    const auto filter = Filter::parse(text);
    if (!filter)
        return fail(filter.error());
    return filter->keepsAll() ? chosen : filterTensors(checkpoint, *filter, session);
}

std::string noMatchText(const Checkpoint& checkpoint, const Filter& filter)
{
    const Checkpoint* const all[] = {&checkpoint};
    const std::string why = noMatchText(explainNoMatch(filter, all));
    return "no tensor matches the filter" + (why.empty() ? "" : ": " + why);
}

Result<FilteredCheckpoint> openFiltered(const std::string& path, const Session& session)
{
    auto checkpoint = session.open(path);
    if (!checkpoint)
        return fail(std::move(checkpoint.error()));
    auto kept = filterTensors(*checkpoint, session);
    if (!kept)
        return fail(std::move(kept.error()));
    return FilteredCheckpoint{std::move(*checkpoint), std::move(*kept)};
}

Result<FilteredCheckpoint> openInspected(const std::string& path, const Session& session)
{
    auto opened = openFiltered(path, session);
    if (!opened)
        return opened;
    auto checked = quantized::withScaleFindings(std::move(opened->checkpoint), session.work());
    if (!checked)
        return fail(std::move(checked.error()));
    opened->checkpoint = std::move(*checked);
    return opened;
}

Result<std::vector<std::uint32_t>> chooseTensors(
    const Checkpoint& checkpoint, const TensorSet& kept, std::span<const std::string> names)
{
    std::vector<std::uint32_t> chosen;
    if (names.empty()) {
        for (std::uint32_t i = 0; i < kept.size(); ++i) {
            if (kept.contains(i))
                chosen.push_back(i);
        }
        return chosen;
    }
    TensorSet taken(kept.size());
    for (const std::string& name : names) {
        auto matching = Glob::isPattern(name) ? named(checkpoint, name) : namedExactly(checkpoint, name);
        const auto found = matching.value_or(std::vector<std::uint32_t>());
        const auto isUnread = std::ranges::find(checkpoint.unread, name, &UnreadTensor::name);
        if (found.empty() && isUnread != checkpoint.unread.end()) {
            return fail(ErrorCode::NotFound,
                "tensor \"" + name + "\" cannot be read: the index puts it into this shard, which does not give it",
                checkpoint.files[isUnread->file].path.string());
        }
        if (found.empty() && isPart(checkpoint, name)) {
            return fail(ErrorCode::InvalidArgument,
                "\"" + name + "\" is a part of a quantized weight: --stored gives the tensors as they are stored",
                checkpoint.path.string());
        }
        if (found.empty()) {
            return fail(ErrorCode::InvalidArgument,
                (matching ? "" : matching.error().message + ", and ") + "no tensor is named \"" + name
                    + "\", expected a name or a glob that `tloupe info` lists",
                checkpoint.path.string());
        }
        for (const std::uint32_t tensor : found) {
            if (kept.contains(tensor) && !taken.contains(tensor))
                chosen.push_back(tensor);
            taken.insert(tensor);
        }
    }
    return chosen;
}

} // namespace loupe
