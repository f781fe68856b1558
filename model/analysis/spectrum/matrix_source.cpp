#include "analysis/spectrum/matrix_source.h"

#include "analysis/comparison/difference_reader.h"
#include "analysis/parallel/parallel.h"
#include "analysis/slices/slice_reader.h"
#include "core/text/place.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <cmath>
#include <limits>
#include <vector>

namespace loupe {

/// A block: these rows and columns of the tensor's matrix.
struct MatrixSource::Window : SliceWindow { };

namespace {

/// Calls `take` for the numbers of a block, with their places in memory: row by row, as in the tensor.
template <typename Take>
void forCells(const SliceBlock& block, const SliceWindow& window, const Take& take)
{
    for (std::uint64_t line = 0; line < block.lines; ++line) {
        const std::uint64_t first = block.first + line * block.lineStride;
        const std::uint64_t along = block.line + line;
        const std::uint64_t row = block.linesAreColumns ? block.place : along;
        const std::uint64_t column = block.linesAreColumns ? along : block.place;
        const std::uint64_t to = (row - window.firstRow) * window.columns + column - window.firstColumn;
        take(first, block.placeStride, to, block.linesAreColumns ? window.columns : 1, block.places);
    }
}

} // namespace

// Reads several pieces of a block in parallel: if values are quantized, decoding takes as long as the products.
Result<> MatrixSource::read(const Window& window, double scale, std::span<double> numbers, const Work& work) const
{
    constexpr std::uint64_t pieces = 16;
    const std::uint64_t rowsAtOnce = (window.rows + pieces - 1) / pieces;
    return runPieces((window.rows + rowsAtOnce - 1) / rowsAtOnce, work, [&](std::uint64_t piece, std::size_t) {
        SliceWindow part = window;
        part.firstRow += piece * rowsAtOnce;
        part.rows = std::min(rowsAtOnce, window.rows - piece * rowsAtOnce);
        double* const target = numbers.data() + piece * rowsAtOnce * window.columns;
        const auto store = [&](const SliceBlock& block, const auto& reader) {
            forCells(block, part,
                [&](std::uint64_t from, std::uint64_t stride, std::uint64_t to, std::uint64_t step,
                    std::uint64_t count) {
                    for (std::uint64_t i = 0; i < count; ++i) {
                        const std::uint64_t element = from + i * stride;
                        const bool isNull = !block.present.empty() && block.present[element] == std::byte{0};
                        target[to + i * step] =
                            isNull ? std::nan("") : static_cast<double>(reader(block.bytes.data(), element)) * scale;
                    }
                });
        };
        if (m_b) {
            PairScratch scratch;
            return visitDifferences(ElementPair(m_a, *m_b), ComplexPart::Real, m_matrix.slice, part, scratch, work,
                [&](const SliceBlock& block) { store(block, PlainReader<double, double>()); });
        }
        Buffer scratch;
        return visitSlice(m_a, m_matrix.slice, part, scratch, work, [&](const SliceBlock& block) {
            withReader(m_a.dtype(), ComplexPart::Real, [&](const auto& reader) { store(block, reader); });
        });
    });
}

Result<> MatrixSource::forBlocks(double scale, const Work& work, const Take& take) const
{
    const bool isWide = m_matrix.columns > m_matrix.rows;
    const std::size_t atOnce = std::min(std::max<std::size_t>(m_blockNumbers / width(), 1), length());
    std::vector<double> numbers(atOnce * width());
    for (std::size_t first = 0; first < length(); first += atOnce) {
        const std::size_t count = std::min(atOnce, length() - first);
        Window window;
        if (isWide)
            static_cast<SliceWindow&>(window) = {0, first, m_matrix.rows, count};
        else
            static_cast<SliceWindow&>(window) = {first, 0, count, m_matrix.columns};
        const std::span<double> block(numbers.data(), count * width());
        if (auto done = read(window, 1 / scale, block, work); !done)
            return done;
        const auto odd = std::ranges::find_if_not(block, [](double number) { return std::isfinite(number); });
        if (odd != block.end())
            return notFinite(window, static_cast<std::size_t>(odd - block.begin()), *odd);
        const MatrixView view(block.data(), window.rows, window.columns, window.columns);
        if (auto done = take(isWide ? view.transposed() : view); !done)
            return done;
    }
    return {};
}

Result<MatrixSource::Look> MatrixSource::look(const Work& work) const
{
    constexpr double extreme = 1e100; // magnitudes whose squares a double may not hold, or their inverses
    Look look;
    const auto sums = [&](const MatrixView& block) -> Result<> {
        double squares = 0;
        for (std::size_t i = 0; i < block.rows * block.columns; ++i) {
            look.largest = std::max(look.largest, std::abs(block.data[i]));
            squares += block.data[i] * block.data[i];
        }
        look.squares += squares;
        return {};
    };
    if (auto done = forBlocks(1, work, sums); !done)
        return fail(std::move(done.error()));
    if (look.largest == 0)
        return look;
    constexpr int leastExponent = std::numeric_limits<double>::min_exponent - 1; // whose inverse is finite
    look.scale = std::ldexp(1.0, std::max(std::ilogb(look.largest), leastExponent));
    if (look.largest < extreme && look.largest > 1 / extreme) {
        look.squares /= look.scale * look.scale;
        return look;
    }
    look.squares = 0;
    look.largest /= look.scale;
    if (auto done = forBlocks(look.scale, work, sums); !done)
        return fail(std::move(done.error()));
    return look;
}

tl::unexpected<Error> MatrixSource::notFinite(const Window& window, std::size_t number, double value) const
{
    const Slice::Cell cell{window.firstRow + number / window.columns, window.firstColumn + number % window.columns};
    const std::uint64_t element = m_matrix.slice.element(cell).value_or(0);
    const std::vector<std::uint64_t> index = indexOf(m_a.tensor().shape, element);
    const char* const what = std::isnan(value) ? "NaN or null" : "infinite";
    const char* const whose = m_b ? "the difference of tensor " : "tensor ";
    return fail(ErrorCode::Unsupported,
        whose + quote(m_a.tensor().name) + " is " + what + " at " + formatShape(index)
            + ": singular values need finite numbers",
        m_a.source().path().string());
}

} // namespace loupe
