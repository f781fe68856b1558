#pragma once

#include "analysis/comparison/element_pair.h"
#include "analysis/slices/number_part.h"
#include "analysis/slices/slice_reader.h"

#include <algorithm>
#include <array>
#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

/// Reads the differences b - a of the elements of two tensors, as the nearest doubles. Follows IEEE 754: NaN if either
/// is NaN or if equal infinities are subtracted; infinite if the difference exceeds the range of doubles. If one side
/// is complex, a real number on the other side has the imaginary part 0. With 64-bit integers, the difference is
/// rounded to extended precision first. Precondition: hasReadableValues() for both dtypes.
class DifferenceReader {
public:
    DifferenceReader(DType a, DType b, ComplexPart part)
        : m_a(a)
        , m_b(b)
        , m_part(part, info(a).kind == DTypeKind::Complex || info(b).kind == DTypeKind::Complex)
    {
    }

    /// Reads elements `first`, `first + stride` and so on of both sides, until `differences` is full.
    void read(const std::byte* a, const std::byte* b, std::uint64_t first, std::uint64_t stride,
        std::span<double> differences) const;

private:
    DType m_a;
    DType m_b;
    NumberPart m_part;
};

/// As visitSlice(), but the blocks contain the differences of the pair's elements as doubles, line by line without
/// gaps.
template <typename Visitor>
Result<> visitDifferences(const ElementPair& pair, ComplexPart part, const Slice& slice, const SliceWindow& window,
    PairScratch& scratch, const Work& work, Visitor&& visitor)
{
    constexpr std::uint64_t most = 2048; // 16 KiB, so that the visitor reads them from the L1 cache
    const DifferenceReader reader(pair.a().dtype(), pair.b().dtype(), part);
    std::array<double, most> differences;
    std::array<std::byte, most> present;
    return visitSlice(pair, slice, window, scratch, work, [&](const SliceBlock& block) {
        const auto pass = [&](std::uint64_t line, std::uint64_t lines, std::uint64_t done, std::uint64_t places) {
            SliceBlock dense = block;
            dense.bytes = std::as_bytes(std::span(differences));
            dense.bytesB = {};
            dense.present = block.present.empty() ? block.present : std::span<const std::byte>(present);
            dense.line = block.line + line;
            dense.lines = lines;
            dense.place = block.place + done;
            dense.places = places;
            dense.first = 0;
            dense.lineStride = places;
            dense.placeStride = 1;
            visitor(std::as_const(dense));
        };
        const auto read = [&](std::uint64_t element, std::uint64_t place, std::uint64_t count) {
            reader.read(block.bytes.data(), block.bytesB.data(), block.first + element, block.placeStride,
                std::span(differences).subspan(place, count));
            for (std::uint64_t i = 0; i < count && !block.present.empty(); ++i)
                present[place + i] = block.present[block.first + element + i * block.placeStride];
        };
        if (block.places > most / 2) {
            for (std::uint64_t line = 0; line < block.lines; ++line) {
                for (std::uint64_t done = 0; done < block.places; done += most) {
                    const std::uint64_t places = std::min(most, block.places - done);
                    read(line * block.lineStride + done * block.placeStride, 0, places);
                    pass(line, 1, done, places);
                }
            }
            return;
        }
        // Reads several short lines at once, as one run if there are no gaps between them.
        const bool together = block.lineStride == block.places * block.placeStride;
        const std::uint64_t linesAtOnce = most / block.places;
        for (std::uint64_t line = 0; line < block.lines; line += linesAtOnce) {
            const std::uint64_t lines = std::min(linesAtOnce, block.lines - line);
            if (together)
                read(line * block.lineStride, 0, lines * block.places);
            for (std::uint64_t i = 0; i < lines && !together; ++i)
                read((line + i) * block.lineStride, i * block.places, block.places);
            pass(line, lines, 0, block.places);
        }
    });
}

} // namespace loupe
