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

// What core says of tensors, in the language of the window.

/// "bytes 128 to 143", the last byte included; "byte 7"; "no bytes" where it is empty.
QString byteRangeText(ByteRange range);
/// "300 of 1,024 bytes missing", "missing entirely (256 bytes)".
QString missingBytesText(std::uint64_t missing, std::uint64_t bytes);
QString missingBytesText(const IncompleteTensor& tensor);
/// The role of a QuantizedGroups::Part as a title: "Codes", "Scale".
QString partRoleText(std::string_view role);
/// What tells the name of a part from that of its weight: "weight_scale" of "a.b.weight_scale".
std::string_view partName(std::string_view part, std::string_view weight);
/// A sentence of the engine in which parts of a weight have these shorter names wherever it quotes them.
std::string withPartNames(
    std::string_view sentence, const QuantizedGroups::Group& group, const Checkpoint& stored, std::string_view weight);
/// In a cell of a table: as much as anyone sees of it. "(empty)" where there is none.
QString cellText(std::string_view text);
QString shapeText(std::span<const std::uint64_t> shape);
/// "shared with wte.weight".
QString sharedWithText(const Checkpoint& checkpoint, const SharedTensor& tensor);

} // namespace loupe
