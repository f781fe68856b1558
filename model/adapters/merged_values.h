#pragma once

#include "adapters/base_fit.h"
#include "adapters/updates/update.h"
#include "core/elements.h"

#include <cstddef>
#include <cstdint>
#include <map>
#include <memory>
#include <mutex>
#include <utility>
#include <vector>

namespace loupe {

/// One module's change to a tensor of the base.
struct MergedChange {
    /// Changes to a tensor are applied in this order.
    enum class Kind : std::uint8_t {
        Replacement, ///< replaces the values by a tensor
        Sum, ///< adds a tensor
        Update, ///< adds the update, then normalizes if there are magnitudes
    };

    Kind kind = Kind::Update;
    std::size_t module = 0; ///< of the adapter
    std::uint32_t tensor = 0; ///< index of the adapter's tensor; for Sum and Replacement
    double factor = 1; ///< multiplies what is added; for Update, in addition to the module's scale
    /// Rows and columns refer to the tensor as a matrix. Its columns are all dimensions except the first one, or only
    /// the last one if the tensor holds stacked experts.
    std::uint64_t firstRow = 0;
    std::uint64_t rows = 0;
    bool isTransposed = false;
    std::uint64_t expert = 0; ///< index of the expert, for Update of stacked experts
    bool swapsHalves = false; ///< the module stores the second half of the rows first
};

/// The values of a tensor of the base with an adapter's changes, computed in 64 bits and rounded once to the base's
/// dtype. They are computed on request and not cached. Precondition: either all updates are of stacked experts, or
/// none.
class MergedValues : public Storage {
public:
    /// Decoding fails if a finite number of the base becomes infinite or NaN, unless `allowsNonFinite`.
    MergedValues(std::shared_ptr<const Checkpoint> base, std::uint32_t tensor, std::shared_ptr<UpdateCache> updates,
        std::vector<MergedChange> changes, bool allowsNonFinite);
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    /// Whole rows of the tensor.
    struct Rows {
        std::uint64_t first = 0;
        std::uint64_t count = 0;
        std::uint64_t columns = 0;
        std::vector<double> numbers;
    };

    /// Consecutive rows of the tensor that are consecutive in the module, too.
    struct Run {
        std::uint64_t first = 0;
        std::uint64_t count = 0;
        std::uint64_t inModule = 0; ///< the row of the module that is the first one
    };

    /// The rows that both have in common.
    static std::vector<Run> commonRows(const MergedChange& change, const Rows& rows);
    std::uint64_t columnsOf(const Tensor& tensor) const;
    Result<> apply(const MergedChange& change, Rows& rows, Buffer& scratch) const;
    /// Fails if numbers that are finite in the base are not finite in `merged`.
    Result<> checkFinite(
        const Tensor& tensor, const Elements& base, std::uint64_t first, std::span<const double> merged) const;
    /// Fails if a tensor that changes this one has NaN or infinite values.
    Result<> nonFinitePart(const Tensor& tensor) const;
    Result<> addTensor(const MergedChange& change, Rows& rows, Buffer& scratch) const;
    Result<> addUpdate(const MergedChange& change, Rows& rows) const;
    Result<> normalize(const MergedChange& change, Rows& rows, const std::vector<double>& before) const;
    /// The norm of each column over all rows, including the changes before the updates, and this update.
    Result<std::vector<double>> columnNorms(const MergedChange& change) const;

    std::shared_ptr<const Checkpoint> m_base;
    std::uint32_t m_tensor;
    std::shared_ptr<UpdateCache> m_updates;
    std::vector<MergedChange> m_changes; ///< in the order in which they are applied
    bool m_allowsNonFinite;
    mutable std::mutex m_mutex;
    mutable std::map<std::size_t, std::vector<double>>
        m_columnNorms; ///< by module, for those with magnitudes of columns
};

} // namespace loupe
