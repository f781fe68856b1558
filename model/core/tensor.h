#pragma once

#include "core/byte_range.h"
#include "core/dtype.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

class Storage;

/// One tensor of a checkpoint. Name and shape live in the checkpoint's arenas. Kept small, since there may be a
/// million.
struct Tensor {
    std::string_view name; ///< UTF-8, any characters
    std::span<const std::uint64_t> shape; ///< empty for a scalar
    /// The tensor's bytes, from the start of its file, as the header claims; perhaps past the end. If the values are
    /// stored in several pieces, the one that begins first; the others are in CheckpointFile::parts.
    ByteRange bytes;
    const Storage* storage = nullptr; ///< null: the bytes are the values, row-major and little-endian
    std::uint32_t file = 0; ///< index into Checkpoint::files
    DType dtype = DType::Opaque;

    /// Product of the dimensions; 0 if it does not fit in 64 bits (then a finding says so).
    std::uint64_t elements() const;
};

/// The size of the tensor's decoded values in bytes, which may differ from its bytes in the file. The largest number if
/// it does not fit in 64 bits.
std::uint64_t valueBytes(const Tensor& tensor);
/// As above, for a plainly stored tensor.
std::uint64_t valueBytes(std::span<const std::uint64_t> shape, DType dtype);

/// The number of bytes that the tensor takes in the file, in all pieces.
std::uint64_t fileBytes(const Tensor& tensor);
/// True if fileBytes() is known (Storage::knowsFileBytes()); otherwise it is 0.
bool knowsFileBytes(const Tensor& tensor);

/// Product of the dimensions, multiplied from left to right. Nothing if an intermediate product overflows, even if a
/// later dimension is 0; the reference readers do the same.
std::optional<std::uint64_t> elementCount(std::span<const std::uint64_t> shape);
/// For display: "33,554,432", or "> 2^64" if elementCount() has no value.
std::string formatElements(std::span<const std::uint64_t> shape);

} // namespace loupe
