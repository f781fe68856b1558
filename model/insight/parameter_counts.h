#pragma once

#include "insight/architecture.h"

#include <string_view>

namespace loupe {

/// Counts the parameters of a model whose figures are known.
ParameterCounts countParameters(const NameRoles& roles, const LayerStacks& stacks, const Architecture& architecture);

/// True if the role belongs to experts that a router chooses among, not to shared ones.
bool isOfExperts(std::string_view role);

} // namespace loupe
