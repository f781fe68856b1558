#pragma once

#include "insight/name_roles.h"

#include <cstdint>
#include <map>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

/// One layer of a stack, and the roles that it has.
struct ModelLayer {
    struct Role {
        std::uint32_t role = 0; ///< index into LayerStack::roles
        std::uint32_t tensors = 0; ///< more than one if it has experts
        std::uint32_t first = 0; ///< the first tensor, an index into Checkpoint::tensors
        std::uint64_t highest = 0; ///< the highest expert number
    };
    std::vector<Role> roles; ///< sorted by role
};

/// Numbered blocks under one name: "model.layers".
struct LayerStack {
    std::string name;
    std::vector<std::string>
        roles; ///< the names after the layer number: "self_attn.q_proj.weight", "mlp.experts.#.w1.weight"
    std::map<std::uint64_t, ModelLayer> layers; ///< by number
    std::uint64_t elements = 0;

    /// The number of layers without a tensor of that role.
    std::uint64_t layersWithout(std::string_view role) const;
};

/// The stacks of a checkpoint, found in the names of its tensors.
class LayerStacks {
public:
    /// Finds none if there are more roles than a model has.
    explicit LayerStacks(const NameRoles& roles);

    const std::vector<LayerStack>& list() const { return m_stacks; }
    /// The stack with the most elements. Returns a vision encoder's stack only if there is no other. Null if there is
    /// none.
    const LayerStack* largest() const;

private:
    std::vector<LayerStack> m_stacks;
};

/// Whether the checkpoint is one file of several, according to its file name or the metadata of GGUF, and the others
/// were not opened. Missing tensors may be in those.
bool isPieceOfModel(const Checkpoint& checkpoint);

/// Formats layer numbers, of which there must be at least one, as "3", "3 and 7", "3, 7 and 9", "3, 7, 9 and 12 more".
std::string listedNumbers(const std::vector<std::uint64_t>& numbers);

} // namespace loupe
