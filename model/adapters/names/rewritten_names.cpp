#include "adapters/names/rewritten_names.h"

#include "adapters/stacks.h"
#include "core/text/quote.h"

#include <algorithm>
#include <set>
#include <utility>

namespace loupe {

RewrittenNames::RewrittenNames(const Adapter& adapter, const RewriteOptions& options,
    const std::shared_ptr<const Checkpoint>& base, std::span<const AdapterTarget> targets)
    : m_adapter(adapter)
    , m_options(options)
    , m_base(base)
    , m_targets(targets)
{
    if (base) {
        m_names.emplace(*base);
        for (const Tensor& tensor : base->tensors)
            m_named.add(BaseNames::placeOf(tensor.name).second);
    }
    for (const AdapterModule& module : adapter.modules) {
        m_named.add(module.place.path);
        if (module.hasFactors())
            m_adapted.insert(module.place.path);
    }
    // ComfyUI has the names of the model's authors.
    m_named.needsBase = !base && adapter.spelling != AdapterSpelling::ComfyUi && m_named.isAmbiguous();
    m_hasSecondText = std::ranges::any_of(adapter.modules, [](const AdapterModule& module) {
        return module.place.component == AdapterComponent::Text2 || module.place.component == AdapterComponent::Text3;
    });
}

Result<> RewrittenNames::checkComponents() const
{
    std::set<AdapterComponent> components;
    for (const AdapterModule& module : m_adapter.modules)
        components.insert(module.place.component);
    if (m_options.spelling != AdapterSpelling::Peft || components.size() < 2)
        return {};
    const auto named = std::ranges::find_if(m_adapter.modules,
        [](const AdapterModule& module) { return module.place.component != AdapterComponent::Whole; });
    std::string_view prefix = named->name;
    prefix.remove_suffix(std::min(prefix.size(), named->place.path.size()));
    return fail(ErrorCode::Unsupported,
        "the adapter changes several models, but a PEFT file holds one; tensors of the first one begin with "
            + quote(prefix),
        m_adapter.checkpoint->path.string(), Remedy::SplitAdapter);
}

/// Loaders look modules up by names of the base.
bool RewrittenNames::isInBase(std::size_t index, std::string_view path) const
{
    return m_names && m_targets[index].tensor && m_targets[index].fit == Fit::Fits && isWhole(index)
        && m_names->pathOf(*m_targets[index].tensor) == path;
}

NamedModel RewrittenNames::namedModel(std::size_t index, std::string_view path) const
{
    NamedModel named = m_named;
    named.isInBase = isInBase(index, path);
    return named;
}

Result<std::string> RewrittenNames::pathOf(std::size_t index) const
{
    const AdapterModule& module = m_adapter.modules[index];
    const bool becomesJoined = m_options.spelling.value_or(m_adapter.spelling) == AdapterSpelling::Kohya;
    if (!module.place.isJoined && becomesJoined && m_options.spelling && m_names
        && !module.part(AdapterPart::Replacement))
        return checkPath(
            AdapterSpelling::Kohya, module.place.component, module.place.path, namedModel(index, module.place.path))
            .and_then([&]() -> Result<std::string> { return pathToJoin(index); })
            .map_error([&](Error error) { return ofAdapter(std::move(error)); });
    if (!module.place.isJoined || becomesJoined)
        return module.place.path;
    const bool isFound = m_names && m_targets[index].tensor
        && (m_targets[index].fit == Fit::Fits || m_targets[index].fit == Fit::ShapeClash);
    if (isFound) {
        if (auto path = m_names->pathAs(*m_targets[index].tensor, module.place.path))
            return std::move(*path);
        if (isWhole(index))
            return std::string(m_names->pathOf(*m_targets[index].tensor));
    }
    auto known = m_options.spelling == AdapterSpelling::Diffusers && m_named.isTransformer()
        ? originalPathOf(module.place.path)
        : std::nullopt;
    if (known)
        return std::move(*known);
    return fail(ErrorCode::InvalidArgument,
        "the name " + quote(module.name) + " has underscores in place of dots, which only the base can resolve"
            + std::string(m_names ? "; this base has no such module" : ""),
        m_adapter.checkpoint->path.string(), m_names ? Remedy::None : Remedy::GiveBase);
}

/// Loaders look joined names up among those of the base, and take no prefix away: its path, unless that of the
/// adapter is found, too.
std::string RewrittenNames::pathToJoin(std::size_t index) const
{
    const AdapterPlace& place = m_adapter.modules[index].place;
    const AdapterPlace joined{place.component, joinedPath(place.path), true, AdapterSpelling::Kohya};
    const bool isFound = m_names->find(joined).first == BaseNames::Answer::Found;
    if (isFound || m_targets[index].fit != Fit::Fits || !isWhole(index))
        return place.path;
    return std::string(m_names->pathOf(*m_targets[index].tensor));
}

Error RewrittenNames::ofAdapter(Error error) const
{
    error.path = m_adapter.checkpoint->path.string();
    return error;
}

bool RewrittenNames::isWhole(std::size_t index) const
{
    const auto shape = m_base->tensors[*m_targets[index].tensor].shape;
    return shape.empty() || m_targets[index].rows == shape[0];
}

std::vector<DiffusersPart> RewrittenNames::partsOf(std::size_t index, const std::string& path) const
{
    const AdapterModule& module = m_adapter.modules[index];
    std::vector<DiffusersPart> parts;
    if (m_options.spelling == AdapterSpelling::Diffusers && m_named.isTransformer())
        parts = diffusersParts(path, module.outputs, module.inputs);
    if (parts.empty())
        parts.push_back({path, 0, module.outputs});
    return parts;
}

Result<std::string> RewrittenNames::nameOf(std::size_t index, const std::string& path, AdapterPart part) const
{
    const AdapterModule& module = m_adapter.modules[index];
    if (!m_options.spelling)
        return std::string(m_adapter.checkpoint->tensors[*module.part(part)].name);
    if (module.isOfParameter() && *m_options.spelling != AdapterSpelling::Peft) {
        return fail(ErrorCode::Unsupported,
            "module " + quote(module.name) + " adapts a parameter (target_parameters), which only PEFT can name",
            m_adapter.checkpoint->path.string());
    }
    // PEFT keeps the base inside of a module that it adapts.
    const ParameterPath whole = splitParameter(path);
    const bool isInside = part == AdapterPart::Replacement && *m_options.spelling == AdapterSpelling::Peft
        && m_adapted.contains(whole.owner);
    const std::string own = isInside ? wrappedOwner(whole.owner, 1) + '.' + std::string(whole.parameter) : path;
    auto name =
        partName(*m_options.spelling, module.place.component, own, part, module.isEmbedding, namedModel(index, path));
    if (!name)
        return fail(ofAdapter(std::move(name.error())));
    // Models with one text encoder have no number in its name.
    constexpr std::string_view first = "lora_te1_";
    if (!m_hasSecondText && name->starts_with(first))
        name->replace(0, first.size(), "lora_te_");
    return name;
}

} // namespace loupe
