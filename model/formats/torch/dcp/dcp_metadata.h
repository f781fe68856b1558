#pragma once

#include "formats/pickle/pickle_reader.h"
#include "formats/shared/shape_store.h"
#include "formats/storages/chunked_storage.h"
#include "formats/torch/dcp/dcp_transform.h"
#include "formats/torch/torch_records.h"

#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::torch {

/// One name of a distributed checkpoint: a tensor, or another object with its own bytes.
struct DcpEntry {
    std::string_view name; ///< as in the pickle, perhaps not UTF-8
    std::uint64_t offset = 0; ///< of its record in the pickle, in bytes
    bool isTensor = false;
    std::string problem; ///< what is wrong with the record of a tensor; empty if nothing is
    TorchName type;
    std::vector<std::uint64_t> shape; ///< of the whole tensor
    ChunkBoxes boxes{
        0}; ///< in elements, with the dimensions of `shape`; perhaps outside of it; incomplete if there is a `problem`
};

/// The place of the bytes of one box of a tensor, or of an object. Compact, because there may be a million of them.
struct DcpStored {
    std::string_view name;
    std::optional<std::span<const std::uint64_t>> begins; ///< of the box; nothing for an object
    std::uint64_t offset = 0; ///< of the record in the pickle, in bytes
    std::string_view path; ///< as in the pickle: untrusted
    std::optional<ByteRange>
        range; ///< in that file, perhaps past its end; nothing if the numbers are not a valid range
    DcpTransform transform = {}; ///< how the bytes were changed
};

/// For DcpEntry::offset and DcpStored::offset: the record is in the metadata of another process.
inline constexpr std::uint64_t dcpElsewhere = UINT64_MAX;

/// The error of torch's own reader.
inline constexpr std::string_view dcpRefusal = "CheckpointException";

/// Distinguishes boxes of one tensor, by their begins.
std::string dcpKeyOf(std::string_view name, std::span<const std::uint64_t> begins);
/// As above, for an object.
std::string dcpKeyOf(std::string_view name);

struct DcpMetadata {
    /// Keeps the begins of a box.
    std::span<const std::uint64_t> keep(std::span<const std::uint64_t> begins) { return shapes.keep(begins, arena); }

    std::vector<DcpEntry> entries;
    std::vector<DcpStored> stored;
    std::string_view saveId; ///< a UUID that all files of one save share; empty if there is none
    bool isCut = false; ///< it claims more names or records than a pickle of its size can hold; the rest is not listed
    Arena arena; ///< holds DcpStored::begins
    ShapeStore shapes; ///< boxes of many tensors begin at the same places
};

/// Nothing if the pickle is not metadata of torch.distributed.checkpoint. Texts refer to the pickle. A pickle may refer
/// to the same text, list or record many times, so its size bounds what is read: at most as many entries, chunks and
/// dimensions as it could hold if each were written out, and at most 16 MiB of names, plus 16 bytes for each byte of
/// the pickle.
std::optional<DcpMetadata> readDcpMetadata(const pickle::PickleReading& reading);

} // namespace loupe::torch
