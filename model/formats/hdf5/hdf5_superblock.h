#pragma once

#include "formats/hdf5/hdf5_stream.h"
#include "formats/shared/header_field_list.h"

#include <optional>

namespace loupe::hdf5 {

/// The content of the superblock, versions 0 to 3 (HDF5 File Format Specification 3.0, II.A).
struct Hdf5Superblock {
    std::uint64_t offset = 0; ///< in the stream, after a user block if there is one
    std::uint64_t version = 0;
    std::uint64_t end = 0; ///< one past its last byte, in the stream
    std::uint64_t base = 0; ///< base of all addresses
    std::uint64_t fileEnd = 0; ///< one past the file's last byte, counted from the base
    std::uint64_t fileEndField = 0; ///< offset of that field, in the stream
};

bool startsWithHdf5Signature(std::span<const std::byte> bytes);

/// The offset of the signature: 0, or, in a plain stream, 512, 1024, 2048 and so on. Fails as reading the stream does.
Result<std::optional<std::uint64_t>> findHdf5Signature(const Hdf5Stream& stream);

/// The superblock at `offset`; nothing if it is truncated or has an unknown version.
Result<std::optional<Hdf5Superblock>> readHdf5Superblock(const Hdf5Stream& stream, std::uint64_t offset);

/// Adds the fields of a superblock in a plain stream.
Result<> addHdf5Fields(const Hdf5Stream& stream, std::uint64_t offset, HeaderFieldList& list);

} // namespace loupe::hdf5
