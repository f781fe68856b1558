#pragma once

#include "adapters/adapter.h"
#include "analysis/linear_algebra/matrix.h"
#include "core/result.h"

#include <cstddef>
#include <list>
#include <memory>
#include <mutex>
#include <utility>

namespace loupe {

/// The factors of an update in 64 bits: the update is the scale times up · down. Those of stacked experts are all in
/// one pair, as AdapterModule says.
struct Factors {
    Matrix up; ///< [outputs, rank]
    Matrix down; ///< [rank, inputs]; a middle factor is multiplied in
};

/// Those of one of stacked experts, as views of the pair: first up, then down.
std::pair<MatrixView, MatrixView> expertFactors(const Factors& all, std::uint64_t experts, std::uint64_t expert);

/// Puts the factors of one expert, of that rank or a lower one, into those of all: `all` has room for `experts` times
/// its rank, and keeps zeros for the rest.
void putExpert(Factors& all, std::uint64_t experts, std::uint64_t expert, const Factors& own);

/// The update of some rows. Trainers that have the parts of a joined weight apart save them with zeros for the ranks of
/// the others: these are left out.
Factors factorsOfRows(const Factors& whole, std::uint64_t firstRow, std::uint64_t rows);

/// All numbers of a tensor of floats. Fails as Elements do, with TooLarge, and with Changed where its file is another
/// one by now. Precondition: the tensor has rows · columns elements.
Result<Matrix> readMatrix(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::size_t rows, std::size_t columns);

/// Precondition: the module is computable and has factors.
Result<Factors> readFactors(const Adapter& adapter, const AdapterModule& module);

/// Those of the modules that were asked for last: an update is computed in pieces, each of which needs them. Usable
/// from any thread.
class FactorCache {
public:
    explicit FactorCache(std::shared_ptr<const Adapter> adapter)
        : m_adapter(std::move(adapter))
    {
    }
    const Adapter& adapter() const { return *m_adapter; }
    Result<std::shared_ptr<const Factors>> of(std::size_t module);

private:
    std::shared_ptr<const Adapter> m_adapter;
    std::mutex m_mutex;
    std::list<std::pair<std::size_t, std::shared_ptr<const Factors>>> m_last; ///< the newest first
};

} // namespace loupe
