#pragma once

#include "core/byte_range.h"
#include "core/checkpoint.h"
#include "core/incomplete_tensors.h"
#include "core/quantized_groups.h"
#include "core/shared_tensors.h"

#include <QString>
#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

// Texts about tensors in the language of the window.

/// "bytes 128 to 143" (inclusive); "byte 7"; "no bytes" for an empty range.
QString byteRangeText(ByteRange range);
/// "300 of 1,024 bytes missing", "missing entirely (256 bytes)".
QString missingBytesText(std::uint64_t missing, std::uint64_t bytes);
QString missingBytesText(const IncompleteTensor& tensor);
/// The role of a QuantizedGroups::Part as a title: "Codes", "Scale".
QString partRoleText(std::string_view role);
/// The part of a name that distinguishes it from its weight's name: "weight_scale" of "a.b.weight_scale".
std::string_view partName(std::string_view part, std::string_view weight);
/// A sentence of the engine in which quoted names of a weight's parts are replaced by these shorter names.
std::string withPartNames(
    std::string_view sentence, const QuantizedGroups::Group& group, const Checkpoint& stored, std::string_view weight);
/// For a table cell: cut to what is visible. "(empty)" if the text is empty.
QString cellText(std::string_view text);
QString shapeText(std::span<const std::uint64_t> shape);
/// "shared with wte.weight".
QString sharedWithText(const Checkpoint& checkpoint, const SharedTensor& tensor);

} // namespace loupe
