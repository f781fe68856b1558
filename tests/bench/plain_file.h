#pragma once

#include "core/elements.h"

#include <cstddef>
#include <cstdint>
#include <filesystem>
#include <span>

namespace loupe::test {

/// A file that consists only of the bytes of a one-dimensional tensor.
Elements openPlain(const std::filesystem::path& path, DType dtype);

/// The sum of the bytes as 64-bit integers; a rest of less than 64 bytes is left out. Benchmarks compare with the
/// bandwidth of doing this to a file, so it must be as fast as the machine allows: it prefetches 4 KiB ahead, which
/// makes it 1.5 times as fast.
std::uint64_t sumOf(std::span<const std::byte> bytes);

/// Uses the sum, so that the compiler does not remove its computation.
void use(std::uint64_t sum);

} // namespace loupe::test
