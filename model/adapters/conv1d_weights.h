#pragma once

#include "core/checkpoint.h"

#include <string_view>

namespace loupe {

/// Knows which weights of a model are [in, out]: those of the class Conv1D in GPT-2 and its relatives. Other models
/// have linear layers of the same names, so the shapes decide: the inputs of `c_attn` and `c_fc` are the smaller side.
class Conv1DWeights {
public:
    explicit Conv1DWeights(const Checkpoint& model);

    /// Whether the model has any.
    bool exist() const { return m_exist; }
    /// Whether the weight is one of them. `name` is that of a tensor or of its module.
    bool has(std::string_view name) const;

private:
    bool m_exist = false;
};

} // namespace loupe
