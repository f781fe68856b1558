#pragma once

#include "formats/quantized/recognition.h"

namespace loupe::quantized {

/// ComfyUI's description of a weight, from the tensor `P.comfy_quant`, or else from the metadata. It distinguishes
/// layouts that have the same names, dtypes and shapes.
struct ComfyDescription {
    bool isListed = false; ///< a description exists, readable or not
    std::optional<Part> part; ///< nothing if the description is in the metadata
    std::string format; ///< "nvfp4"; empty if the text is broken
    bool isRotated = false; ///< the values are the weight multiplied by a Hadamard matrix

    static ComfyDescription of(Recognition& in, std::string_view module);
};

} // namespace loupe::quantized
