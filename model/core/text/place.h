#pragma once

#include <cstdint>
#include <span>
#include <string>
#include <vector>

namespace loupe {

/// The index of an element along each axis. Precondition: the shape contains the element.
std::vector<std::uint64_t> indexOf(std::span<const std::uint64_t> shape, std::uint64_t element);

/// The position of one of `count` numbers of a tensor with this shape: "[211, 130]", in row-major order. If the shape
/// has a different element count, as for packed numbers: "index 27,138".
std::string formatPlace(std::span<const std::uint64_t> shape, std::uint64_t count, std::uint64_t element);

} // namespace loupe
