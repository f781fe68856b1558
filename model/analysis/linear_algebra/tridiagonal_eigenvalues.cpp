#include "analysis/linear_algebra/tridiagonal_eigenvalues.h"

#include <algorithm>
#include <cmath>
#include <cstddef>
#include <functional>
#include <limits>

namespace loupe {

namespace {

/// A power of two near the largest magnitude: numbers divided by it have squares that fit doubles. 1 if all numbers are
/// 0. Fails with Unsupported if a number is not finite.
Result<double> unitOf(const std::vector<double>& diagonal, const std::vector<double>& below)
{
    double largest = 0;
    for (const auto* numbers : {&diagonal, &below}) {
        for (const double number : *numbers) {
            if (!std::isfinite(number))
                return fail(ErrorCode::Unsupported, "eigenvalues need finite numbers");
            largest = std::max(largest, std::abs(number));
        }
    }
    return largest > 0 ? std::ldexp(1.0, std::ilogb(largest)) : 1.0;
}

} // namespace

// The rational variant of the QL algorithm, without square roots: C. H. Reinsch, "Tridiagonal QL algorithm with
// implicit shifts", Communications of the ACM 16 (1973), algorithm 464; TQLRAT of EISPACK. It needs only the squares of
// the subdiagonal.
Result<std::vector<double>> tridiagonalEigenvalues(
    std::vector<double> diagonal, const std::vector<double>& below, const Work& work)
{
    constexpr int mostSteps = 60; // per value; two are usual
    constexpr double epsilon = std::numeric_limits<double>::epsilon();
    const std::size_t count = diagonal.size();
    const auto unit = unitOf(diagonal, below);
    if (!unit)
        return fail(unit.error());
    std::vector<double>& d = diagonal;
    for (double& value : d)
        value /= *unit;
    std::vector<double> squares(count, 0.0);
    for (std::size_t i = 0; i + 1 < count; ++i)
        squares[i] = below[i] / *unit * (below[i] / *unit);

    double shift = 0; // of all remaining values
    double largest = 0; // so far
    for (std::size_t at = 0; at < count; ++at) {
        if (work.stopped())
            return fail(ErrorCode::Stopped, "stopped");
        largest = std::max(largest, std::abs(d[at]) + std::sqrt(squares[at]));
        const double small = epsilon * largest;
        const double smallSquare = small * small;
        std::size_t end = at; // end of the block that splits off
        while (end + 1 < count && squares[end] > smallSquare)
            ++end;
        for (int step = 0; end != at && squares[at] != 0; ++step) {
            if (step == mostSteps)
                return fail(ErrorCode::Unsupported, "an eigenvalue does not converge");
            const double beside = std::sqrt(squares[at]);
            const double before = d[at];
            const double half = (d[at + 1] - before) / (2 * beside);
            const double root = std::hypot(half, 1.0);
            d[at] = beside / (half + std::copysign(root, half));
            const double taken = before - d[at];
            for (std::size_t i = at + 1; i < count; ++i)
                d[i] -= taken;
            shift += taken;

            double g = d[end] == 0 ? small : d[end];
            double h = g;
            double s = 0;
            for (std::size_t i = end; i-- > at;) {
                const double p = g * h;
                const double r = p + squares[i];
                squares[i + 1] = s * r;
                s = squares[i] / r;
                d[i + 1] = h + s * (h + d[i]);
                g = d[i] - squares[i] / g;
                if (g == 0)
                    g = small;
                h = g * p / r;
            }
            squares[at] = s * g;
            d[at] = h;
            if (h == 0 || std::abs(squares[at]) <= std::abs(smallSquare / h))
                break;
            squares[at] *= h;
            end = at;
            while (end + 1 < count && squares[end] > smallSquare)
                ++end;
        }
        d[at] += shift;
    }
    for (double& value : d)
        value *= *unit;
    std::sort(d.begin(), d.end(), std::greater<>());
    return diagonal;
}

} // namespace loupe
