#pragma once

#include "analysis/filter/filter.h"
#include "analysis/statistics/health.h"
#include "analysis/statistics/health_remarks.h"
#include "analysis/statistics/statistic.h"
#include "core/growing_table.h"
#include "items/session/opened_checkpoint.h"
#include "items/tree/role_scales.h"

#include <array>
#include <atomic>
#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <string_view>
#include <unordered_map>
#include <vector>

namespace loupe {

/// An element of a tensor of a checkpoint, by its number in row-major order.
struct ElementPlace {
    std::uint32_t tensor = 0;
    std::uint64_t element = 0;

    bool operator==(const ElementPlace&) const = default;
};

/// The health of a checkpoint's tensors, as a scan finds it. Several threads may add, one after the other, while any
/// others read. Tensors come in the order of their numbers. A million tensors take about 230 MB, of complex numbers
/// three times as much.
class HealthResults {
public:
    explicit HealthResults(std::uint32_t tensors);

    /// Adds the next tensor: numbers 0, 1, 2, … Nothing after close().
    void add(const OpenedCheckpoint& opened, std::uint32_t tensor, const Result<Health>& health);
    /// From now on nothing is added, whatever those that add still do.
    void close();

    std::uint32_t tensors() const { return m_records.capacity(); }
    /// Tensors 0 to this one, without it, are known.
    std::uint32_t lookedAt() const { return m_records.size(); }
    bool isComplete() const { return m_records.isFull(); }
    /// Nothing is added any more.
    bool hasEnded() const { return m_closed || isComplete(); }

    /// What the scan found in a tensor of `checkpoint`; nothing if it was not looked at.
    std::optional<Result<Health>> find(const Checkpoint& checkpoint, std::uint32_t tensor) const;
    /// What the values of a tensor's role are drawn on; nothing if they are not known.
    std::optional<RoleScale> scaleOf(std::uint32_t tensor) const;
    /// How many tensors share this scale.
    std::uint32_t roleMembers(std::uint32_t tensor) const;
    /// For words of the filter such as "nan:>0".
    std::optional<ValueCounts> counts(const Checkpoint& checkpoint, std::uint32_t tensor) const;
    HealthSums tensorSums(std::uint32_t tensor) const;
    /// For a tensor or a group: over all its tensors that were looked at, whatever a filter hides.
    HealthSums sums(const NameTree& tree, NameTree::NodeId node) const;
    HealthSums total() const;
    /// The first tensor in natural order, among those that were looked at, that has such elements, and the first of
    /// these. Precondition: NaN or Infinite.
    std::optional<ElementPlace> firstElement(const Checkpoint& checkpoint, HealthRemark remark) const;
    /// The error of the first tensor that could not be read.
    std::optional<Error> firstError() const;
    /// Tensors that could not be read, without those that were known to be incomplete when the file was opened.
    struct Unread {
        std::uint32_t tensors = 0;
        std::optional<Error> first;
    };
    Unread unexpectedlyUnread() const;
    /// What the scan found in quantized weights, without what opening found.
    Findings findings() const;
    bool hasFindings() const;
    /// HealthSums::rank() by node. For a job; not to be used where that was stopped.
    std::vector<std::uint64_t> ranks(const NameTree& tree, const Work& work) const;

private:
    /// A Health, packed: what is absent has no bit in `present`, and what only few have lies elsewhere.
    struct Record {
        enum class More : std::uint8_t { None, Parts, Note, Error }; // in two bits
        static constexpr std::uint32_t notKept = 0xffffffff;
        static constexpr std::size_t placeFigures = 2; ///< the first NaN and the first infinity
        static constexpr std::size_t countFigures = countStatistics(&Statistic::count) + placeFigures;
        static constexpr std::size_t realFigures = countStatistics(&Statistic::real);
        static constexpr std::size_t scalarFigures = countStatistics(&Statistic::extreme);

        std::array<std::uint64_t, countFigures> counts{};
        std::array<double, realFigures> reals{};
        std::array<std::uint64_t, scalarFigures> scalars{};
        double largestMagnitude = 0;
        double sigmas = 0;
        Distribution distribution;
        std::uint32_t duplicateOf = 0;
        std::uint32_t present = 0;
        Scalar::Kind kind = Scalar::Kind::None;
        bool singlePrecision : 1 = false;
        bool constant : 1 = false;
        bool odd : 1 = false; ///< as HealthSums has it, with the next
        bool warned : 1 = false;
        More more : 2 = More::None;
        std::uint16_t remarks = 0; ///< a bit for each that applies: healthOf() reads the tensor's name and takes longer
        std::uint32_t place = 0; ///< of what is more: the first part, the note, the error

        static Record pack(const Health& health);
        Health unpack(DType dtype, std::uint64_t elements) const;
        void setRemarks(const HealthSums& sums);
        HealthSums sums() const;
    };
    /// Reasons that are kept word for word why a tensor could not be read, and weights of which findings are: a file
    /// that was cut off may have a million.
    static constexpr std::size_t mostErrors = 10'000;
    static constexpr std::size_t mostFound = 10'000;

    void recordFirst(const OpenedCheckpoint& opened, std::uint32_t tensor, const HealthSums& sums);
    void packMore(Record& packed, const Result<Health>& health);
    using FindingsPtr = std::shared_ptr<const std::vector<Finding>>;
    void keepFindings(std::uint32_t tensor, FindingsPtr findings, std::vector<Finding> added);
    std::vector<Finding> findingsOf(const Checkpoint& checkpoint, std::uint32_t tensor) const;

    GrowingTable<Record> m_records; ///< by tensor

    // For those that add, one after the other:
    RoleScales m_scales;
    std::optional<KnownFindings> m_known; ///< from the first finding on

    std::atomic<bool> m_closed = false; ///< set under the lock

    mutable std::mutex m_mutex; ///< guards what follows; held for few assignments
    std::vector<HealthSums> m_groups; ///< by group number; empty before the first tensor
    std::array<std::optional<std::uint32_t>, healthRemarkCount> m_first; ///< tensor in natural order, by remark
    std::vector<Record> m_parts; ///< of complex numbers: real, imaginary
    std::vector<std::string_view> m_notes; ///< each once: there are few
    std::vector<Error> m_errors; ///< the first ones
    Unread m_unexpected;
    std::unordered_map<std::uint32_t, FindingsPtr> m_found; ///< by tensor, of the first ones
    Findings m_findings; ///< those that are new
};

using HealthResultsPtr = std::shared_ptr<const HealthResults>;

} // namespace loupe
