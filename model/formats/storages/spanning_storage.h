#pragma once

#include "core/elements.h"

#include <cstdint>
#include <memory>
#include <optional>
#include <vector>

namespace loupe {

/// A stretch of the bytes of a tensor that begins in one file and ends in another.
struct SourcePiece {
    std::shared_ptr<const Source> source; ///< null for the file of Tensor::bytes
    ByteRange range;
};

/// Elements that are stored contiguously, except that their bytes are split into pieces in several files.
class SpanningStorage : public Storage {
public:
    /// There must be at least one piece. The sum of the sizes must fit in 64 bits.
    explicit SpanningStorage(std::vector<SourcePiece> pieces);
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::uint64_t fileBytes(const Tensor&) const override { return m_ends.back(); }
    /// Two names of one tensor share this storage, and thus view the same bytes.
    std::optional<View> view(const Tensor&) const override { return View{this, {0, m_ends.back()}}; }

private:
    std::vector<SourcePiece> m_pieces;
    std::vector<std::uint64_t> m_ends; ///< end of each piece, as an offset in the concatenation of all pieces
};

} // namespace loupe
