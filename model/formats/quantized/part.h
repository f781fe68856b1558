#pragma once

#include "core/source.h"
#include "core/tensor.h"

#include <cstdint>

namespace loupe::quantized {

/// A stored tensor that is part of a quantized one: its codes, its scales or its zero points. Its bytes are stored
/// plainly in its file. The checkpoint keeps source, name and shape alive.
struct Part {
    Tensor tensor;
    const Source* source = nullptr;
    std::uint32_t index = 0; ///< into the tensors of the stored checkpoint

    std::size_t rank() const { return tensor.shape.size(); }
    /// The size of an axis, counted from the last axis, which is 0. Returns 1 if there is no such axis.
    std::uint64_t dimension(std::size_t fromEnd) const
    {
        return fromEnd < rank() ? tensor.shape[rank() - 1 - fromEnd] : 1;
    }
    std::uint64_t elements() const { return tensor.elements(); }
};

} // namespace loupe::quantized
