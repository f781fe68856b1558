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

/// One tensor of a checkpoint. Name and shape live in the checkpoint's arenas. Kept small: there may be a million.
struct Tensor {
    std::string_view name; ///< UTF-8, any characters
    std::span<const std::uint64_t> shape; ///< empty for a scalar
    /// In its file, from the file's first byte; as the header claims, perhaps past the end. For values in several
    /// pieces the one that begins first; the others are CheckpointFile::parts.
    ByteRange bytes;
    const Storage* storage = nullptr; ///< null: the bytes are the values, row-major and little-endian
    std::uint32_t file = 0; ///< index into Checkpoint::files
    DType dtype = DType::Opaque;

    /// Product of the dimensions; 0 if it does not fit in 64 bits (then a finding says so).
    std::uint64_t elements() const;
};

/// How many bytes the tensor's values are, once they are reached: not those in the file where a storage makes them.
/// The largest number where it does not fit in 64 bits.
std::uint64_t valueBytes(const Tensor& tensor);
/// The same of a tensor of another dtype, stored as it is.
std::uint64_t valueBytes(std::span<const std::uint64_t> shape, DType dtype);

/// How many bytes of the file are the tensor's: of all pieces of its values.
std::uint64_t fileBytes(const Tensor& tensor);
/// Whether that is known (Storage::knowsFileBytes()); where it is not, it is 0.
bool knowsFileBytes(const Tensor& tensor);

/// Product of the dimensions, multiplied left to right; nothing if an intermediate product overflows, even if a
/// later dimension is 0: this is the reference readers' rule.
std::optional<std::uint64_t> elementCount(std::span<const std::uint64_t> shape);
/// For people: "33,554,432", or "> 2^64" where elementCount() has nothing.
std::string formatElements(std::span<const std::uint64_t> shape);

} // namespace loupe
