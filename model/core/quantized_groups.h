#pragma once

#include "core/checkpoint.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Maps the quantized weights of a checkpoint to the stored tensors that they are computed from.
struct QuantizedGroups {
    struct Part {
        std::uint32_t tensor = 0; ///< index in `stored`
        std::string_view role; ///< "codes", "scale", "zero_point"…; static text
    };
    struct Group {
        std::uint32_t tensor = 0; ///< index in the checkpoint
        std::vector<Part> parts; ///< the codes first
    };

    std::shared_ptr<const Checkpoint> stored; ///< the checkpoint as stored in the files; never null
    std::vector<Group> list; ///< by tensor, ascending
    /// By tensor of the checkpoint: its index in `stored`; for a quantized weight, the index of its codes.
    std::vector<std::uint32_t> storedTensors;
    /// Tensors of the checkpoint that are not needed to compute weights: scales of activations and caches, and markers
    /// of the quantization scheme.
    std::vector<std::uint32_t> runtimeTensors;
    /// The file that specifies the scheme, such as "config.json"; empty if it was derived from the tensors alone.
    std::string evidence;

    /// True if each weight has a tensor that describes its quantization: "comfy_quant", "quant_state".
    bool areDescribed() const
    {
        return std::ranges::all_of(list, [](const Group& group) {
            return std::ranges::find(group.parts, std::string_view("state"), &Part::role) != group.parts.end();
        });
    }

    /// The group of a quantized weight; null for any other tensor.
    const Group* of(std::uint32_t tensor) const
    {
        const auto found = std::ranges::lower_bound(list, tensor, {}, &Group::tensor);
        return found != list.end() && found->tensor == tensor ? &*found : nullptr;
    }
};

} // namespace loupe
