// Compares products with plain sums, for each instruction set, and eigenvalues and factorizations with known ones.

#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/small_factorizations.h"
#include "analysis/linear_algebra/symmetric_eigenvalues.h"
#include "analysis/linear_algebra/tridiagonal_eigenvalues.h"

#include <gtest/gtest.h>
#include <hwy/targets.h>

#include <cmath>
#include <numbers>
#include <random>
#include <stop_token>

namespace loupe::test {
namespace {

Matrix randomMatrix(std::size_t rows, std::size_t columns, std::uint32_t seed = 3)
{
    std::mt19937 random(seed);
    std::uniform_real_distribution<double> numbers(-1, 1);
    Matrix matrix(rows, columns);
    for (double& number : matrix.values)
        number = numbers(random);
    return matrix;
}

double entry(const MatrixView& view, std::size_t row, std::size_t column)
{
    if (view.isSymmetric && row < column)
        std::swap(row, column);
    return view.data[row * view.rowStride + column * view.columnStride];
}

Matrix plainProduct(const MatrixView& a, const MatrixView& b)
{
    Matrix product(a.rows, b.columns);
    for (std::size_t i = 0; i < a.rows; ++i) {
        for (std::size_t j = 0; j < b.columns; ++j) {
            for (std::size_t k = 0; k < a.columns; ++k)
                product.at(i, j) += entry(a, i, k) * entry(b, k, j);
        }
    }
    return product;
}

double largestDistance(const Matrix& a, const Matrix& b)
{
    EXPECT_EQ(a.rows, b.rows);
    EXPECT_EQ(a.columns, b.columns);
    double largest = 0;
    for (std::size_t i = 0; i < a.values.size() && i < b.values.size(); ++i)
        largest = std::max(largest, std::abs(a.values[i] - b.values[i]));
    return largest;
}

Matrix identity(std::size_t order)
{
    Matrix matrix(order, order);
    for (std::size_t i = 0; i < order; ++i)
        matrix.at(i, i) = 1;
    return matrix;
}

/// H diag(values) H with the reflection H = I - 2 u uᵀ: its eigenvalues are `values`.
Matrix withEigenvalues(const std::vector<double>& values)
{
    const std::size_t order = values.size();
    std::vector<double> u = randomMatrix(1, order, 11).values;
    double norm = 0;
    for (const double number : u)
        norm += number * number;
    Matrix h = identity(order);
    for (std::size_t i = 0; i < order; ++i) {
        for (std::size_t j = 0; j < order; ++j)
            h.at(i, j) -= 2 * u[i] * u[j] / norm;
    }
    Matrix scaled = h;
    for (std::size_t i = 0; i < order; ++i) {
        for (std::size_t j = 0; j < order; ++j)
            scaled.at(i, j) *= values[j];
    }
    return plainProduct(scaled, h);
}

class LinearAlgebraTest : public testing::TestWithParam<std::int64_t> {
protected:
    void SetUp() override { hwy::SetSupportedTargetsForTest(GetParam()); }
    void TearDown() override { hwy::SetSupportedTargetsForTest(0); }
};

INSTANTIATE_TEST_SUITE_P(Targets, LinearAlgebraTest, testing::ValuesIn(hwy::SupportedAndGeneratedTargets()),
    [](const auto& one) { return std::string(hwy::TargetName(one.param)); });

TEST_P(LinearAlgebraTest, ProductsAreSumsOfProducts)
{
    struct Sizes {
        std::size_t rows, depth, columns;
    };
    // Sizes around those of tiles and of the parts that are kept in the cache.
    for (const Sizes& sizes : {Sizes{1, 1, 1}, {6, 3, 16}, {7, 5, 17}, {3, 300, 2}, {193, 2, 9}, {5, 7, 385}}) {
        const Matrix a = randomMatrix(sizes.rows, sizes.depth, 5);
        const Matrix b = randomMatrix(sizes.depth, sizes.columns, 6);
        const Matrix aAcross = randomMatrix(sizes.depth, sizes.rows, 7);
        const Matrix bAcross = randomMatrix(sizes.columns, sizes.depth, 8);
        for (const MatrixView& left : {MatrixView(a), MatrixView(aAcross).transposed()}) {
            for (const MatrixView& right : {MatrixView(b), MatrixView(bAcross).transposed()}) {
                const auto product = multiply(left, right, {});
                ASSERT_TRUE(product);
                EXPECT_LT(largestDistance(*product, plainProduct(left, right)), 1e-13)
                    << sizes.rows << " x " << sizes.depth << " x " << sizes.columns;
            }
        }
    }
}

TEST_P(LinearAlgebraTest, ASymmetricOperandIsReadFromItsLowerTriangle)
{
    constexpr std::size_t order = 270; // more than are packed at once
    Matrix stored = randomMatrix(order, order);
    const Matrix thin = randomMatrix(order, 3);
    const MatrixView whole = MatrixView(stored).symmetric();
    const Matrix expected = plainProduct(whole, thin);
    const Matrix expectedAcross = plainProduct(MatrixView(thin).transposed(), whole);
    for (std::size_t i = 0; i < order; ++i)
        std::fill_n(stored.values.begin() + static_cast<std::ptrdiff_t>(i * order + i + 1), order - i - 1, NAN);
    EXPECT_LT(largestDistance(*multiply(whole, thin, {}), expected), 1e-12);
    EXPECT_LT(largestDistance(*multiply(MatrixView(thin).transposed(), whole, {}), expectedAcross), 1e-12);
}

TEST_P(LinearAlgebraTest, ALowerTargetIsAddedToOnAndBelowItsDiagonal)
{
    const Matrix a = randomMatrix(200, 4);
    const MatrixView across = MatrixView(a).transposed();
    const Matrix expected = plainProduct(a, across);
    Matrix target = identity(200);
    ASSERT_TRUE(addProduct(-2, a, across, ProductTarget(target).lower(), {}));
    for (std::size_t i = 0; i < 200; ++i) {
        for (std::size_t j = 0; j <= i; ++j)
            EXPECT_NEAR(target.at(i, j), (i == j ? 1 : 0) - 2 * expected.at(i, j), 1e-13) << i << ", " << j;
    }
    EXPECT_EQ(target.at(0, 199), 0);
}

TEST_P(LinearAlgebraTest, EigenvaluesAreThoseThatTheMatrixWasMadeOf)
{
    for (const std::size_t order : {1U, 2U, 3U, 47U, 48U, 49U, 50U, 97U, 101U, 150U}) {
        std::vector<double> values(order);
        for (std::size_t i = 0; i < order; ++i)
            values[i] = i % 5 == 4 ? 0 : std::pow(0.8, static_cast<double>(i)); // some of them are equal
        std::sort(values.rbegin(), values.rend());
        const auto found = symmetricEigenvalues(withEigenvalues(values), {});
        ASSERT_TRUE(found);
        ASSERT_EQ(found->size(), order);
        for (std::size_t i = 0; i < order; ++i)
            EXPECT_NEAR((*found)[i], values[i], 1e-14 * static_cast<double>(order)) << i << " of " << order;
    }
}

TEST(LinearAlgebra, EigenvaluesOfATridiagonalMatrixHaveAFormula)
{
    constexpr std::size_t order = 60;
    const auto values =
        tridiagonalEigenvalues(std::vector<double>(order, 2.0), std::vector<double>(order - 1, -1.0), {});
    ASSERT_TRUE(values);
    for (std::size_t i = 0; i < order; ++i) {
        const double angle = std::numbers::pi * static_cast<double>(order - i) / (order + 1);
        EXPECT_NEAR((*values)[i], 2 - 2 * std::cos(angle), 1e-13);
    }
    EXPECT_TRUE(tridiagonalEigenvalues({}, {}, {})->empty());
}

TEST_P(LinearAlgebraTest, NumbersWhoseSquaresVanishAreTransformedAlike)
{
    for (const std::size_t order : {8U, 60U}) {
        Matrix matrix = identity(order);
        matrix.at(0, 0) = 5;
        matrix.at(1, 1) = 2;
        matrix.at(2, 0) = matrix.at(5, 0) = 3.3e-161; // their squares are subnormal
        const auto values = symmetricEigenvalues(matrix, {});
        ASSERT_TRUE(values);
        for (std::size_t i = 0; i < order; ++i)
            EXPECT_NEAR((*values)[i], i == 0 ? 5 : i == 1 ? 2 : 1, 1e-14) << i << " of " << order;
    }
}

TEST_P(LinearAlgebraTest, EigenvaluesMayHaveAnyMagnitude)
{
    const std::vector<double> values{5, 3, 1, -2};
    for (const double magnitude : {1e-300, 1e-170, 1e170, 1e300}) {
        Matrix matrix = withEigenvalues(values);
        for (double& number : matrix.values)
            number *= magnitude;
        const auto found = symmetricEigenvalues(matrix, {});
        ASSERT_TRUE(found);
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_NEAR((*found)[i] / magnitude, values[i], 1e-13) << magnitude;
    }
}

TEST(LinearAlgebra, EigenvaluesOfWhatIsNotFiniteAreAnError)
{
    for (const std::size_t order : {1U, 2U, 8U, 60U, 120U}) {
        for (const double odd : {double{NAN}, double{INFINITY}, -double{INFINITY}}) {
            for (const std::size_t row : {std::size_t{0}, order / 2, order - 1}) {
                for (const std::size_t column : {std::size_t{0}, row / 2, row}) {
                    Matrix matrix = randomMatrix(order, order);
                    matrix.at(row, column) = odd;
                    const auto values = symmetricEigenvalues(matrix, {});
                    ASSERT_FALSE(values) << odd << " at " << row << ", " << column << " of " << order;
                    EXPECT_EQ(values.error().code, ErrorCode::Unsupported);
                }
            }
        }
    }
    EXPECT_EQ(tridiagonalEigenvalues({1, 2}, {NAN}, {}).error().code, ErrorCode::Unsupported);
}

TEST(LinearAlgebra, StopsWhenAskedTo)
{
    std::stop_source stop;
    stop.request_stop();
    const Work work{stop.get_token()};
    const Matrix matrix = randomMatrix(60, 60);
    EXPECT_EQ(multiply(matrix, matrix, work).error().code, ErrorCode::Stopped);
    EXPECT_EQ(symmetricEigenvalues(matrix, work).error().code, ErrorCode::Stopped);
    EXPECT_EQ(tridiagonalEigenvalues({1, 2}, {1}, work).error().code, ErrorCode::Stopped);
}

TEST(LinearAlgebra, QrGivesOrthonormalColumnsAndATriangle)
{
    for (const auto& [rows, columns] : {std::pair{9U, 4U}, {4U, 9U}, {5U, 5U}, {1U, 3U}}) {
        const Matrix matrix = randomMatrix(rows, columns);
        const ThinQr qr = thinQr(matrix);
        EXPECT_LT(largestDistance(plainProduct(qr.q, qr.r), matrix), 1e-14);
        EXPECT_LT(largestDistance(plainProduct(MatrixView(qr.q).transposed(), qr.q), identity(std::min(rows, columns))),
            1e-14);
        for (std::size_t i = 0; i < qr.r.rows; ++i) {
            for (std::size_t j = 0; j < std::min(i, qr.r.columns); ++j)
                EXPECT_EQ(qr.r.at(i, j), 0);
        }
    }
}

TEST(LinearAlgebra, SvdGivesTheMatrixBack)
{
    for (const auto& [rows, columns] : {std::pair{9U, 4U}, {4U, 9U}, {30U, 30U}, {1U, 3U}}) {
        const Matrix matrix = randomMatrix(rows, columns);
        const ThinSvd svd = thinSvd(matrix);
        ASSERT_EQ(svd.values.size(), std::min(rows, columns));
        EXPECT_TRUE(std::is_sorted(svd.values.rbegin(), svd.values.rend()));
        Matrix scaled = svd.u;
        for (std::size_t i = 0; i < scaled.rows; ++i) {
            for (std::size_t j = 0; j < scaled.columns; ++j)
                scaled.at(i, j) *= svd.values[j];
        }
        EXPECT_LT(largestDistance(plainProduct(scaled, MatrixView(svd.v).transposed()), matrix), 1e-13);
        for (const Matrix& vectors : {svd.u, svd.v})
            EXPECT_LT(largestDistance(
                          plainProduct(MatrixView(vectors).transposed(), vectors), identity(std::min(rows, columns))),
                1e-13);
        const std::vector<double> values = smallSingularValues(matrix);
        for (std::size_t i = 0; i < values.size(); ++i)
            EXPECT_NEAR(values[i], svd.values[i], 1e-14);
    }
}

TEST(LinearAlgebra, EigenvectorsBelongToTheirValues)
{
    const Matrix matrix = withEigenvalues({5, 3, 1, -2});
    const SymmetricEigen eigen = symmetricEigen(matrix);
    const std::vector<double> expected{5, 3, 1, -2};
    const Matrix images = plainProduct(matrix, eigen.vectors);
    for (std::size_t j = 0; j < expected.size(); ++j) {
        EXPECT_NEAR(eigen.values[j], expected[j], 1e-14);
        for (std::size_t i = 0; i < expected.size(); ++i)
            EXPECT_NEAR(images.at(i, j), expected[j] * eigen.vectors.at(i, j), 1e-13);
    }
}

} // namespace
} // namespace loupe::test
