#pragma once

#include "core/result.h"

#include <cstddef>
#include <cstdint>
#include <span>

namespace loupe {

class Source;

/// Tells which elements of a tensor are null. Made by formats with nulls. Immutable; may be used from many threads at
/// once.
class NullMask {
public:
    virtual ~NullMask() = default;
    /// For elements [first, first + present.size()), in tensor order: 1 if the element has a value, 0 if it is null.
    virtual Result<> read(const Source& source, std::uint64_t first, std::span<std::byte> present) const = 0;

protected:
    NullMask() = default;
    NullMask(const NullMask&) = default;
    NullMask(NullMask&&) = default;
    NullMask& operator=(const NullMask&) = default;
    NullMask& operator=(NullMask&&) = default;
};

} // namespace loupe
