#pragma once

#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/header_field_list.h"

#include <optional>

namespace loupe::hdf5 {

/// What the superblock says, of version 0 to 3 (HDF5 File Format Specification 3.0, II.A).
struct Hdf5Superblock {
    std::uint64_t offset = 0; ///< in the stream: a user block may be before it
    std::uint64_t version = 0;
    std::uint64_t end = 0; ///< one past its last byte, in the stream
    std::uint64_t base = 0; ///< what addresses count from
    std::uint64_t fileEnd = 0; ///< one past the file's last byte, counted from the base
    std::uint64_t fileEndField = 0; ///< where that stands, in the stream
};

bool startsWithHdf5Signature(std::span<const std::byte> bytes);

/// Where the signature is: at the begin, or, where the stream lies plainly in the file, at 512, 1024, 2048 and so on.
/// Fails as the stream does.
Result<std::optional<std::uint64_t>> findHdf5Signature(const Hdf5Stream& stream);

/// The superblock at `offset`; nothing where it is cut off, or in a version that is not known.
Result<std::optional<Hdf5Superblock>> readHdf5Superblock(const Hdf5Stream& stream, std::uint64_t offset);

/// The fields of a superblock that lies plainly in the file.
Result<> addHdf5Fields(const Hdf5Stream& stream, std::uint64_t offset, HeaderFieldList& list);

} // namespace loupe::hdf5
