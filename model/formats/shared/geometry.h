#pragma once

#include "formats/shared/format.h"

#include <cstdint>

namespace loupe {

/// The checks of a format's reference reader.
struct GeometryRules {
    bool listOrder = false; ///< tensors must be listed in the order of their bytes; if false, any order is valid
    bool overflowOfBits = false; ///< a tensor's size in bits must fit in 64 bits, not only its size in bytes
    bool wholeHeader = true; ///< false if tensors may be missing from the list, so that gaps are not faults
};

/// Checks the rules about offsets, shapes and sizes that bintensors and safetensors share: tensors are stored back to
/// back from the first data byte to the end of the file, and the size of each matches its shape.
///
/// On entry, Tensor::bytes holds both offsets as the header spells them, counted from content.data.begin, and the
/// tensors are in any order. On return, ranges count from the file's first byte, and the tensors are sorted by (begin,
/// end). Reports the faults of every tensor, while the reference reader stops at the first.
void validateGeometry(FileContent& content, std::uint64_t fileSize, GeometryRules rules);

} // namespace loupe
