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

/// The singular values of a matrix, and what follows from them. The energy of a value is its square; all energies
/// together are the sum of the squares of the matrix's numbers.
struct Spectrum {
    TensorMatrix matrix;
    /// In falling order: all of them where `isExact`, else the largest ones, none of which is greater than the true
    /// one.
    std::vector<double> values;
    bool isExact = true; ///< to `floor`
    /// How far each value is from a true one at most; empty if exact.
    std::vector<double> errors;
    /// Below it, values cannot be told from 0.
    double floor = 0;
    /// Energy of all values, those that are not listed too, divided by that of the largest one.
    double relativeEnergy = 0;

    /// The spectrum from all `values` of a matrix, in descending order, as far as it follows from them.
    static Spectrum ofValues(std::vector<double> values);

    double largest() const { return values.empty() ? 0 : values.front(); }
    /// Sum of the squares of all numbers of the matrix; infinite if no double is as large.
    double energy() const { return relativeEnergy * largest() * largest(); }
    /// Energy divided by that of the largest value: how many values as large would make it. Nothing of a zero matrix.
    std::optional<double> stableRank() const;
    /// exp(-Σ p ln p) with p the share of each value above `floor` in their sum: O. Roy and M. Vetterli, "The effective
    /// rank: a measure of effective dimensionality", EUSIPCO 2007. Only where exact.
    std::optional<double> effectiveRank() const;
    /// How many values are above `floor`; only where exact.
    std::optional<std::size_t> rank() const;
    /// Largest value by the smallest one; nothing if the smallest cannot be told from 0, and where it is not known.
    std::optional<double> condition() const;
    /// A lower bound of condition() if the smallest value cannot be distinguished from 0; nothing for a zero matrix.
    std::optional<double> leastCondition() const;
    /// How far a value is from a true one at most.
    double largestError() const;
    /// Share of the energy in the `count` largest values, at least, up to 1.
    double energyKept(std::size_t count) const;
    /// The least count that keeps this share of the energy, rank() at most; nothing if the values that are known do
    /// not.
    std::optional<std::size_t> rankFor(double share) const;
    /// energyKept() of each count from 1 on.
    std::vector<double> energyCurve() const;

private:
    bool isAboveFloor(double value) const { return value > floor; }
    double relativeSquare(std::size_t index) const;
};

struct SpectrumOptions {
    /// Which matrix of a stack; asMatrix().
    std::optional<std::uint64_t> stacked;
    /// How many values to find where not all are found.
    std::size_t leading = 64;
    /// Up to this smaller side all values are found. In addition to the blocks, a matrix of this many rows and columns
    /// of doubles is held, 128 MiB.
    std::size_t exactSide = 4096;
    /// At most this many of the matrix's numbers are in memory at once, but a row at least: 64 MiB of doubles.
    std::size_t blockNumbers = std::size_t{8} << 20;

    static constexpr std::size_t mostLeading = 256;
};

/// The maximum memory in bytes for a tensor's spectrum, in addition to the memory for decoding it.
std::uint64_t spectrumMemory(const TensorMatrix& matrix, const SpectrumOptions& options);

/// The matrix to use for a tensor's spectrum. Fails with Unsupported if it is none of readable real numbers.
Result<TensorMatrix> spectrumMatrix(const Elements& elements, const SpectrumOptions& options);

/// Progress in units of its own. Fails with Unsupported if the tensor is no matrix, has complex or no readable
/// numbers, or one that is not finite; with Stopped; and as Elements::visit() does.
Result<Spectrum> findSpectrum(const Elements& elements, const SpectrumOptions& options, const Work& work);

/// The spectrum of b - a. Fails with InvalidArgument too, if their shapes differ.
Result<Spectrum> findDifferenceSpectrum(
    const Elements& a, const Elements& b, const SpectrumOptions& options, const Work& work);

} // namespace loupe
