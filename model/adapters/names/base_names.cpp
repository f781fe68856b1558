#include "adapters/names/base_names.h"

#include "adapters/names/transformer_names.h"
#include "adapters/names/unet_names.h"

#include <algorithm>
#include <array>
#include <iterator>
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
    const auto columns = shape.size() < 2 ? std::nullopt : elementCount(shape.subspan(1));
    if (!columns)
        return;
    for (const DiffusersPart& part : diffusersParts(path, shape[0], *columns)) {
        known.place.firstRow = part.firstRow;
        known.place.rows = part.rows;
        known.place.swapsHalves = part.swapsHalves;
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
    std::ranges::move(diffusersPaths(path), std::back_inserter(paths));
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
