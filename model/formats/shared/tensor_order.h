#pragma once

#include "formats/shared/format.h"

namespace loupe {

/// Sorts the tensors as FileContent requires: by file, and within a file by their bytes. Stable for tensors at the same
/// position. Returns a list with the old index of each tensor by its new index; empty if the tensors were sorted
/// already. May throw std::bad_alloc.
std::vector<std::uint32_t> sortTensors(FileContent& content);

/// A piece of a tensor after its first one.
struct LaterPiece {
    std::uint32_t file = 0; ///< as Tensor::file
    ByteRange range;
    std::uint32_t tensor = 0; ///< index into FileContent::tensors before they are sorted
};

/// As sortTensors(). Also adds each piece to the parts of its file, with the tensor that it belongs to. May throw
/// std::bad_alloc.
void sortTensorsWithPieces(FileContent& content, std::span<const LaterPiece> pieces);

/// Sorts the parts by their begins. Stable for parts with the same begin.
void sortParts(FileContent& content);

/// For a file whose header surrounds its tensors: declares everything up to `end` that belongs to no tensor to be the
/// header. From the first tensor on, these stretches become parts. Sorts the parts. Requires that `content` has no
/// header yet, and that its tensors are sorted. May throw std::bad_alloc.
void addHeaderAround(std::uint64_t end, FileContent& content);

/// The sorted byte ranges of all tensors in the file itself, including pieces, without ranges that are inside another
/// one.
std::vector<ByteRange> tensorRanges(const FileContent& content);

} // namespace loupe
