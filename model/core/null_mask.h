#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

class Source;

/// Which elements of a tensor have a value; the others are null. Made by formats that know nulls; immutable, used from
/// many threads at once.
class NullMask {
public:
    virtual ~NullMask() = default;
    /// For elements [first, first + present.size()), in the tensor's order: 1 where there is a value, 0 if null.
    virtual Result<> read(const Source& source, std::uint64_t first, std::span<std::byte> present) const = 0;

protected:
    NullMask() = default;
    NullMask(const NullMask&) = default;
    NullMask(NullMask&&) = default;
    NullMask& operator=(const NullMask&) = default;
    NullMask& operator=(NullMask&&) = default;
};

} // namespace loupe
