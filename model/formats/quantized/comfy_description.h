#pragma once

#include "formats/quantized/recognition.h"

namespace loupe::quantized {

/// What ComfyUI says about a weight: in the tensor `P.comfy_quant`, else in the metadata. It tells layouts apart whose
/// names, dtypes and shapes agree.
struct ComfyDescription {
    bool isListed = false; ///< there is one, readable or not
    std::optional<Part> part; ///< nothing if it stands in the metadata
    std::string format; ///< "nvfp4"; empty if the text is broken
    bool isRotated = false; ///< the values are those of the weight times a Hadamard matrix

    static ComfyDescription of(Recognition& in, std::string_view module);
};

} // namespace loupe::quantized
