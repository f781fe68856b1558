#include "analysis/linear_algebra/product.h"
#include "analysis/linear_algebra/symmetric_eigenvalues.h"
#include "analysis/spectrum/largest_value.h"
#include "analysis/spectrum/leading_values.h"
#include "analysis/spectrum/matrix_source.h"
#include "analysis/spectrum/spectrum.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

/// The error of an eigenvalue of a Gram matrix is about 8 √n ε times the largest one; a singular value is the square
/// root of an eigenvalue.
double relativeFloor(std::size_t width)
{
    return std::sqrt(8 * std::sqrt(static_cast<double>(width)) * std::numeric_limits<double>::epsilon());
}

/// The progress units for finding the eigenvalues. One unit is a row of the matrix that is read and multiplied.
std::uint64_t eigenvalueUnits(std::size_t width)
{
    return 2 * width; // 4/3 n³ operations, while a row takes n², and some waiting for memory
}

Result<std::vector<double>> allValues(const MatrixSource& source, double scale, const Work& work)
{
    const std::size_t width = source.width();
    Matrix gram(width, width);
    auto done = source.forBlocks(scale, work, [&](const MatrixView& block) {
        auto added = addProduct(1, block.transposed(), block, ProductTarget(gram).lower(), work);
        work.advance(block.rows);
        return added;
    });
    if (!done)
        return fail(std::move(done.error()));
    auto values = symmetricEigenvalues(std::move(gram), work);
    if (!values)
        return values;
    for (double& value : *values)
        value = std::sqrt(std::max(value, 0.0));
    work.advance(eigenvalueUnits(width));
    return values;
}

/// The subspace iteration stops too early for the largest of many nearly equal values, and Lanczos iteration goes on
/// from its result.
Result<LeadingValues> largestValues(const MatrixSource& source, double scale, std::size_t count, const Work& work)
{
    auto found = findLeadingValues(source, scale, count, work);
    if (!found)
        return found;
    const auto largest = findLargestValue(source, scale, std::move(found->direction), work);
    if (!largest)
        return fail(largest.error());
    found->values.front() = std::max(found->values.front(), largest->value);
    found->errors.front() = largest->error;
    return found;
}

/// The spectrum of a matrix with numbers other than 0, with `values` and `errors` set and divided by the scale.
void finish(Spectrum& spectrum, const MatrixSource::Look& look)
{
    spectrum.relativeEnergy = look.squares / (spectrum.largest() * spectrum.largest());
    for (double& value : spectrum.values)
        value *= look.scale;
    for (double& error : spectrum.errors)
        error *= look.scale;
    spectrum.floor = spectrum.largest() * relativeFloor(spectrum.matrix.smallerSide());
    for (std::size_t i = 0; i < spectrum.values.size(); ++i) {
        if (spectrum.values[i] > spectrum.floor)
            continue;
        if (!spectrum.isExact)
            spectrum.errors[i] += spectrum.values[i];
        spectrum.values[i] = 0;
    }
}

Result<> checkMemory(const MatrixSource& source, const SpectrumOptions& options)
{
    constexpr std::uint64_t most = std::uint64_t{4} << 30;
    const std::uint64_t needed = spectrumMemory(source.matrix(), options);
    if (needed <= most)
        return {};
    return fail(ErrorCode::TooLarge,
        "tensor " + quote(source.name()) + " is a matrix of " + source.matrix().text
            + ": its singular values would take " + formatBytes(needed) + " of memory, and at most " + formatBytes(most)
            + " are taken; fewer values take less");
}

