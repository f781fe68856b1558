#include "app/cli/tensor_choice.h"

#include "analysis/filter.h"
#include "analysis/name_pattern.h"
#include "analysis/summary.h"
#include "app/cli/progress_bar.h"
#include "core/elements.h"
#include "saving/edit_recovery.h"

#include <mutex>
#include <unordered_map>

namespace loupe {

namespace {

/// Counts of the tensors that were asked about; several words may ask about the same.
class KnownCounts {
public:
    KnownCounts(std::shared_ptr<const Checkpoint> checkpoint, const Session& session)
        : m_checkpoint(std::move(checkpoint))
        , m_work(session.work())
        , m_bar(!session.options().quiet && session.options().filter.needsValues())
    {
        const std::uint64_t bytes = m_checkpoint->totalTensorBytes();
        m_bar.expect(bytes);
        m_bar.beginStep(bytes);
        m_bar.progress().total = bytes;
    }

    /// Of the first tensor whose values could not be read.
    const std::optional<Error>& error() const { return m_error; }

    std::optional<ValueCounts> operator()(std::uint32_t tensor)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (const auto known = m_counts.find(tensor); known != m_counts.end())
                return known->second;
        }
        auto summary = Elements::open(m_checkpoint, tensor).and_then([&](const Elements& elements) {
            return summarize(elements, {.bins = 0}, m_work);
        });
        const auto counts = summary ? valueCounts(*summary) : std::nullopt;
        m_bar.progress().done += valueBytes(m_checkpoint->tensors[tensor]);
        const std::lock_guard lock(m_mutex);
        m_counts.emplace(tensor, counts);
        if (!summary && (!m_error || tensor < m_unreadable)) {
            m_unreadable = tensor;
            m_error = std::move(summary.error());
        }
        return counts;
    }

private:
    std::shared_ptr<const Checkpoint> m_checkpoint;
    Work m_work;
    ProgressBar m_bar;
    std::mutex m_mutex; ///< guards what follows
    std::unordered_map<std::uint32_t, std::optional<ValueCounts>> m_counts;
    std::uint32_t m_unreadable = 0; ///< the tensor of m_error
    std::optional<Error> m_error;
};

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
    KnownCounts counts(checkpoint, session);
    auto kept = session.options().filter.select(
        *checkpoint, [&](std::uint32_t tensor) { return counts(tensor); }, session.work());
    if (session.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    if (counts.error())
        return fail(*counts.error());
    return kept;
}

Result<FilteredCheckpoint> openFiltered(const std::string& path, const Session& session)
{
    auto checkpoint = openRecovered(path, session.work());
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
