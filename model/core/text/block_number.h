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

/// True if a part of a name, between dots or slashes, is the number of a block: "12" in "model.layers.12.mlp.weight".
inline bool isBlockNumber(std::string_view part)
{
    return !part.empty() && std::all_of(part.begin(), part.end(), isDecimalDigit);
}

/// The text before the number at the end of a part: "layer_" for "layer_12", "" for "12". No value if the part does not
/// end in a number.
std::optional<std::string_view> blockStem(std::string_view part);

/// The first `most` parts of a name; parts are separated by dots or slashes.
std::vector<std::string_view> nameParts(std::string_view name, std::size_t most = std::string_view::npos);

/// The role of a name: the name with "#" for each block number, such as "layers.#.q_proj.weight". "layer_12" is a block
/// only if at least two parts follow, so "norm_2.bias" has none.
std::string roleOf(std::string_view name);
/// As above, but writes to `role` and so reuses its memory.
void roleOf(std::string_view name, std::string& role);

/// True if a character separates parts of a name. A lambda rather than a function, since std::find_if() takes twice as
/// long through a pointer.
inline constexpr auto isNameSeparator = [](char c) { return c == '.' || c == '/'; };

/// The end of the first part of a name: the first dot or slash, or the end of the name. string_view::find_first_of()
/// takes several times as long.
inline std::size_t partEnd(std::string_view name)
{
    return static_cast<std::size_t>(std::find_if(name.begin(), name.end(), isNameSeparator) - name.begin());
}

/// The layer number of a tensor: the first part of its name that is a number, ignoring the last part. If there is none,
/// the number at the end of the first part that ends in one ("layer_3.weight"). Nothing if it exceeds 64 bits.
std::optional<std::uint64_t> layerNumber(std::string_view name);

/// Formats ascending block numbers as one pattern: "{0…15, 17…31}". If they are scattered, names only the first runs.
std::string blockPattern(const std::vector<std::string_view>& numbers);

} // namespace loupe
