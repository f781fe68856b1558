#pragma once

#include "adapters/adapter.h"
#include "analysis/linear_algebra/matrix.h"
#include "core/result.h"

#include <cstddef>
#include <memory>
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

/// The factors of up · down, or of its transpose: first the left one.
std::pair<MatrixView, MatrixView> sidesOf(const MatrixView& up, const MatrixView& down, bool isTransposed);

Matrix transposed(const Matrix& matrix);

/// Some rows of a matrix.
MatrixView rowsOf(MatrixView matrix, std::size_t first, std::size_t count);

bool areFinite(const Matrix& matrix);

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

/// The factors of a product. Fails as readMatrix(). Precondition: sizesOf() found no problem.
Result<Factors> readFactors(const Adapter& adapter, const AdapterModule& module, const ProductParts& parts = loraParts);

} // namespace loupe
