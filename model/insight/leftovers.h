#pragma once

#include <string_view>

namespace loupe {

/// Whether a tensor named `role` is a scale, zero point or the like of a quantized weight's module.
bool isOfCodes(std::string_view role);

/// Whether `other` may be the weight, or its codes under any name, that `role` goes with. Biases are not.
/// Precondition: isOfCodes(role).
bool mayBeCodesOf(std::string_view role, std::string_view other);

} // namespace loupe
