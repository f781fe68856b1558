#pragma once

#include "core/checkpoint.h"

#include <algorithm>
#include <cstdint>
#include <memory>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// Which stored tensors the quantized weights of a checkpoint are made of.
struct QuantizedGroups {
    struct Part {
        std::uint32_t tensor = 0; ///< of the stored checkpoint
        std::string_view role; ///< "codes", "scale", "zero_point"…; static text
    };
    struct Group {
        std::uint32_t tensor = 0; ///< of the checkpoint
        std::vector<Part> parts; ///< the codes first
    };

    std::shared_ptr<const Checkpoint> stored; ///< as the files have it; never null
    std::vector<Group> list; ///< by tensor, ascending
    /// By tensor of the checkpoint: its number in `stored`, of a quantized weight that of its codes.
    std::vector<std::uint32_t> storedTensors;
    /// Tensors of the checkpoint that no weight needs for its values: scales of activations and caches, and marks of
    /// the scheme.
    std::vector<std::uint32_t> runtimeTensors;
    std::string evidence; ///< the file that named the scheme, "config.json"; empty if the tensors alone did

    /// Whether tensors among the parts say of each weight how it is quantized: "comfy_quant", "quant_state".
    bool areDescribed() const
    {
        return std::ranges::all_of(list, [](const Group& group) {
            return std::ranges::find(group.parts, std::string_view("state"), &Part::role) != group.parts.end();
        });
    }

    /// Null for a tensor that is as it is stored.
    const Group* of(std::uint32_t tensor) const
    {
        const auto found = std::ranges::lower_bound(list, tensor, {}, &Group::tensor);
        return found != list.end() && found->tensor == tensor ? &*found : nullptr;
    }
};

} // namespace loupe
