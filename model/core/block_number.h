#pragma once

#include <algorithm>
#include <string_view>

namespace loupe {

/// Whether a part of a name, between dots or slashes, is the number of a block: "12" in "model.layers.12.mlp.weight".
inline bool isBlockNumber(std::string_view part)
{
    return !part.empty() && std::all_of(part.begin(), part.end(), [](char c) { return c >= '0' && c <= '9'; });
}

} // namespace loupe
