#pragma once

#include "analysis/filter/filter.h"
#include "app/cli/session.h"
#include "core/work.h"

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace loupe {

/// The value counts that filter words ask for. A tensor is scanned on first use and cached, because several words may
/// ask about it. Thread-safe.
class KnownCounts {
public:
    /// `progress` advances by the bytes of each scanned tensor; it must outlive this.
    KnownCounts(std::shared_ptr<const Checkpoint> checkpoint, const Session& session, Progress& progress);

    /// Scans all tensors, for words that compare tensors with each other. Fails with Stopped or OutOfMemory.
    Result<> scanAll();
    /// The error of the first tensor whose values could not be read.
    const std::optional<Error>& error() const { return m_error; }

    std::optional<ValueCounts> operator()(std::uint32_t tensor);

private:
    void keep(std::uint32_t tensor, const std::optional<ValueCounts>& counts, const Error* error);

    std::shared_ptr<const Checkpoint> m_checkpoint;
    Work m_work;
    Progress& m_progress;
    std::mutex m_mutex; ///< guards the members below
    std::unordered_map<std::uint32_t, std::optional<ValueCounts>> m_counts;
    std::uint32_t m_unreadable = 0; ///< the tensor of m_error
    std::optional<Error> m_error;
};

} // namespace loupe
