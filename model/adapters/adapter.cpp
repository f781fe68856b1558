#include "adapters/adapter.h"

#include "adapters/wide_numbers.h"
#include "core/checked_math.h"
#include "core/elements.h"
#include "core/name_hash.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/opening/model_config.h"
#include "saving/casting/cast.h"

#include <algorithm>
#include <cmath>
#include <limits>

namespace loupe {

namespace {

using enum AdapterPart;

constexpr std::size_t mostNested = 8; // parameters of one module: hostile settings have thousands
constexpr std::size_t mostParameters = 1 << 16; // of all modules
constexpr unsigned mostParts = 64; // of a path

/// Puts tensors together to modules.
class AdapterReader {
public:
    AdapterReader(std::shared_ptr<const Checkpoint> checkpoint, std::optional<double> alpha)
        : m_alpha(alpha)
    {
        m_adapter.settings = AdapterSettings::find(*checkpoint);
        m_adapter.checkpoint = std::move(checkpoint);
    }

    Result<Adapter> read(const Work& work)
    {
        const auto& tensors = m_adapter.checkpoint->tensors;
        for (std::uint32_t i = 0; i < tensors.size(); ++i) {
            if (i % 4096 == 0 && work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (auto name = splitAdapterName(tensors[i].name))
                add(*name, i);
            else
                m_plain.push_back(i);
        }
        // Models have tensors named "alpha", too.
        const auto isOne = [](const AdapterModule& module) {
            return std::ranges::count_if(module.parts, [](const auto& part) { return part.has_value(); })
                > (module.part(Alpha) ? 1 : 0);
        };
        if (std::ranges::none_of(m_adapter.modules, isOne)) {
            const std::string* const kind = findMetadataText(m_adapter.checkpoint->metadata, "general.type");
            if (kind && *kind == "adapter") {
                return fail(ErrorCode::Unsupported,
                    "is a llama.cpp adapter, which is not supported; expected the PEFT adapter that it was "
                    "converted from",
                    m_adapter.checkpoint->path.string());
            }
            return fail(ErrorCode::Unsupported,
                "no tensor has a name of an adapter, expected pairs such as lora_A and lora_B, or lora_down and "
                "lora_up",
                m_adapter.checkpoint->path.string());
        }
        m_adapter.spelling = spelling();
        addReplacements();
        for (AdapterModule& module : m_adapter.modules) {
            if (work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            measure(module);
            if (auto scaled = setScale(module); !scaled)
                return fail(std::move(scaled.error()));
        }
        return std::move(m_adapter);
    }

private:
    void add(const AdapterName& name, std::uint32_t tensor)
    {
        const std::string key = name.module + '\n' + name.adapter;
        const auto [place, isNew] = m_places.emplace(key, m_adapter.modules.size());
        if (isNew) {
            AdapterModule module{.name = name.module,
                .place = adapterPlace(name.module),
                .adapter = name.adapter,
                .kind = name.kind,
                .parts = {},
                .alpha = {},
                .problem = {}};
            m_adapter.modules.push_back(std::move(module));
        }
        AdapterModule& module = m_adapter.modules[place->second];
        // Modules of all kinds may have an alpha, magnitudes or a change of the bias. A part that is not supported
        // decides: AdaLoRA also has the parts of LoRA.
        const bool isOfAnyKind = name.part == Alpha || name.part == Magnitude || name.part == BiasChange;
        if (!isOfAnyKind && !module.part(Other))
            module.kind = name.kind;
        module.isEmbedding |= name.isEmbedding;
        auto& part = module.parts[static_cast<std::size_t>(name.part)];
        if (part && name.part != Other)
            module.problem =
                "has a second tensor for the same part: " + quote(m_adapter.checkpoint->tensors[tensor].name);
        else if (!part)
            part = tensor;
        const auto prefix = module.place.spelling;
        // ComfyUI takes factors in any spelling behind its own prefix.
        ++m_votes[static_cast<std::size_t>(prefix.value_or(name.spelling))];
    }

    AdapterSpelling spelling() const
    {
        return static_cast<AdapterSpelling>(std::ranges::max_element(m_votes) - m_votes.begin());
    }

    /// Whole tensors beside those of PEFT take the place of the base's.
    void addReplacements()
    {
        for (const std::uint32_t tensor : m_plain) {
            const std::string_view full = m_adapter.checkpoint->tensors[tensor].name;
            AdapterPlace place = adapterPlace(full);
            if (m_adapter.spelling != AdapterSpelling::Peft || place.spelling != AdapterSpelling::Peft) {
                m_adapter.others.push_back(tensor);
                continue;
            }
            for (const std::string_view part :
                {std::string_view(".base_layer."), std::string_view(".modules_to_save.")}) {
                const auto at = place.path.rfind(part);
                if (at == std::string::npos)
                    continue;
                auto end = at + part.size() - 1;
                if (part == ".modules_to_save.") { // followed by the name of the adapter
                    const auto dot = place.path.find('.', end + 1);
                    end = dot == std::string::npos ? end : dot;
                }
                place.path.erase(at, end - at);
            }
            AdapterModule module{.name = std::string(full),
                .place = std::move(place),
                .adapter = {},
                .kind = "replacement",
                .parts = {},
                .alpha = {},
                .problem = {}};
            module.parts[static_cast<std::size_t>(Replacement)] = tensor;
            m_adapter.modules.push_back(std::move(module));
        }
    }

    /// Rank and sizes, and whether parts go together.
    void measure(AdapterModule& module)
    {
        if (module.part(Other)) {
            module.problem = std::string(module.kind) + " is recognized, but not supported";
            return;
        }
        for (const auto& part : module.parts) {
            if (part && !isFloat(*part) && module.part(Replacement) != part)
                module.problem =
                    "tensor " + quote(m_adapter.checkpoint->tensors[*part].name) + " has no floating-point values";
        }
        if (!module.problem.empty())
            return;
        const auto form = formOf(module);
        const bool lacksFactors = form == UpdateForm::Factors && !module.part(Down) && !module.part(Up);
        if (!form) {
            module.kind = "mixed";
            module.problem = "has parts of several kinds";
        } else if (lacksFactors || (form == UpdateForm::None && module.part(UpBias))) {
            module.problem = "has no factors";
        } else if (form == UpdateForm::None) {
            if (!module.part(WeightChange) && !module.part(BiasChange) && !module.part(Replacement))
                module.problem = "has neither factors nor a difference";
        } else {
            measureUpdate(module, *form);
        }
    }

    void measureUpdate(AdapterModule& module, UpdateForm form)
    {
        UpdateSizes sizes = sizesOf(form, *m_adapter.checkpoint, module);
        if (!sizes.problem.empty()) {
            module.problem = std::move(sizes.problem);
            return;
        }
        module.outputs = sizes.outputs;
        module.inputs = sizes.inputs;
        if (form == UpdateForm::Factors)
            module.parameters = parametersOf(module);
        if (!agreeOnParameters(module)) {
            module.problem = "applies to one of " + counted(module.parameters.size(), "parameter")
                + " of a module that have different ranks or alphas in the settings, and the file does not say to "
                  "which";
            return;
        }
        module.form = form;
        module.rank = sizes.rank;
        const auto stated = m_adapter.settings.rankOf(Adapter::settingsPrefix(module), settingsPath(module));
        if (module.isOfParameter() && stated && isMultiple(sizes.rank, stated->value)) {
            module.rank = static_cast<std::uint64_t>(stated->value);
            module.experts = sizes.rank / module.rank;
        }
        // One weight is that of an ordinary module, whichever list it stands in.
        if (module.experts == 1 && std::ranges::all_of(module.parameters, isWeight))
            module.parameters.clear();
        if (stated && module.rank > 0 && stated->value != static_cast<double>(module.rank))
            module.statedRank = stated->value;
        if (module.isOfParameter() && (module.part(Magnitude) || module.part(UpBias) || module.part(Middle))) {
            module.problem = "has more than two factors for a parameter (target_parameters), which is not supported";
            return;
        }
        if (const auto& magnitude = module.part(Magnitude)) {
            module.kind = form == UpdateForm::Factors ? "DoRA"
                : form == UpdateForm::Hadamard        ? "LoHa, DoRA"
                                                      : "LoKr, DoRA";
            // LyCORIS: [out, 1…], or [1, in, 1…]. PEFT's vectors are of outputs, [1, out, 1, 1] of convolutions, too.
            const auto shape = m_adapter.checkpoint->tensors[*magnitude].shape;
            module.hasInputMagnitudes = m_adapter.checkpoint->tensors[*magnitude].name.ends_with(".dora_scale")
                && shape.size() >= 2 && shape[0] == 1 && (sizes.outputs > 1 || elementCount(shape).value_or(0) > 1);
        }
    }

    static bool isWeight(std::string_view parameter) { return parameter.ends_with(".weight"); }

    static bool isMultiple(std::uint64_t rows, double rank)
    {
        return rank >= 1 && rank == std::trunc(rank) && static_cast<double>(rows) >= rank
            && std::fmod(static_cast<double>(rows), rank) == 0;
    }

    /// Parameters by the module that owns them, as the settings name it: maybe without the beginning of its path.
    using ParametersByOwner = NameMap<std::string, std::vector<std::string>>;

    /// PEFT trains parameters that are no weights of linear layers, such as stacked experts, [experts, …], and puts one
    /// into the other where a module has several.
    const ParametersByOwner& parametersOf(std::string_view component)
    {
        const auto [place, isNew] = m_parameters.try_emplace(std::string(component));
        if (!isNew)
            return place->second;
        std::size_t count = 0;
        for (const JsonValue& entry : m_adapter.settings.value(component, "target_parameters").elements()) {
            const std::string_view parameter = entry.string();
            const auto dot = parameter.rfind('.');
            if (dot == std::string_view::npos || dot == 0)
                continue;
            auto& names = place->second[std::string(parameter.substr(0, dot))];
            if (names.size() < mostNested)
                names.emplace_back(parameter.substr(dot));
            if (++count == mostParameters)
                break;
        }
        return place->second;
    }

    std::vector<std::string> parametersOf(const AdapterModule& module)
    {
        constexpr std::string_view inner = ".base_layer";
        std::string_view path = module.place.path;
        for (unsigned i = 0; i < mostNested && path.ends_with(inner); ++i)
            path.remove_suffix(inner.size());
        const ParametersByOwner& known = parametersOf(Adapter::settingsPrefix(module));
        std::vector<std::string> parameters;
        std::string_view owner = path;
        for (unsigned i = 0; i < mostParts && !known.empty(); ++i) {
            if (const auto found = known.find(owner); found != known.end()) {
                for (const std::string& name : found->second)
                    parameters.push_back(std::string(path) + name);
            }
            const auto dot = owner.find('.');
            if (dot == std::string_view::npos)
                break;
            owner.remove_prefix(dot + 1);
        }
        return parameters;
    }

    /// What patterns of the settings are compared with.
    static const std::string& settingsPath(const AdapterModule& module)
    {
        return module.isOfParameter() ? module.parameters.front() : module.place.path;
    }

    /// A file does not say which parameter of a module a pair of factors is of: settings must say the same of all.
    bool agreeOnParameters(const AdapterModule& module) const
    {
        const std::string_view prefix = Adapter::settingsPrefix(module);
        const auto valueOf = [](const auto& number) { return number ? number->value : -1; };
        return std::ranges::all_of(module.parameters, [&](const std::string& path) {
            return valueOf(m_adapter.settings.rankOf(prefix, path))
                == valueOf(m_adapter.settings.rankOf(prefix, module.parameters.front()))
                && valueOf(m_adapter.settings.alphaOf(prefix, path))
                == valueOf(m_adapter.settings.alphaOf(prefix, module.parameters.front()));
        });
    }

    bool isFloat(std::uint32_t tensor) const
    {
        const DType dtype = m_adapter.checkpoint->tensors[tensor].dtype;
        return dtype != DType::Opaque && info(dtype).kind == DTypeKind::Float && canCast(dtype, DType::F64);
    }

    Result<> setScale(AdapterModule& module)
    {
        if (!module.hasUpdate())
            return {};
        const std::string_view prefix = Adapter::settingsPrefix(module);
        const bool isWhole = module.rank == 0;
        const double rank = isWhole ? 1 : static_cast<double>(module.rank);
        if (const auto& tensor = module.part(Alpha)) {
            auto alpha = readNumber(*tensor);
            if (!alpha)
                return fail(std::move(alpha.error()));
            if (!*alpha || !std::isfinite(**alpha)) {
                module.problem = "has an alpha that is not a number";
                return {};
            }
            module.alpha = **alpha;
            module.alphaSource = AlphaSource::Tensor;
        } else if (const auto stated = m_adapter.settings.alphaOf(prefix, settingsPath(module))) {
            module.alpha = stated->value;
            module.alphaSource = AlphaSource::Settings;
        } else if (m_alpha && !isWhole) {
            module.alpha = *m_alpha;
            module.alphaSource = AlphaSource::Given;
        } else if (module.place.component != AdapterComponent::Whole || m_adapter.spelling != AdapterSpelling::Peft) {
            module.alpha = rank;
            module.alphaSource = AlphaSource::Convention;
        }
        if (module.alphaSource == AlphaSource::Settings)
            module.scale = settingsScale(module, *module.alpha);
        else if (module.alpha && !isWhole) // LyCORIS and ComfyUI do not scale whole matrices
            module.scale = *module.alpha / rank;
        return {};
    }

    /// As PEFT computes it.
    double settingsScale(const AdapterModule& module, double alpha) const
    {
        const AdapterSettings& settings = m_adapter.settings;
        const std::string_view prefix = Adapter::settingsPrefix(module);
        if (module.rank == 0) {
            const auto stated = settings.rankOf(prefix, settingsPath(module));
            return alpha / (stated ? stated->value : AdapterSettings::peftDefault);
        }
        const auto rank = static_cast<double>(module.rank);
        if (module.form == UpdateForm::Hadamard && !module.part(FirstMiddle) && isOfKhatriRao(prefix)) {
            const auto down = m_adapter.checkpoint->tensors[*module.part(SecondDown)].shape;
            return alpha * alpha / std::sqrt(rank * static_cast<double>(down[0]));
        }
        return alpha / (settings.isSet(prefix, "use_rslora") ? std::sqrt(rank) : rank);
    }

    /// ABBA, which scales both products of LoHa by their own ranks.
    bool isOfKhatriRao(std::string_view prefix) const
    {
        const auto said = m_adapter.settings.value(prefix, "use_khatri_rao").boolean();
        return said ? *said : m_adapter.settings.value(prefix, "init_weights").string() == "abba";
    }

    /// Nothing where the tensor is not one number.
    Result<std::optional<double>> readNumber(std::uint32_t tensor)
    {
        const auto elements = Elements::open(m_adapter.checkpoint, tensor);
        if (!elements)
            return fail(elements.error());
        if (elements->count() != 1 || !isFloat(tensor))
            return std::nullopt;
        double number = 0;
        auto read = readWide(*elements, 0, std::span(&number, 1), m_scratch);
        if (!read)
            return fail(std::move(read.error()));
        return number;
    }

    std::optional<double> m_alpha;
    Adapter m_adapter;
    NameMap<std::string, std::size_t> m_places;
    std::vector<std::uint32_t> m_plain; ///< tensors whose names are those of models
    std::array<std::uint64_t, adapterSpellings.size()> m_votes{};
    NameMap<std::string, ParametersByOwner> m_parameters; ///< by component
    Buffer m_scratch;
};

} // namespace

std::string_view alphaSourceName(AlphaSource source)
{
    constexpr std::array<std::string_view, 5> names{"tensor", "settings", "convention", "given", "unknown"};
    return names[static_cast<std::size_t>(source)];
}

std::string_view Adapter::settingsPrefix(const AdapterModule& module)
{
    if (module.place.spelling != AdapterSpelling::Diffusers)
        return {};
    const std::string_view name = module.name;
    return name.substr(0, name.find('.'));
}

std::uint64_t Adapter::parameters() const
{
    std::uint64_t count = 0;
    for (const AdapterModule& module : modules) {
        for (const auto& part : module.parts)
            count += part ? checkpoint->tensors[*part].elements() : 0;
    }
    return count;
}

Result<Adapter> readAdapter(std::shared_ptr<const Checkpoint> checkpoint, std::optional<double> alpha, const Work& work)
{
    return AdapterReader(std::move(checkpoint), alpha).read(work);
}

Error unknownScale(const Adapter& adapter, const AdapterModule& module)
{
    // PEFT divides alpha by r, which whole matrices do not show.
    const std::string_view why = module.rank == 0
        ? "its matrices are whole, so only adapter_config.json has alpha and r, and there is none"
        : "there is no adapter_config.json, and the file has no alpha";
    return {ErrorCode::InvalidArgument, "the scale of " + quote(module.name) + " is unknown: " + std::string(why),
        adapter.checkpoint->path.string(), {}, module.rank == 0 ? Remedy::None : Remedy::GiveAlpha};
}

} // namespace loupe
