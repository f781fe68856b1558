#pragma once

#include "core/dtype.h"
#include "core/result.h"

#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// Parses a dtype as users write it, case-insensitively: its name, or the spelling of torch, NumPy, JAX or ml_dtypes,
/// such as "f32", "float32", "fp16", "bfloat16", "int8" or "bool". Nothing if the text is unknown or ambiguous: "float"
/// has 32 bits in torch and 64 in NumPy.
std::optional<DType> dtypeFromSpelling(std::string_view text);

/// Names that formats use for types without a DType: the types of GGUF, and 128-bit complex numbers. A file may use
/// other names, which are shown as the file spells them.
std::span<const std::string_view> formatTypeNames();

/// As dtypeFromSpelling(), but fails with InvalidArgument and a message that says what was expected.
Result<DType> parseDType(std::string_view text);

} // namespace loupe
