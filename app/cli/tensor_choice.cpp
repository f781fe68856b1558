#include "app/cli/tensor_choice.h"

#include "analysis/filter.h"
#include "analysis/name_pattern.h"
#include "app/cli/known_counts.h"
#include "app/cli/progress_bar.h"

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

std::vector<std::uint32_t> namedLike(const Checkpoint& checkpoint, std::string_view pattern)
{
    const Glob glob(pattern);
    std::vector<std::uint32_t> found;
    for (std::uint32_t i = 0; i < checkpoint.tensors.size(); ++i) {
        if (glob.matches(checkpoint.tensors[i].name))
            found.push_back(i);
    }
    return found;
}

} // namespace

Result<TensorSet> filterTensors(const std::shared_ptr<const Checkpoint>& checkpoint, const Session& session)
{
    const Filter& filter = session.options().filter;
    ProgressBar bar(filter.needsValues() && !session.options().quiet);
    const std::uint64_t bytes = checkpoint->totalTensorBytes();
    bar.expect(bytes);
    bar.beginStep(bytes);
    bar.progress().total = bytes;
    KnownCounts counts(checkpoint, session, bar.progress());
    auto kept = filter.select(
        *checkpoint, [&](std::uint32_t tensor) { return counts(tensor); }, session.work());
    if (session.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    if (counts.error())
        return fail(*counts.error());
    return kept;
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
        auto found = namedExactly(checkpoint, name);
        if (found.empty() && name.find_first_of("*?") != std::string::npos)
            found = namedLike(checkpoint, name);
        const auto isUnread = std::ranges::find(checkpoint.unread, name, &UnreadTensor::name);
        if (found.empty() && isUnread != checkpoint.unread.end()) {
            return fail(ErrorCode::NotFound,
                "tensor \"" + name + "\" cannot be read: the index puts it into this shard, which does not give it",
                checkpoint.files[isUnread->file].path.string());
        }
        if (found.empty()) {
            return fail(ErrorCode::InvalidArgument,
                "no tensor is named \"" + name + "\", expected a name or a glob that `tloupe info` lists",
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
