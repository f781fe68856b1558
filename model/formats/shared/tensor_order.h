#pragma once

#include "formats/shared/format.h"

namespace loupe {

/// Puts the tensors into the order that FileContent asks for: file by file, and within a file in the order of their
/// bytes; those at the same place stay as they were. Gives by new places which tensor was which before; nothing where
/// they were in order already. May throw std::bad_alloc.
std::vector<std::uint32_t> sortTensors(FileContent& content);

/// Puts the parts into the order of their begins; those that begin together stay as they were.
void sortParts(FileContent& content);

/// Of a file whose header lies around and between its tensors: all up to `end` that is no tensor's becomes the header
/// and, from the first tensor on, parts of it. Parts are sorted afterwards. `content` has no header yet, and its
/// tensors are in order. May throw std::bad_alloc.
void addHeaderAround(std::uint64_t end, FileContent& content);

/// The bytes of all tensors, pieces included, in order and without those that lie in another's.
std::vector<ByteRange> tensorRanges(const FileContent& content);

} // namespace loupe
