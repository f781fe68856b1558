#pragma once

#include "core/byte_range.h"
#include "core/elements.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Elements of a tensor that lie one after the other, as they are, in a file.
struct PlainRun {
    const Source* source = nullptr;
    ByteRange bytes;
    std::uint64_t elements = 0;
};

/// A storage that puts values together from plain bytes: what only copies them need not have them copied twice.
class PlainRuns {
public:
    virtual ~PlainRuns() = default;
    /// From element `first` on, at most `most`; nothing if they have to be decoded. `own`: the tensor's file.
    virtual std::optional<PlainRun> plainRun(
        const Tensor& tensor, const Source& own, std::uint64_t first, std::uint64_t most) const = 0;
};

} // namespace loupe
