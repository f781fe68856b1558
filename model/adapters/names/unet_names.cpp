#include "adapters/names/unet_names.h"

#include <algorithm>
#include <array>
#include <charconv>
#include <cstdint>
#include <utility>

namespace loupe {

namespace {

// comfyanonymous/ComfyUI, comfy/utils.py (unet_to_diffusers); kohya-ss/sd-scripts, library/sdxl_model_util.py and
// networks/lora_diffusers.py; huggingface/diffusers, convert_original_stable_diffusion.
// Each level of these models has two blocks, and one more on the way up.
constexpr std::uint32_t blocksOfLevel = 3;
constexpr std::uint32_t mostLevels = 4;

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

/// The original name of a part of a resnet that stands at `place`.
std::optional<std::string> originalResnet(const std::string& place, std::string_view part)
{
    const auto found = std::ranges::find(resnetParts, part, &Renamed::second);
    return found == resnetParts.end() ? std::nullopt : std::optional(place + '.' + std::string(found->first));
}

/// `path` is what follows "mid_block".
std::optional<std::string> originalMiddle(std::string_view path)
{
    const bool isResnet = takePart(path, "resnets");
    const auto number = isResnet || takePart(path, "attentions") ? takeNumber(path) : std::nullopt;
    if (!number || *number > (isResnet ? 1U : 0U))
        return std::nullopt;
    return isResnet ? originalResnet("middle_block." + std::to_string(2 * *number), path)
                    : "middle_block.1." + std::string(path);
}

} // namespace

std::optional<std::string> originalUnetPath(std::string_view diffusers, bool firstHasAttention)
{
    if (const auto lone = std::ranges::find(lonePaths, diffusers, &Renamed::second); lone != lonePaths.end())
        return std::string(lone->first);
    std::string_view path = diffusers;
    if (takePart(path, "mid_block"))
        return originalMiddle(path);
    const bool isDown = takePart(path, "down_blocks");
    const auto level = isDown || takePart(path, "up_blocks") ? takeNumber(path) : std::nullopt;
    if (!level || *level >= mostLevels)
        return std::nullopt;
    const std::string blocks = isDown ? "input_blocks." : "output_blocks.";
    const std::uint32_t first = *level * blocksOfLevel + (isDown ? 1 : 0);
    if (isDown && path == "downsamplers.0.conv")
        return blocks + std::to_string(first + 2) + ".0.op";
    if (!isDown && path == "upsamplers.0.conv")
        return blocks + std::to_string(first + 2) + (*level > 0 || firstHasAttention ? ".2.conv" : ".1.conv");
    const bool isResnet = takePart(path, "resnets");
    const auto number = isResnet || takePart(path, "attentions") ? takeNumber(path) : std::nullopt;
    if (!number || *number >= (isDown ? blocksOfLevel - 1 : blocksOfLevel))
        return std::nullopt;
    const std::string block = blocks + std::to_string(first + *number);
    return isResnet ? originalResnet(block + ".0", path) : block + ".1." + std::string(path);
}

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
