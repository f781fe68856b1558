#pragma once

#include "core/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::tensorizer {

/// What a tensor's type string stands for: a code of NumPy's, "<f4", or for types that NumPy does not have "<V2", a
/// zero byte and torch's name, "torch.bfloat16".
struct TensorizerType {
    DType dtype = DType::Opaque;
    std::string name; ///< of Opaque ones: what to call it
    std::optional<std::uint64_t> size; ///< bytes of an element; nothing where that is not known
    std::string_view refusedAs; ///< the reference's error; empty where it knows the type
};

TensorizerType tensorizerType(std::string_view spelled);

} // namespace loupe::tensorizer
