#pragma once

#include "analysis/spectrum/tensor_matrix.h"
#include "core/elements.h"
#include "core/result.h"
#include "core/work.h"

#include <cstddef>
#include <optional>
#include <string>
#include <vector>

namespace loupe {

/// The singular values of a matrix, and figures derived from them. The energy of a value is its square; all energies
/// together are the sum of the squares of the matrix's numbers.
struct Spectrum {
    TensorMatrix matrix;
    /// In descending order: all of them if `isExact`, else the largest ones, none of which is greater than the true
    /// one, apart from rounding.
    std::vector<double> values;
    bool isExact = true; ///< up to `floor`
    /// Upper bound of each value's distance from a true one; empty if exact.
    std::vector<double> errors;
    /// Smaller values cannot be distinguished from 0, and are given as 0.
    double floor = 0;
    /// Energy of all values, including unlisted ones, divided by that of the largest one.
    double relativeEnergy = 0;

    /// Makes a spectrum from all values of a matrix, in descending order. Sets the members that follow from the values.
    static Spectrum ofValues(std::vector<double> values);

    double largest() const { return values.empty() ? 0 : values.front(); }
    /// Sum of the squares of all numbers of the matrix; infinite if too large for a double.
    double energy() const { return relativeEnergy * largest() * largest(); }
    /// Energy divided by that of the largest value: the number of values of that size that would have the same energy.
    /// Nothing for a zero matrix.
    std::optional<double> stableRank() const;
    /// exp(-Σ p ln p) with p the share of each value above `floor` in their sum: O. Roy and M. Vetterli, "The effective
    /// rank: a measure of effective dimensionality", EUSIPCO 2007. Nothing unless exact.
    std::optional<double> effectiveRank() const;
    /// The number of values above `floor`; nothing unless exact.
    std::optional<std::size_t> rank() const;
    /// The largest value divided by the smallest one; nothing if the smallest is unknown or cannot be distinguished
    /// from 0.
    std::optional<double> condition() const;
    /// A lower bound of condition() if the smallest value cannot be distinguished from 0; nothing for a zero matrix.
    std::optional<double> leastCondition() const;
    /// Upper bound of any value's distance from a true one.
    double largestError() const;
    /// Lower bound of the share of the energy in the `count` largest values, up to 1.
    double energyKept(std::size_t count) const;
    /// The smallest count that keeps this share of the energy, at most rank(); nothing if the known values do not reach
    /// the share.
    std::optional<std::size_t> rankFor(double share) const;
    /// energyKept() for each count from 1.
    std::vector<double> energyCurve() const;

private:
    bool isAboveFloor(double value) const { return value > floor; }
    double relativeSquare(std::size_t index) const;
};

struct SpectrumOptions {
    /// Index of the matrix in a stack; see asMatrix().
    std::optional<std::uint64_t> stacked;
    /// How many values to find if the matrix is too large to find all.
    std::size_t leading = 64;
    /// All values are found if the smaller side is at most this. Takes memory for a square matrix of doubles of this
    /// side, 128 MiB, in addition to the blocks.
    std::size_t exactSide = 4096;
    /// The maximum count of the matrix's numbers in memory at once, but at least one row: 64 MiB of doubles.
    std::size_t blockNumbers = std::size_t{8} << 20;

    static constexpr std::size_t mostLeading = 256;
};

/// The maximum memory in bytes for a tensor's spectrum, in addition to the memory for decoding it.
std::uint64_t spectrumMemory(const TensorMatrix& matrix, const SpectrumOptions& options);

/// The matrix to use for a tensor's spectrum. Fails with Unsupported if it is not a matrix of readable real numbers.
Result<TensorMatrix> spectrumMatrix(const Elements& elements, const SpectrumOptions& options);

/// Progress has arbitrary units. Fails with Unsupported if the tensor is not a matrix, its numbers are complex or
/// unreadable, or one of them is not finite; with Stopped; and as Elements::visit() does.
Result<Spectrum> findSpectrum(const Elements& elements, const SpectrumOptions& options, const Work& work);

/// The spectrum of b - a. Also fails with InvalidArgument if their shapes differ.
Result<Spectrum> findDifferenceSpectrum(
    const Elements& a, const Elements& b, const SpectrumOptions& options, const Work& work);

} // namespace loupe
