#pragma once

#include "core/byte_range.h"
#include "core/checkpoint.h"
#include "core/dtype.h"
#include "core/result.h"

#include <cstdint>
#include <optional>
#include <span>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// A tensor to write to a file.
struct NewTensor {
    std::string_view name;
    std::span<const std::uint64_t> shape;
    DType dtype = DType::Opaque;
};

/// The layout of a file to write, without the bytes of its tensors. These are stored plainly, row-major and
/// little-endian, one after the other from the end of `start` to the end of the file.
struct FileLayout {
    std::string start; ///< all bytes before the first tensor
    std::vector<std::uint32_t> order; ///< the requested tensors, in the order of the file
    std::vector<ByteRange> ranges; ///< range of each requested tensor, from the first byte of the file
    std::uint64_t size = 0; ///< size of the file in bytes
};

/// How to write files of a format, byte for byte as the format's reference library does, with metadata sorted by key.
struct FormatWriter {
    bool (*holds)(DType dtype);
    /// Fails if the format's reference reader would reject the file: with Unsupported if such a file cannot hold a
    /// tensor's dtype, size or name; with InvalidArgument if a name occurs twice or is not UTF-8; or with TooLarge. The
    /// message names the tensor. Also fails with OutOfMemory.
    Result<FileLayout> (*layOut)(std::span<const NewTensor> tensors, const std::optional<Metadata>& metadata);
    /// The header, without padding, for tensors at the places that `order` and `ranges` of `placed` give, counted from
    /// the first tensor byte. Any number of spaces may follow the header. Does not repeat the checks of layOut(). Fails
    /// with InvalidArgument if metadata is not UTF-8, or with OutOfMemory.
    Result<std::string> (*header)(
        std::span<const NewTensor> tensors, const FileLayout& placed, const std::optional<Metadata>& metadata);
};

/// Checks the tensors, and orders them by descending dtype (in the order of the enum) and then by ascending name, so
/// that each is aligned to its elements. Both formats use this. The layout's `start` is empty, and its ranges count
/// from the first tensor byte.
Result<FileLayout> placeTensors(std::span<const NewTensor> tensors, const FormatWriter& writer, std::string_view title);

/// Keys with their complete texts.
using MetadataTexts = std::vector<std::pair<std::string, std::string>>;
/// Metadata in the form of a map: sorted by key, with the last value of each key. Fails with InvalidArgument if a text
/// is not UTF-8.
Result<MetadataTexts> sortedMetadata(const Metadata& metadata);

/// Puts the frame's length, `header`, and spaces up to a multiple of 8 before the tensors of `layout`. Fails with
/// TooLarge if the reference readers would reject the header.
Result<FileLayout> withHeader(FileLayout layout, std::string header);

} // namespace loupe
