#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The index of an element, one number per axis. Precondition: the shape has such an element.
std::vector<std::uint64_t> indexOf(std::span<const std::uint64_t> shape, std::uint64_t element);

/// Where one of `count` numbers stands that a tensor of this shape has: "[211, 130]", in row-major order. Where the
/// shape has another count, as that of packed numbers has, "index 27,138".
std::string formatPlace(std::span<const std::uint64_t> shape, std::uint64_t count, std::uint64_t element);

} // namespace loupe
