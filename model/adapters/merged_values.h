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

/// What one module does to a tensor of the base.
struct MergedChange {
    /// In the order in which the changes of a tensor are applied.
    enum class Kind : std::uint8_t {
        Replacement, ///< by a tensor
        Sum, ///< adds a tensor
        Update, ///< adds the update, and normalizes with the magnitudes where there are such
    };

    Kind kind = Kind::Update;
    std::size_t module = 0; ///< of the adapter
    std::uint32_t tensor = 0; ///< of the adapter; for Sum and Replacement
    double factor = 1; ///< of what is added; for Update without that of the module
    /// Rows and columns take the tensor as a matrix: its columns are all dimensions but the first one, or the last one
    /// alone if it holds stacked experts.
    std::uint64_t firstRow = 0;
    std::uint64_t rows = 0;
    bool isTransposed = false;
    std::uint64_t expert = 0; ///< for Update of stacked experts
};

/// The values of a tensor of the base with the changes of an adapter, computed in 64 bits and rounded once to the
/// base's dtype. What is asked for is computed then; nothing of it is kept. Precondition: all updates are of stacked
/// experts, or none.
class MergedValues : public Storage {
public:
    /// Fails to decode where a finite number of the base becomes infinite or NaN, unless `allowsNonFinite`.
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

    /// The rows of both: the first one, and that behind the last one; the same where there are none.
    static std::pair<std::uint64_t, std::uint64_t> commonRows(const MergedChange& change, const Rows& rows);
    std::uint64_t columnsOf(const Tensor& tensor) const;
    Result<> apply(const MergedChange& change, Rows& rows, Buffer& scratch) const;
    /// Fails where numbers of the base that are finite are not so in `merged`.
    Result<> checkFinite(
        const Tensor& tensor, const Elements& base, std::uint64_t first, std::span<const double> merged) const;
    Result<> addTensor(const MergedChange& change, Rows& rows, Buffer& scratch) const;
    Result<> addUpdate(const MergedChange& change, Rows& rows) const;
    Result<> normalize(const MergedChange& change, Rows& rows, const std::vector<double>& before) const;
    /// The norm of each column over all rows, with the changes before the updates and the update of this change.
    Result<std::vector<double>> columnNorms(const MergedChange& change) const;

    std::shared_ptr<const Checkpoint> m_base;
    std::uint32_t m_tensor;
    std::shared_ptr<UpdateCache> m_updates;
    std::vector<MergedChange> m_changes; ///< as they are applied
    bool m_allowsNonFinite;
    mutable std::mutex m_mutex;
    mutable std::map<std::size_t, std::vector<double>> m_columnNorms; ///< of modules with magnitudes of columns
};

} // namespace loupe
