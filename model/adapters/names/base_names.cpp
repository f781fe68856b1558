#include "adapters/names/base_names.h"

#include "adapters/names/unet_names.h"

#include <algorithm>
#include <array>
#include <utility>

namespace loupe {

namespace {

constexpr std::uint8_t bit(AdapterComponent component)
{
    return static_cast<std::uint8_t>(1U << static_cast<unsigned>(component));
}
constexpr std::uint8_t wholeBit = bit(AdapterComponent::Whole);
constexpr std::uint8_t denoiserBit = bit(AdapterComponent::Denoiser);
constexpr std::uint8_t text1Bit = bit(AdapterComponent::Text1);
constexpr std::uint8_t text2Bit = bit(AdapterComponent::Text2);
constexpr std::uint8_t text3Bit = bit(AdapterComponent::Text3);
constexpr std::uint8_t anyBit = wholeBit | denoiserBit | text1Bit | text2Bit | text3Bit;

/// What programs put before the names of a model, and of which part of an image generator it is. A longer one stands
/// before one that it begins with.
struct BasePrefix {
    std::string_view text;
    std::uint8_t components;
};
constexpr BasePrefix basePrefixes[]{
    {"model.diffusion_model.", denoiserBit | wholeBit},
    {"diffusion_model.", denoiserBit | wholeBit},
    {"unet.", denoiserBit | wholeBit},
    {"cond_stage_model.transformer.", text1Bit},
    {"cond_stage_model.model.", text1Bit},
    {"conditioner.embedders.0.transformer.", text1Bit},
    {"conditioner.embedders.0.model.", text1Bit | text2Bit}, // of the refiner
    {"conditioner.embedders.1.model.", text2Bit},
    {"text_encoders.clip_l.transformer.", text1Bit},
    {"text_encoders.clip_g.transformer.", text2Bit},
    {"text_encoders.t5xxl.transformer.", text3Bit},
    {"text_encoder.", text1Bit},
    {"text_encoder_2.", text2Bit},
    {"text_encoder_3.", text3Bit},
    {"module.", anyBit},
    {"_orig_mod.", anyBit},
    {"_fsdp_wrapped_module.", anyBit},
    {"model.language_model.", wholeBit},
    {"language_model.", wholeBit},
    {"vision_tower.", wholeBit},
    {"transformer.", anyBit},
    {"bert.", wholeBit},
    {"model.", anyBit},
};

/// A module in its original names, and those of diffusers and transformers that it holds. Numbers stand for "#".
struct JoinedRole {
    std::string_view original;
    std::array<std::string_view, 4> parts; ///< empty ones aside
    bool isSquare = false; ///< parts but for the last have as many rows as the weight has columns; else all the same
    bool swapsHalves = false; ///< diffusers has scale and shift in the other order
};
constexpr JoinedRole joinedRoles[]{
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

/// Other paths of the U-Net that may stand for this one.
std::vector<std::string> otherUnetPaths(std::string_view path)
{
    std::vector<std::string> others;
    const auto add = [&](std::optional<std::string> other) {
        if (other && std::ranges::find(others, *other) == others.end())
            others.push_back(std::move(*other));
    };
    add(diffusersUnetPath(path));
    add(originalUnetPath(path, false));
    add(originalUnetPath(path, true));
    return others;
}

constexpr std::string_view weightEnd = ".weight";
constexpr unsigned mostPrefixes = 4; // that stand before each other: hostile names have thousands

const BasePrefix* prefixOf(std::string_view path)
{
    const auto found = std::ranges::find_if(
        basePrefixes, [&](const BasePrefix& prefix) { return path.starts_with(prefix.text) && path != prefix.text; });
    return found == std::end(basePrefixes) ? nullptr : &*found;
}

} // namespace

std::string_view withoutWeight(std::string_view name)
{
    return name.ends_with(weightEnd) ? name.substr(0, name.size() - weightEnd.size()) : name;
}

std::string joinedPath(std::string_view path)
{
    std::string joined(path);
    std::ranges::replace(joined, '.', '_');
    return joined;
}

std::vector<DiffusersPart> diffusersParts(std::string_view original, std::uint64_t outputs, std::uint64_t inputs)
{
    std::vector<DiffusersPart> found;
    for (const JoinedRole& role : joinedRoles) {
        const auto number = numberIn(original, role.original);
        if (!number)
            continue;
        const auto parts = static_cast<std::uint64_t>(
            std::ranges::count_if(role.parts, [](std::string_view part) { return !part.empty(); }));
        const std::uint64_t rows = role.isSquare ? inputs : outputs / parts;
        if (role.isSquare ? outputs / parts < rows : outputs % (role.swapsHalves ? 2 : parts) != 0)
            return found;
        for (std::uint64_t i = 0; i < parts; ++i) {
            const std::uint64_t first = i * rows;
            found.push_back(
                {withNumber(role.parts[i], *number), first, i + 1 < parts ? rows : outputs - first, role.swapsHalves});
        }
        return found;
    }
    return found;
}

std::optional<std::string> originalPathOf(std::string_view joined)
{
    for (const JoinedRole& role : joinedRoles) {
        const bool isOfFlux = !role.parts[0].starts_with("text_model.");
        const auto number = isOfFlux ? numberIn(joined, joinedPath(role.original)) : std::nullopt;
        if (number)
            return withNumber(role.original, *number);
    }
    return std::nullopt;
}

BaseNames::BaseNames(const Checkpoint& base)
    : m_base(base)
{
    for (std::uint32_t i = 0; i < base.tensors.size(); ++i) {
        const std::string_view name = base.tensors[i].name;
        m_tensors.emplace(name, i);
        if (!name.ends_with(".bias"))
            addWeight(i, withoutWeight(name));
    }
}

void BaseNames::addWeight(std::uint32_t tensor, std::string_view path)
{
    Known known{.place = {.tensor = tensor}, .stripped = 0, .components = anyBit};
    while (true) {
        add(path, known);
        addSlices(tensor, path, known);
        for (const std::string& other : otherUnetPaths(path))
            add(other, known);
        const BasePrefix* const prefix = prefixOf(path);
        if (!prefix || (known.components & prefix->components) == 0 || known.stripped == mostPrefixes)
            return;
        known.components &= prefix->components;
        ++known.stripped;
        path.remove_prefix(prefix->text.size());
    }
}

void BaseNames::addSlices(std::uint32_t tensor, std::string_view path, Known known)
{
    const auto shape = m_base.tensors[tensor].shape;
    if (shape.size() != 2)
        return;
    for (const DiffusersPart& part : diffusersParts(path, shape[0], shape[1])) {
        if (part.swapsHalves) // updates are added row by row
            continue;
        known.place.firstRow = part.firstRow;
        known.place.rows = part.rows;
        add(part.path, known);
    }
}

void BaseNames::add(std::string_view path, const Known& known)
{
    m_dotted[std::string(path)].push_back(known);
    m_joined[joinedPath(path)].push_back(known);
}

std::pair<BaseNames::Answer, BaseNames::Place> BaseNames::find(const AdapterPlace& place) const
{
    const auto& names = place.isJoined ? m_joined : m_dotted;
    std::string_view path = place.path;
    for (unsigned stripped = 0;; ++stripped) {
        const Known* best = nullptr;
        bool isAmbiguous = false;
        if (const auto found = names.find(path); found != names.end()) {
            for (const Known& known : found->second) {
                if ((known.components & bit(place.component)) == 0)
                    continue;
                if (!best || known.stripped < best->stripped) {
                    best = &known;
                    isAmbiguous = false;
                } else if (known.stripped == best->stripped && !(known.place == best->place)) {
                    isAmbiguous = true;
                }
            }
        }
        if (best)
            return {isAmbiguous ? Answer::Ambiguous : Answer::Found, best->place};
        // The base may have been saved without what stands before its names elsewhere.
        const BasePrefix* const prefix = place.isJoined ? nullptr : prefixOf(path);
        if (!prefix || stripped == mostPrefixes)
            return {Answer::Missing, {}};
        path.remove_prefix(prefix->text.size());
    }
}

std::optional<std::uint32_t> BaseNames::tensor(std::string_view name) const
{
    const auto found = m_tensors.find(name);
    return found == m_tensors.end() ? std::nullopt : std::optional(found->second);
}

std::optional<std::uint32_t> BaseNames::biasOf(std::uint32_t weight) const
{
    constexpr std::string_view word = "weight"; // "attn.in_proj_weight", too
    const std::string_view name = m_base.tensors[weight].name;
    return name.ends_with(word) ? tensor(std::string(name.substr(0, name.size() - word.size())) + "bias")
                                : std::nullopt;
}

std::string_view BaseNames::pathOf(std::uint32_t tensor) const
{
    return placeOf(m_base.tensors[tensor].name).second;
}

std::optional<std::string> BaseNames::pathAs(std::uint32_t tensor, std::string_view joined) const
{
    const std::string_view path = pathOf(tensor);
    std::vector<std::string> paths = otherUnetPaths(path);
    paths.emplace_back(path);
    for (const JoinedRole& role : joinedRoles) {
        const auto number = numberIn(path, role.original);
        for (const std::string_view part : role.parts)
            if (number && !part.empty())
                paths.push_back(withNumber(part, *number));
    }
    const auto found = std::ranges::find(paths, joined, joinedPath);
    return found == paths.end() ? std::nullopt : std::optional(std::move(*found));
}

std::pair<AdapterComponent, std::string_view> BaseNames::placeOf(std::string_view name)
{
    constexpr std::array<std::pair<std::string_view, AdapterComponent>, 10> prefixes{{{"model.diffusion_model.",
                                                                                          AdapterComponent::Denoiser},
        {"diffusion_model.", AdapterComponent::Denoiser}, {"cond_stage_model.transformer.", AdapterComponent::Text1},
        {"cond_stage_model.model.", AdapterComponent::Text1},
        {"conditioner.embedders.0.transformer.", AdapterComponent::Text1},
        {"conditioner.embedders.1.model.", AdapterComponent::Text2},
        {"text_encoders.clip_l.transformer.", AdapterComponent::Text1},
        {"text_encoders.clip_g.transformer.", AdapterComponent::Text2},
        {"text_encoders.t5xxl.transformer.", AdapterComponent::Text3}, {"base_model.model.", AdapterComponent::Whole}}};
    const std::string_view path = withoutWeight(name);
    for (const auto& [prefix, component] : prefixes) {
        if (path.starts_with(prefix))
            return {component, path.substr(prefix.size())};
    }
    return {AdapterComponent::Whole, path};
}

} // namespace loupe
