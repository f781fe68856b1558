#pragma once

#include "core/dtype.h"
#include "core/finding.h"
#include "formats/flax/msgpack_reader.h"

#include <functional>
#include <vector>

namespace loupe::flax {

/// Types of extension.
inline constexpr std::int8_t flaxArrayType = 1;
inline constexpr std::int8_t flaxComplexType = 2;
inline constexpr std::int8_t flaxScalarType = 3; ///< as an array

/// An array as its extension describes it: an array of shape, name of the type, and bytes.
struct FlaxArray {
    DType dtype = DType::Opaque;
    std::string typeName; ///< as the file spells it
    std::optional<std::uint64_t> elementBytes; ///< nothing of a type that is not known at all
    bool bigEndian = false;
    bool isObject = false;
    std::vector<std::uint64_t> shape;
    ByteRange data; ///< in the file
};

/// Gets the heads and texts of the record: what of the bytes up to the reader's position is, and what it says.
using FlaxField = std::function<void(std::string_view label, const std::string& value)>;

/// Reads the record in the payload of `extension`, behind whose head the reader stands. Nothing where it is broken:
/// then `problem` says how; or where the file cannot be read.
std::optional<FlaxArray> readFlaxArray(
    MsgpackReader& reader, const MsgpackHead& extension, MsgpackFault& problem, const FlaxField& field);

} // namespace loupe::flax
