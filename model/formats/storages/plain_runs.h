#pragma once

#include "core/byte_range.h"
#include "core/elements.h"

#include <cstdint>
#include <optional>

namespace loupe {

/// Elements of a tensor that are stored contiguously and plainly in a file.
struct PlainRun {
    const Source* source = nullptr;
    ByteRange bytes;
    std::uint64_t elements = 0;
};

/// Interface of a storage that assembles values from plain bytes. With it, code that only copies the values can avoid a
/// second copy.
class PlainRuns {
public:
    virtual ~PlainRuns() = default;
    /// The run of elements from `first` on, at most `most`; nothing if they must be decoded. `own` is the tensor's
    /// file.
    virtual std::optional<PlainRun> plainRun(
        const Tensor& tensor, const Source& own, std::uint64_t first, std::uint64_t most) const = 0;
};

} // namespace loupe
