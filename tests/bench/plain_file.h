#pragma once

#include "core/elements.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace loupe::test {

/// A file that consists only of the bytes of a one-dimensional tensor.
Elements openPlain(const std::filesystem::path& path, DType dtype);

/// The bytes added up as 64-bit integers; a rest of less than 64 is omitted. To do this to a file is the bandwidth
/// that benchmarks compare with, so it must be as fast as the machine: it looks 4 KiB ahead, which is half as fast
/// again as without.
std::uint64_t sumOf(std::span<const std::byte> bytes);

/// The compiler must not know that nobody wants a sum.
void use(std::uint64_t sum);

} // namespace loupe::test
