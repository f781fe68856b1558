#pragma once

#include "core/dtype.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

namespace loupe::tensorizer {

/// The meaning of a tensor's type string: a NumPy code such as "<f4", or, for types that NumPy does not have, "<V2", a
/// zero byte and torch's name, such as "torch.bfloat16".
struct TensorizerType {
    DType dtype = DType::Opaque;
    std::string name; ///< display name of an Opaque type
    std::optional<std::uint64_t> size; ///< bytes of an element; nothing if unknown
    std::string_view refusedAs; ///< the reference's exception; empty if it knows the type
};

TensorizerType tensorizerType(std::string_view spelled);

} // namespace loupe::tensorizer
