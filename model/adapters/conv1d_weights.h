#pragma once

#include "core/checkpoint.h"

#include <set>
#include <string>
#include <string_view>

namespace loupe {

/// Knows which weights of a model are [in, out]: those of the class Conv1D in GPT-2 and its relatives. Other models
/// have linear layers of the same names, so the shapes decide for each stack of layers: the inputs of `c_attn` and
/// `c_fc` are the smaller side.
class Conv1DWeights {
public:
    explicit Conv1DWeights(const Checkpoint& model);

    /// Whether the model has any.
    bool exist() const { return !m_stacks.empty(); }
    /// Whether the weight is one of them. `name` is that of a tensor or of its module, in the model.
    bool has(std::string_view name) const;

private:
    std::set<std::string> m_stacks; ///< stacks of layers that have them: the names up to the number of the layer
};

} // namespace loupe
