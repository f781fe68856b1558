#pragma once

#include "formats/shared/format.h"

namespace loupe {

/// Sorts the tensors as FileContent requires: file by file, and within a file by their bytes. Stable for tensors at the
/// same position. Returns the old index of each tensor by its new index, or nothing if the order was right already.
/// May throw std::bad_alloc.
std::vector<std::uint32_t> sortTensors(FileContent& content);

/// A piece of a tensor after its first one.
struct LaterPiece {
    std::uint32_t file = 0; ///< as Tensor::file
    ByteRange range;
    std::uint32_t tensor = 0; ///< index into FileContent::tensors before they are sorted
};

/// As sortTensors(). Also makes each piece a part of its file, which says whose it is. May throw std::bad_alloc.
void sortTensorsWithPieces(FileContent& content, std::span<const LaterPiece> pieces);

/// Sorts the parts by their begins. Stable for parts that begin together.
void sortParts(FileContent& content);

/// For a file whose header lies around and between its tensors: everything up to `end` that belongs to no tensor
/// becomes the header and, from the first tensor on, parts of it. Sorts the parts. Requires that `content` has no
/// header yet, and that its tensors are sorted. May throw std::bad_alloc.
void addHeaderAround(std::uint64_t end, FileContent& content);

/// The byte ranges of all tensors of the file itself, pieces included, sorted, without ranges that lie inside another
/// one.
std::vector<ByteRange> tensorRanges(const FileContent& content);

} // namespace loupe
