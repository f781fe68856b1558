#pragma once

#include "core/dtype.h"
#include "core/finding.h"
#include "formats/flax/msgpack_reader.h"

#include <functional>
#include <vector>

namespace loupe::flax {

/// Extension types.
inline constexpr std::int8_t flaxArrayType = 1;
inline constexpr std::int8_t flaxComplexType = 2;
inline constexpr std::int8_t flaxScalarType = 3; ///< same content as an array

/// An array as its extension describes it: a MessagePack array of shape, type name and bytes.
struct FlaxArray {
    DType dtype = DType::Opaque;
    std::string typeName; ///< as the file spells it
    std::optional<std::uint64_t> elementBytes; ///< nothing for an unknown type
    bool bigEndian = false;
    bool isObject = false;
    std::vector<std::uint64_t> shape;
    ByteRange data; ///< in the file
};

/// Receives the heads and texts of the record as fields. Each field ends at the reader's position.
using FlaxField = std::function<void(std::string_view label, const std::string& value)>;

/// Reads the record in the payload of `extension`. The reader must be just after the extension's head. Returns nothing
/// if the record is invalid (`problem` says how), or if the file cannot be read.
std::optional<FlaxArray> readFlaxArray(
    MsgpackReader& reader, const MsgpackHead& extension, MsgpackFault& problem, const FlaxField& field);

} // namespace loupe::flax
