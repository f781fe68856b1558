#pragma once

#include <algorithm>
#include <cstddef>
#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe {

inline bool isDecimalDigit(char c)
{
    return c >= '0' && c <= '9';
}

/// Whether a part of a name, between dots or slashes, is the number of a block: "12" in "model.layers.12.mlp.weight".
inline bool isBlockNumber(std::string_view part)
{
    return !part.empty() && std::all_of(part.begin(), part.end(), isDecimalDigit);
}

/// The text before the number at the end of a part: "layer_" of "layer_12", nothing of "12". No value where the part
/// does not end in a number.
std::optional<std::string_view> blockStem(std::string_view part);

/// The parts of a name between dots and slashes, the first `most` of them.
std::vector<std::string_view> nameParts(std::string_view name, std::size_t most = std::string_view::npos);

/// The role that a name stands for: the name with "#" for each number of a block, "layers.#.q_proj.weight". "layer_12"
/// is a block where at least two parts follow: "norm_2.bias" is none.
std::string roleOf(std::string_view name);
/// The same into `role`, whose memory is used again.
void roleOf(std::string_view name, std::string& role);

/// Whether it stands between two parts of a name. No function: std::find_if() takes twice as long through a pointer.
inline constexpr auto isNameSeparator = [](char c) { return c == '.' || c == '/'; };

/// Where the first part of a name ends: at a dot or slash, or with the name. string_view::find_first_of() takes several
/// times as long.
inline std::size_t partEnd(std::string_view name)
{
    return static_cast<std::size_t>(std::find_if(name.begin(), name.end(), isNameSeparator) - name.begin());
}

/// The number of the layer that a tensor is in: the first part of its name that is a number, the last part aside; where
/// there is none, the number at the end of the first part that ends in one ("layer_3.weight"). Nothing beyond 64 bits.
std::optional<std::uint64_t> layerNumber(std::string_view name);

/// How the numbers of a series of blocks are written as one: "{0…15, 17…31}". They ascend. Where they are scattered,
/// only the first runs are named.
std::string blockPattern(const std::vector<std::string_view>& numbers);

} // namespace loupe
