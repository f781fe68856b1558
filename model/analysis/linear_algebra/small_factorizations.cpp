#include "analysis/linear_algebra/small_factorizations.h"

#include <Eigen/Eigenvalues>
#include <Eigen/QR>
#include <Eigen/SVD>

#include <algorithm>

namespace loupe {

namespace {

using Dense = Eigen::Matrix<double, Eigen::Dynamic, Eigen::Dynamic, Eigen::RowMajor>;

Dense dense(const MatrixView& view)
{
    using Strides = Eigen::Stride<Eigen::Dynamic, Eigen::Dynamic>;
    const auto index = [](std::size_t number) { return static_cast<Eigen::Index>(number); };
    return Eigen::Map<const Dense, Eigen::Unaligned, Strides>(
        view.data, index(view.rows), index(view.columns), Strides(index(view.rowStride), index(view.columnStride)));
}

template <typename Expression>
Matrix ours(const Expression& expression)
{
    Matrix matrix(static_cast<std::size_t>(expression.rows()), static_cast<std::size_t>(expression.cols()));
    Eigen::Map<Dense>(matrix.values.data(), expression.rows(), expression.cols()) = expression;
    return matrix;
}

std::vector<double> list(const Eigen::VectorXd& values)
{
    return {values.data(), values.data() + values.size()};
}

} // namespace

ThinQr thinQr(const MatrixView& matrix)
{
    const Eigen::HouseholderQR<Dense> factors(dense(matrix));
    const Eigen::Index count = std::min(factors.rows(), factors.cols());
    const Dense q = factors.householderQ() * Dense::Identity(factors.rows(), count);
    const Dense r = factors.matrixQR().topRows(count).triangularView<Eigen::Upper>();
    return {ours(q), ours(r)};
}

ThinSvd thinSvd(const MatrixView& matrix)
{
    const Eigen::BDCSVD<Dense> factors(dense(matrix), Eigen::ComputeThinU | Eigen::ComputeThinV);
    return {ours(factors.matrixU()), list(factors.singularValues()), ours(factors.matrixV())};
}

std::vector<double> smallSingularValues(const MatrixView& matrix)
{
    return list(Eigen::BDCSVD<Dense>(dense(matrix)).singularValues());
}

SymmetricEigen symmetricEigen(const MatrixView& matrix)
{
    const Eigen::SelfAdjointEigenSolver<Dense> factors(dense(matrix));
    return {list(factors.eigenvalues().reverse()), ours(factors.eigenvectors().rowwise().reverse())};
}

} // namespace loupe
