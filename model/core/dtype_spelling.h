#pragma once

#include "core/dtype.h"
#include "core/result.h"

#include <optional>
#include <span>
#include <string_view>

namespace loupe {

/// The dtype that a person means, in any case: by its name, or as torch, NumPy, JAX and ml_dtypes spell it: "f32",
/// "float32", "fp16", "bfloat16", "int8", "bool". Nothing for a text that means none, or more than one: "float" is 32
/// bits in torch and 64 in NumPy.
std::optional<DType> dtypeFromSpelling(std::string_view text);

/// Types that are no DType and that formats have names for: of GGUF, and complex numbers of 128 bits. A file may hold
/// others, which are shown as it spells them.
std::span<const std::string_view> formatTypeNames();

/// As dtypeFromSpelling(). Fails with InvalidArgument, saying what was expected.
Result<DType> parseDType(std::string_view text);

} // namespace loupe