Result<Spectrum> spectrumOf(const MatrixSource& source, const SpectrumOptions& options, const Work& work)
{
    if (auto checked = checkMemory(source, options); !checked)
        return fail(std::move(checked.error()));
    Spectrum spectrum;
    spectrum.matrix = source.matrix();
    spectrum.isExact = source.width() <= options.exactSide;
    work.expect(spectrum.isExact ? source.length() + eigenvalueUnits(source.width())
                                 : (mostLeadingPasses * leadingRowUnits + mostLanczosSteps) * source.length());
    const auto look = source.look(work);
    if (!look)
        return fail(look.error());
    const std::size_t leading = std::clamp<std::size_t>(options.leading, 1, SpectrumOptions::mostLeading);
    if (look->largest == 0) {
        spectrum.values.assign(spectrum.isExact ? source.width() : leading, 0.0);
        spectrum.errors.assign(spectrum.isExact ? 0 : leading, 0.0);
        return spectrum;
    }
    if (spectrum.isExact) {
        auto values = allValues(source, look->scale, work);
        if (!values)
            return fail(std::move(values.error()));
        spectrum.values = std::move(*values);
    } else {
        auto found = largestValues(source, look->scale, leading, work);
        if (!found)
            return fail(std::move(found.error()));
        spectrum.values = std::move(found->values);
        spectrum.errors = std::move(found->errors);
    }
    finish(spectrum, *look);
    return spectrum;
}

Result<> checkNumbers(const Elements& elements)
{
    const std::string name = "tensor " + quote(elements.tensor().name);
    if (!hasReadableValues(elements.dtype())) {
        return fail(ErrorCode::Unsupported,
            name + " is " + std::string(info(elements.dtype()).name) + ", whose values cannot be read",
            elements.source().path().string());
    }
    if (info(elements.dtype()).kind == DTypeKind::Complex) {
        return fail(ErrorCode::Unsupported, name + " has complex values; singular values need real ones",
            elements.source().path().string());
    }
    return {};
}

} // namespace

Result<TensorMatrix> spectrumMatrix(const Elements& elements, const SpectrumOptions& options)
{
    if (auto checked = checkNumbers(elements); !checked)
        return fail(std::move(checked.error()));
    auto matrix = asMatrix(elements.tensor().shape, options.stacked);
    if (!matrix) {
        matrix.error().message = "tensor " + quote(elements.tensor().name) + ' ' + matrix.error().message;
        matrix.error().path = elements.source().path().string();
    }
    return matrix;
}

std::uint64_t spectrumMemory(const TensorMatrix& matrix, const SpectrumOptions& options)
{
    const std::uint64_t width = matrix.smallerSide();
    const std::uint64_t block =
        std::min<std::uint64_t>(std::max<std::uint64_t>(options.blockNumbers, width), width * matrix.largerSide());
    const std::uint64_t columns = std::min<std::uint64_t>(options.leading + leadingOversampling, width);
    // The reduction holds the matrix, panels of 48 of its columns, and the band. The iteration holds the columns and
    // their images, a second copy of each while they change, and the products with a block.
    const std::uint64_t more = width <= options.exactSide ? width * width + 288 * width : 5 * columns * width;
    return (block + more + columns * (block / std::max<std::uint64_t>(width, 1))) * sizeof(double);
}

Result<Spectrum> findSpectrum(const Elements& elements, const SpectrumOptions& options, const Work& work)
{
    auto matrix = spectrumMatrix(elements, options);
    if (!matrix)
        return fail(std::move(matrix.error()));
    return spectrumOf(MatrixSource(elements, std::move(*matrix), options.blockNumbers), options, work);
}

Result<Spectrum> findDifferenceSpectrum(
    const Elements& a, const Elements& b, const SpectrumOptions& options, const Work& work)
{
    auto matrix = spectrumMatrix(a, options);
    if (!matrix)
        return fail(std::move(matrix.error()));
    if (auto checked = checkNumbers(b); !checked)
        return fail(std::move(checked.error()));
    if (!std::ranges::equal(a.tensor().shape, b.tensor().shape)) {
        return fail(ErrorCode::InvalidArgument,
            "tensor " + quote(b.tensor().name) + " has the shape " + formatShape(b.tensor().shape) + ", expected "
                + formatShape(a.tensor().shape) + " as in the other file",
            b.source().path().string());
    }
    return spectrumOf(MatrixSource(a, b, std::move(*matrix), options.blockNumbers), options, work);
}

} // namespace loupe
