#include "adapters/unet_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace loupe {

namespace {

// comfyanonymous/ComfyUI, comfy/utils.py (unet_to_diffusers); huggingface/diffusers, convert_original_stable_diffusion.
// Each level of these models has two blocks, and one more on the way up.
constexpr std::uint32_t blocksOfLevel = 3;

using Renamed = std::pair<std::string_view, std::string_view>;
constexpr std::array<Renamed, 7> lonePaths{
    {{"input_blocks.0.0", "conv_in"}, {"time_embed.0", "time_embedding.linear_1"},
        {"time_embed.2", "time_embedding.linear_2"}, {"label_emb.0.0", "add_embedding.linear_1"},
        {"label_emb.0.2", "add_embedding.linear_2"}, {"out.0", "conv_norm_out"}, {"out.2", "conv_out"}}};
constexpr std::array<Renamed, 6> resnetParts{
    {{"in_layers.0", "norm1"}, {"in_layers.2", "conv1"}, {"emb_layers.1", "time_emb_proj"}, {"out_layers.0", "norm2"},
        {"out_layers.3", "conv2"}, {"skip_connection", "conv_shortcut"}}};

/// Takes `prefix` and the dot behind it away.
bool takePart(std::string_view& path, std::string_view prefix)
{
    if (!path.starts_with(prefix) || path.size() <= prefix.size() || path[prefix.size()] != '.')
        return false;
    path.remove_prefix(prefix.size() + 1);
    return true;
}

/// Takes a number and the dot behind it away.
std::optional<std::uint32_t> takeNumber(std::string_view& path)
{
    std::uint32_t number = 0;
    const auto [end, error] = std::from_chars(path.data(), path.data() + path.size(), number);
    if (error != std::errc() || end == path.data() + path.size() || *end != '.')
        return std::nullopt;
    path.remove_prefix(static_cast<std::size_t>(end - path.data()) + 1);
    return number;
}

std::optional<std::string> resnetPath(const std::string& block, std::uint32_t number, std::string_view part)
{
    const auto found = std::ranges::find(resnetParts, part, &Renamed::first);
    if (found == resnetParts.end())
        return std::nullopt;
    return block + ".resnets." + std::to_string(number) + '.' + std::string(found->second);
}

} // namespace

std::optional<std::string> diffusersUnetPath(std::string_view original)
{
    if (const auto lone = std::ranges::find(lonePaths, original, &Renamed::first); lone != lonePaths.end())
        return std::string(lone->second);
    std::string_view path = original;
    if (takePart(path, "middle_block")) {
        const auto part = takeNumber(path);
        if (part == 1U)
            return "mid_block.attentions.0." + std::string(path);
        return part && *part % 2 == 0 && *part <= 2 ? resnetPath("mid_block", *part / 2, path) : std::nullopt;
    }
    const bool isDown = takePart(path, "input_blocks");
    if (!isDown && !takePart(path, "output_blocks"))
        return std::nullopt;
    const auto place = takeNumber(path);
    const auto part = place ? takeNumber(path) : std::nullopt;
    if (!part || (isDown && *place == 0))
        return std::nullopt;
    const std::uint32_t block = *place - (isDown ? 1 : 0);
    const std::string level = (isDown ? "down_blocks." : "up_blocks.") + std::to_string(block / blocksOfLevel);
    if (isDown && path == "op")
        return level + ".downsamplers.0.conv";
    if (!isDown && path == "conv")
        return level + ".upsamplers.0.conv";
    if (*part == 0)
        return resnetPath(level, block % blocksOfLevel, path);
    if (*part != 1)
        return std::nullopt;
    return level + ".attentions." + std::to_string(block % blocksOfLevel) + '.' + std::string(path);
}

} // namespace loupe
