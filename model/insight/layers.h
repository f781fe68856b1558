#pragma once

#include "insight/name_roles.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One layer of a stack: which roles it has.
struct ModelLayer {
    struct Role {
        std::uint32_t role = 0; ///< index into LayerStack::roles
        std::uint32_t tensors = 0; ///< several where it has experts
        std::uint32_t first = 0; ///< of these, an index into Checkpoint::tensors
        std::uint64_t highest = 0; ///< number of an expert
    };
    std::vector<Role> roles; ///< by role
};

/// Numbered blocks under one name: "model.layers".
struct LayerStack {
    std::string name;
    std::vector<std::string> roles; ///< the rest of names: "self_attn.q_proj.weight", "mlp.experts.#.w1.weight"
    std::map<std::uint64_t, ModelLayer> layers; ///< by number
    std::uint64_t elements = 0;

    /// How many layers do not have a tensor of that role.
    std::uint64_t layersWithout(std::string_view role) const;
};

/// The stacks of a checkpoint, found in the names of its tensors.
class LayerStacks {
public:
    /// None if `roles` are too many for a model.
    explicit LayerStacks(const NameRoles& roles);

    const std::vector<LayerStack>& list() const { return m_stacks; }
    /// That with the most elements, a vision encoder's only where there is no other. Null if there is none.
    const LayerStack* largest() const;

private:
    std::vector<LayerStack> m_stacks;
};

/// Whether it is one file of several, and the others are not among those that were opened: their names, or the metadata
/// of GGUF, count them. What it lacks may be in the others.
bool isPieceOfModel(const Checkpoint& checkpoint);

/// Numbers of layers, at least one, as "3", "3 and 7", "3, 7 and 9", "3, 7, 9 and 12 more".
std::string listedNumbers(const std::vector<std::uint64_t>& numbers);

} // namespace loupe
