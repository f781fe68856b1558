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

/// One tensor of a file that is to be written.
struct NewTensor {
    std::string_view name;
    std::span<const std::uint64_t> shape;
    DType dtype = DType::Opaque;
};

/// A file to be written, but for the bytes of its tensors. These lie plainly: row-major and little-endian, one behind
/// the other from the end of `start` to the end of the file.
struct FileLayout {
    std::string start; ///< all bytes before the first tensor
    std::vector<std::uint32_t> order; ///< the tensors that were asked for, as they follow each other in the file
    std::vector<ByteRange> ranges; ///< of each tensor, as asked for, from the first byte of the file
    std::uint64_t size = 0; ///< of the file
};

/// How files of a format are written: byte for byte as the format's reference library writes them, with metadata sorted
/// by key.
struct FormatWriter {
    bool (*holds)(DType dtype);
    /// Fails where the format's reference reader would refuse the file: Unsupported where a tensor's dtype, size or
    /// name cannot be in such a file, InvalidArgument where a name stands twice or is not UTF-8, TooLarge; the message
    /// names the tensor. Or with OutOfMemory.
    Result<FileLayout> (*layOut)(std::span<const NewTensor> tensors, const std::optional<Metadata>& metadata);
    /// The header, without padding, of tensors that lie as `order` and `ranges` of `placed` say, counted from the first
    /// tensor byte. Spaces may follow it, as many as one likes. What layOut() checks is not checked. Fails with
    /// InvalidArgument where metadata is not UTF-8, or OutOfMemory.
    Result<std::string> (*header)(
        std::span<const NewTensor> tensors, const FileLayout& placed, const std::optional<Metadata>& metadata);
};

/// What both formats have in common: checks the tensors, and places them by descending dtype (as enumerated), then by
/// ascending name, so that each is aligned to its elements. The layout's `start` is empty, its ranges count from the
/// first tensor byte.
Result<FileLayout> placeTensors(std::span<const NewTensor> tensors, const FormatWriter& writer, std::string_view title);

/// Keys with whole texts.
using MetadataTexts = std::vector<std::pair<std::string, std::string>>;
/// Metadata as a map has it: sorted by key, of equal keys the last. Fails with InvalidArgument where a text is not
/// UTF-8.
Result<MetadataTexts> sortedMetadata(const Metadata& metadata);

/// Puts the frame's length, `header` and spaces up to a multiple of 8 before the tensors of `layout`. TooLarge where
/// the reference readers would refuse the header.
Result<FileLayout> withHeader(FileLayout layout, std::string header);

} // namespace loupe
