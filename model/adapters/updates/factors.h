#pragma once

#include "adapters/adapter.h"
#include "analysis/linear_algebra/matrix_parts.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <memory>
#include <utility>

namespace loupe {

/// The factors of an update in 64 bits: the update is scale · up · down. The factors of stacked experts are packed into
/// one pair, as described in AdapterModule.
struct Factors {
    Matrix up; ///< [outputs, rank]
    Matrix down; ///< [rank, inputs]; a middle factor is multiplied in
};

/// The factors of one stacked expert, as views of the pair: first up, then down.
std::pair<MatrixView, MatrixView> expertFactors(const Factors& all, std::uint64_t experts, std::uint64_t expert);

/// The factors of up · down, or of its transpose; the left one first.
std::pair<MatrixView, MatrixView> sidesOf(const MatrixView& up, const MatrixView& down, bool isTransposed);

/// Copies the factors of one expert into those of all experts. The expert's rank may be less than the rank of `all`
/// divided by `experts`; the remaining entries stay zero.
void putExpert(Factors& all, std::uint64_t experts, std::uint64_t expert, const Factors& own);

/// The factors for some rows of the update. Trainers that split a fused weight into parts save each part with zeros for
/// the ranks of the others. These ranks are dropped.
Factors factorsOfRows(const Factors& whole, std::uint64_t firstRow, std::uint64_t rows);

/// Reads all numbers of a floating-point tensor. Fails as Elements do, with TooLarge, or with Changed if the file was
/// replaced. Precondition: the tensor has rows · columns elements.
Result<Matrix> readMatrix(
    const std::shared_ptr<const Checkpoint>& checkpoint, std::uint32_t tensor, std::size_t rows, std::size_t columns);

/// Reads the factors of a product. Fails as readMatrix() does, or with Stopped. Precondition: sizesOf() found no
/// problem.
Result<Factors> readFactors(
    const Adapter& adapter, const AdapterModule& module, const ProductParts& parts, const Work& work);

} // namespace loupe
