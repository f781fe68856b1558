#include "adapters/names/transformer_names.h"

#include "adapters/names/base_names.h"

#include <algorithm>
#include <array>

namespace loupe {

namespace {

/// A module in its original names, and those of diffusers and transformers that it holds. Numbers stand for "#".
struct RenamedRole {
    std::string_view original;
    std::array<std::string_view, 4> parts; ///< empty ones aside
    bool isSquare = false; ///< parts but for the last have as many rows as the weight has columns; else all the same
    /// diffusers has scale and shift in the other order if the weight has these two only: others have gates, too.
    bool swapsHalves = false;
};
constexpr RenamedRole renamedRoles[]{
    // Flux
    {"double_blocks.#.img_attn.qkv",
        {"transformer_blocks.#.attn.to_q", "transformer_blocks.#.attn.to_k", "transformer_blocks.#.attn.to_v"}},
    {"double_blocks.#.txt_attn.qkv",
        {"transformer_blocks.#.attn.add_q_proj", "transformer_blocks.#.attn.add_k_proj",
            "transformer_blocks.#.attn.add_v_proj"}},
    {"single_blocks.#.linear1",
        {"single_transformer_blocks.#.attn.to_q", "single_transformer_blocks.#.attn.to_k",
            "single_transformer_blocks.#.attn.to_v", "single_transformer_blocks.#.proj_mlp"},
        true},
    {"double_blocks.#.img_attn.proj", {"transformer_blocks.#.attn.to_out.0"}},
    {"double_blocks.#.txt_attn.proj", {"transformer_blocks.#.attn.to_add_out"}},
    {"double_blocks.#.img_mlp.0", {"transformer_blocks.#.ff.net.0.proj"}},
    {"double_blocks.#.img_mlp.2", {"transformer_blocks.#.ff.net.2"}},
    {"double_blocks.#.txt_mlp.0", {"transformer_blocks.#.ff_context.net.0.proj"}},
    {"double_blocks.#.txt_mlp.2", {"transformer_blocks.#.ff_context.net.2"}},
    {"double_blocks.#.img_mod.lin", {"transformer_blocks.#.norm1.linear"}},
    {"double_blocks.#.txt_mod.lin", {"transformer_blocks.#.norm1_context.linear"}},
    {"single_blocks.#.linear2", {"single_transformer_blocks.#.proj_out"}},
    {"single_blocks.#.modulation.lin", {"single_transformer_blocks.#.norm.linear"}},
    {"img_in", {"x_embedder"}},
    {"txt_in", {"context_embedder"}},
    {"time_in.in_layer", {"time_text_embed.timestep_embedder.linear_1"}},
    {"time_in.out_layer", {"time_text_embed.timestep_embedder.linear_2"}},
    {"vector_in.in_layer", {"time_text_embed.text_embedder.linear_1"}},
    {"vector_in.out_layer", {"time_text_embed.text_embedder.linear_2"}},
    {"guidance_in.in_layer", {"time_text_embed.guidance_embedder.linear_1"}},
    {"guidance_in.out_layer", {"time_text_embed.guidance_embedder.linear_2"}},
    // Stable Diffusion 3
    {"joint_blocks.#.x_block.attn.qkv",
        {"transformer_blocks.#.attn.to_q", "transformer_blocks.#.attn.to_k", "transformer_blocks.#.attn.to_v"}},
    {"joint_blocks.#.x_block.attn2.qkv",
        {"transformer_blocks.#.attn2.to_q", "transformer_blocks.#.attn2.to_k", "transformer_blocks.#.attn2.to_v"}},
    {"joint_blocks.#.context_block.attn.qkv",
        {"transformer_blocks.#.attn.add_q_proj", "transformer_blocks.#.attn.add_k_proj",
            "transformer_blocks.#.attn.add_v_proj"}},
    {"joint_blocks.#.x_block.attn.proj", {"transformer_blocks.#.attn.to_out.0"}},
    {"joint_blocks.#.x_block.attn2.proj", {"transformer_blocks.#.attn2.to_out.0"}},
    {"joint_blocks.#.context_block.attn.proj", {"transformer_blocks.#.attn.to_add_out"}},
    {"joint_blocks.#.x_block.mlp.fc1", {"transformer_blocks.#.ff.net.0.proj"}},
    {"joint_blocks.#.x_block.mlp.fc2", {"transformer_blocks.#.ff.net.2"}},
    {"joint_blocks.#.context_block.mlp.fc1", {"transformer_blocks.#.ff_context.net.0.proj"}},
    {"joint_blocks.#.context_block.mlp.fc2", {"transformer_blocks.#.ff_context.net.2"}},
    {"joint_blocks.#.x_block.adaLN_modulation.1", {"transformer_blocks.#.norm1.linear"}},
    {"joint_blocks.#.context_block.adaLN_modulation.1", {"transformer_blocks.#.norm1_context.linear"}, false, true},
    {"x_embedder.proj", {"pos_embed.proj"}},
    {"t_embedder.mlp.0", {"time_text_embed.timestep_embedder.linear_1"}},
    {"t_embedder.mlp.2", {"time_text_embed.timestep_embedder.linear_2"}},
    {"y_embedder.mlp.0", {"time_text_embed.text_embedder.linear_1"}},
    {"y_embedder.mlp.2", {"time_text_embed.text_embedder.linear_2"}},
    // Both
    {"final_layer.linear", {"proj_out"}},
    {"final_layer.adaLN_modulation.1", {"norm_out.linear"}, false, true},
    // Text encoders of open_clip: of Stable Diffusion 2, and the second one of XL.
    {"transformer.resblocks.#.attn.in_proj_weight",
        {"text_model.encoder.layers.#.self_attn.q_proj", "text_model.encoder.layers.#.self_attn.k_proj",
            "text_model.encoder.layers.#.self_attn.v_proj"}},
    {"transformer.resblocks.#.attn.out_proj", {"text_model.encoder.layers.#.self_attn.out_proj"}},
    {"transformer.resblocks.#.mlp.c_fc", {"text_model.encoder.layers.#.mlp.fc1"}},
    {"transformer.resblocks.#.mlp.c_proj", {"text_model.encoder.layers.#.mlp.fc2"}},
};

/// The number that stands for "#" of `role` in `path`; nothing where they differ elsewhere. Empty where there is none.
std::optional<std::string_view> numberIn(std::string_view path, std::string_view role)
{
    const auto mark = role.find('#');
    if (mark == std::string_view::npos)
        return path == role ? std::optional(std::string_view()) : std::nullopt;
    const std::string_view end = role.substr(mark + 1);
    if (!path.starts_with(role.substr(0, mark)) || !path.ends_with(end) || path.size() <= mark + end.size())
        return std::nullopt;
    const std::string_view number = path.substr(mark, path.size() - mark - end.size());
    const bool isNumber = std::ranges::all_of(number, [](char c) { return c >= '0' && c <= '9'; });
    return isNumber ? std::optional(number) : std::nullopt;
}

std::string withNumber(std::string_view role, std::string_view number)
{
    std::string text(role);
    if (const auto mark = text.find('#'); mark != std::string::npos)
        text.replace(mark, 1, number);
    return text;
}

} // namespace

std::vector<DiffusersPart> diffusersParts(std::string_view original, std::uint64_t outputs, std::uint64_t inputs)
{
    std::vector<DiffusersPart> found;
    for (const RenamedRole& role : renamedRoles) {
        const auto number = numberIn(original, role.original);
        if (!number)
            continue;
        const auto parts = static_cast<std::uint64_t>(
            std::ranges::count_if(role.parts, [](std::string_view part) { return !part.empty(); }));
        const std::uint64_t rows = role.isSquare ? inputs : outputs / parts;
        if (role.isSquare ? outputs / parts < rows : outputs % parts != 0)
            return found;
        const bool swapsHalves = role.swapsHalves && outputs % 2 == 0 && outputs / 2 == inputs;
        for (std::uint64_t i = 0; i < parts; ++i) {
            const std::uint64_t first = i * rows;
            found.push_back(
                {withNumber(role.parts[i], *number), first, i + 1 < parts ? rows : outputs - first, swapsHalves});
        }
        return found;
    }
    return found;
}

std::vector<std::string> diffusersPaths(std::string_view original)
{
    std::vector<std::string> paths;
    for (const RenamedRole& role : renamedRoles) {
        const auto number = numberIn(original, role.original);
        for (const std::string_view part : role.parts) {
            if (number && !part.empty())
                paths.push_back(withNumber(part, *number));
        }
    }
    return paths;
}

std::optional<std::string> originalPathOf(std::string_view joined)
{
    for (const RenamedRole& role : renamedRoles) {
        const bool isOfText = role.parts[0].starts_with("text_model.");
        const auto number = isOfText ? std::nullopt : numberIn(joined, joinedPath(role.original));
        if (number)
            return withNumber(role.original, *number);
    }
    return std::nullopt;
}

} // namespace loupe
