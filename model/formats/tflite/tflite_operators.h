#pragma once

#include <cstdint>
#include <string_view>

namespace loupe::tflite {

/// "CONV_2D"; empty for an unknown number.
std::string_view operatorName(std::int64_t code);

} // namespace loupe::tflite
