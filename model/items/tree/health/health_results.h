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

/// An element of a tensor of a checkpoint, as an index in row-major order.
struct ElementPlace {
    std::uint32_t tensor = 0;
    std::uint64_t element = 0;

    bool operator==(const ElementPlace&) const = default;
};

/// The results of a health scan for a checkpoint's tensors, in the order of their numbers. Several threads may add
/// results, but only one at a time, while any threads read. A million tensors take about 230 MB, or three times as much
/// if they are complex.
class HealthResults {
public:
    explicit HealthResults(std::uint32_t tensors);

    /// Adds the next tensor; the numbers are 0, 1, 2, …. Does nothing after close().
    void add(const OpenedCheckpoint& opened, std::uint32_t tensor, const Result<Health>& health);
    /// Ignores all further results, even while threads are still adding.
    void close();

    std::uint32_t tensors() const { return m_records.capacity(); }
    /// The tensors [0, lookedAt()) are known.
    std::uint32_t lookedAt() const { return m_records.size(); }
    bool isComplete() const { return m_records.isFull(); }
    /// True if no more results will be added.
    bool hasEnded() const { return m_closed || isComplete(); }

    /// The results for a tensor of `checkpoint`; nullopt if it was not looked at.
    std::optional<Result<Health>> find(const Checkpoint& checkpoint, std::uint32_t tensor) const;
    /// The common scale for drawing the values of the tensors of a role; nullopt if it is not known.
    std::optional<RoleScale> scaleOf(std::uint32_t tensor) const;
    /// How many tensors share this scale.
    std::uint32_t roleMembers(std::uint32_t tensor) const;
    /// For filter words such as "nan:>0".
    std::optional<ValueCounts> counts(const Checkpoint& checkpoint, std::uint32_t tensor) const;
    HealthSums tensorSums(std::uint32_t tensor) const;
    /// For a tensor or a group: covers all its scanned tensors, regardless of any filter.
    HealthSums sums(const NameTree& tree, NameTree::NodeId node) const;
    HealthSums total() const;
    /// The first scanned tensor in natural order with such elements, and its first such element. Precondition: `remark`
    /// is NaN or Infinite.
    std::optional<ElementPlace> firstElement(const Checkpoint& checkpoint, HealthRemark remark) const;
    /// The error of the first tensor that could not be read.
    std::optional<Error> firstError() const;
    /// Tensors that could not be read, except those known to be incomplete since the file was opened.
    struct Unread {
        std::uint32_t tensors = 0;
        std::optional<Error> first;
    };
    Unread unexpectedlyUnread() const;
    /// The scan's findings about quantized weights, without those from opening the file.
    Findings findings() const;
    bool hasFindings() const;
    /// HealthSums::rank(), indexed by node. Run it in a job; if stopped, the result must not be used.
    std::vector<std::uint64_t> ranks(const NameTree& tree, const Work& work) const;

private:
    /// A packed Health. Bits in `present` mark which figures exist; rare data is stored separately.
    struct Record {
        enum class More : std::uint8_t { None, Parts, Note, Error }; // 2 bits
        static constexpr std::uint32_t notKept = 0xffffffff;
        static constexpr std::size_t placeFigures = 2; ///< for the first NaN and the first infinity
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
        bool odd : 1 = false; ///< as in HealthSums, like `warned`
        bool warned : 1 = false;
        More more : 2 = More::None;
        std::uint16_t remarks = 0; ///< one bit for each that applies, as healthOf() is slower: it reads the tensor's
                                   ///< name
        std::uint32_t place = 0; ///< the index of the data in `more`: the first part, the note or the error

        static Record pack(const Health& health);
        Health unpack(DType dtype, std::uint64_t elements) const;
        void setRemarks(const HealthSums& sums);
        HealthSums sums() const;
    };
    /// How many read errors are stored verbatim, and for how many weights findings are stored. A truncated file may
    /// have a million of either.
    static constexpr std::size_t mostErrors = 10'000;
    static constexpr std::size_t mostFound = 10'000;

    void recordFirst(const OpenedCheckpoint& opened, std::uint32_t tensor, const HealthSums& sums);
    void packMore(Record& packed, const Result<Health>& health);
    using FindingsPtr = std::shared_ptr<const std::vector<Finding>>;
    void keepFindings(std::uint32_t tensor, FindingsPtr findings, std::vector<Finding> added);
    std::vector<Finding> findingsOf(const Checkpoint& checkpoint, std::uint32_t tensor) const;

    GrowingTable<Record> m_records; ///< indexed by tensor

    // Only for the threads that add, one at a time:
    RoleScales m_scales;
    std::optional<KnownFindings> m_known; ///< set at the first finding

    std::atomic<bool> m_closed = false; ///< set under the lock

    mutable std::mutex m_mutex; ///< guards all members below; held only for a few assignments
    std::vector<HealthSums> m_groups; ///< indexed by group number; empty before the first tensor
    std::array<std::optional<std::uint32_t>, healthRemarkCount> m_first; ///< the first tensor in natural order, indexed
                                                                         ///< by remark
    std::vector<Record> m_parts; ///< of complex numbers: real part, then imaginary part
    std::vector<std::string_view> m_notes; ///< without duplicates: there are few
    std::vector<Error> m_errors; ///< only the first ones
    Unread m_unexpected;
    std::unordered_map<std::uint32_t, FindingsPtr> m_found; ///< by tensor; only the first ones
    Findings m_findings; ///< only new ones
};

using HealthResultsPtr = std::shared_ptr<const HealthResults>;

} // namespace loupe
