#pragma once

#include "analysis/filter/filter.h"
#include "analysis/statistics/health.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/health_remarks.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <vector>

namespace loupe {

/// An element of a tensor of a checkpoint, by its number in row-major order.
struct ElementPlace {
    std::uint32_t tensor = 0;
    std::uint64_t element = 0;

    bool operator==(const ElementPlace&) const = default;
};

/// The health of a checkpoint's tensors, as a scan finds it: one thread adds while any others read. Tensors come in the
/// order of their numbers, so that those looked at are always the first ones, and reading them needs no lock. A million
/// tensors take about 130 MB, of complex numbers three times as much.
class HealthResults {
public:
    explicit HealthResults(std::uint32_t tensors);
    ~HealthResults();
    HealthResults(const HealthResults&) = delete;
    HealthResults& operator=(const HealthResults&) = delete;

    /// Adds the next tensor: numbers 0, 1, 2, … Nothing after close().
    void add(const OpenedCheckpoint& opened, std::uint32_t tensor, const Result<Health>& health);
    /// From now on nothing is added, whatever the adding thread still does.
    void close();

    std::uint32_t tensors() const { return m_tensors; }
    /// Tensors 0 to this one, without it, are known.
    std::uint32_t lookedAt() const { return m_lookedAt.load(std::memory_order_acquire); }
    bool isComplete() const { return lookedAt() == m_tensors; }

    /// What the scan told of a tensor of `checkpoint`; nothing where it was not looked at.
    std::optional<Result<Health>> find(const Checkpoint& checkpoint, std::uint32_t tensor) const;
    /// For words of the filter such as "nan:>0".
    std::optional<ValueCounts> counts(const Checkpoint& checkpoint, std::uint32_t tensor) const;
    /// Of a tensor or a group: over all its tensors that were looked at, whatever a filter hides.
    HealthSums sums(const Checkpoint& checkpoint, const NameTree& tree, NameTree::NodeId node) const;
    HealthSums total() const;
    /// The first tensor in natural order, among those that were looked at, that has such elements, and the first of
    /// these. Precondition: NaN or Infinite.
    std::optional<ElementPlace> firstElement(const Checkpoint& checkpoint, HealthRemark remark) const;
    /// Of the first tensor that could not be read.
    std::optional<Error> firstError() const;
    /// HealthSums::rank() by node.
    std::vector<std::uint64_t> ranks(const Checkpoint& checkpoint, const NameTree& tree) const;

private:
    struct Record;
    static constexpr std::uint32_t blockSize = 4096;
    /// Reasons that are kept word for word why a tensor could not be read: a file that was cut off may have a million.
    static constexpr std::size_t mostErrors = 10'000;

    const Record& record(std::uint32_t tensor) const;
    void recordFirst(const OpenedCheckpoint& opened, std::uint32_t tensor, const HealthSums& sums);
    void packMore(Record& packed, const Result<Health>& health);

    const std::uint32_t m_tensors;
    std::vector<std::unique_ptr<Record[]>> m_blocks; ///< of blockSize records each; made when its first one comes
    std::atomic<std::uint32_t> m_lookedAt = 0;

    mutable std::mutex m_mutex; ///< guards what follows
    bool m_closed = false;
    std::vector<HealthSums> m_groups; ///< by group number; empty before the first tensor
    std::array<std::optional<std::uint32_t>, healthRemarkCount> m_first; ///< tensor in natural order, by remark
    std::vector<Record> m_parts; ///< of complex numbers: real, imaginary
    std::vector<std::string_view> m_notes; ///< each once: there are few
    std::vector<Error> m_errors; ///< the first ones
};

using HealthResultsPtr = std::shared_ptr<const HealthResults>;

} // namespace loupe
