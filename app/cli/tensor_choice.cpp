#include "app/cli/tensor_choice.h"

#include "analysis/filter.h"
#include "analysis/name_pattern.h"
#include "analysis/summary.h"
#include "core/elements.h"

#include <mutex>
#include <unordered_map>

namespace loupe {

namespace {

/// Counts of the tensors that were asked about; several words may ask about the same.
class KnownCounts {
public:
    KnownCounts(std::shared_ptr<const Checkpoint> checkpoint, Work work)
        : m_checkpoint(std::move(checkpoint))
        , m_work(std::move(work))
    {
    }

    std::optional<ValueCounts> operator()(std::uint32_t tensor)
    {
        {
            const std::lock_guard lock(m_mutex);
            if (const auto known = m_counts.find(tensor); known != m_counts.end())
                return known->second;
        }
        auto counts = count(tensor);
        const std::lock_guard lock(m_mutex);
        m_counts.emplace(tensor, counts);
        return counts;
    }

private:
    std::optional<ValueCounts> count(std::uint32_t tensor) const
    {
        auto elements = Elements::open(m_checkpoint, tensor);
        if (!elements)
            return std::nullopt;
        const auto summary = summarize(*elements, {.bins = 0}, m_work);
        return summary ? valueCounts(*summary) : std::nullopt;
    }

    std::shared_ptr<const Checkpoint> m_checkpoint;
    Work m_work;
    std::mutex m_mutex; ///< guards m_counts
    std::unordered_map<std::uint32_t, std::optional<ValueCounts>> m_counts;
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
    KnownCounts counts(checkpoint, session.work());
    auto kept = session.options().filter.select(
        *checkpoint, [&](std::uint32_t tensor) { return counts(tensor); }, session.work());
    if (session.stopped())
        return fail(ErrorCode::Stopped, "stopped");
    return kept;
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
