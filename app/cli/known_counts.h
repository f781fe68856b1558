#pragma once

#include "analysis/filter/filter.h"
#include "app/cli/session.h"
#include "core/work.h"

#include <memory>
#include <mutex>
#include <optional>
#include <unordered_map>

namespace loupe {

/// What words about values ask of a checkpoint's tensors: looked at when it is asked first, as several
/// words may ask about the same tensor. Usable from many threads.
class KnownCounts {
public:
    /// `progress` is told the bytes of each tensor that was looked at; it must outlive this.
    KnownCounts(std::shared_ptr<const Checkpoint> checkpoint, const Session& session, Progress& progress);

    /// Looks at all tensors at once, as words need that compare them with each other. Fails with Stopped or
    /// OutOfMemory.
    Result<> scanAll();
    /// The error of the first tensor whose values could not be read.
    const std::optional<Error>& error() const { return m_error; }

    std::optional<ValueCounts> operator()(std::uint32_t tensor);

private:
    void keep(std::uint32_t tensor, const std::optional<ValueCounts>& counts, const Error* error);

    std::shared_ptr<const Checkpoint> m_checkpoint;
    Work m_work;
    Progress& m_progress;
    std::mutex m_mutex; ///< guards what follows
    std::unordered_map<std::uint32_t, std::optional<ValueCounts>> m_counts;
    std::uint32_t m_unreadable = 0; ///< the tensor of m_error
    std::optional<Error> m_error;
};

} // namespace loupe
