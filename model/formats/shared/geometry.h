#pragma once

#include "formats/shared/format.h"

#include <cstdint>

namespace loupe {

/// What a format's reference reader checks.
struct GeometryRules {
    bool listOrder = false; ///< tensors must be listed in the order of their bytes; otherwise any order is valid
    bool overflowOfBits = false; ///< a tensor's size in bits must fit in 64 bits, not only its size in bytes
    bool wholeHeader = true; ///< false if tensors may be missing from the list: then gaps mean nothing
};

/// Checks the rules about offsets, shapes and sizes that bintensors and safetensors share: tensors lie back to back
/// from the first data byte to the end of the file, and each is as large as its shape says.
///
/// Before: Tensor::bytes holds both offsets as the header spells them, counted from content.data.begin, in any order.
/// After: ranges count from the file's first byte and are sorted by (begin, end). There is a finding for every tensor's
/// fault, where the reference reader stops at the first.
void validateGeometry(FileContent& content, std::uint64_t fileSize, GeometryRules rules);

} // namespace loupe
