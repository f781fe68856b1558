#include "adapters/rewrite.h"

#include "adapters/base_names.h"
#include "adapters/computed_tensors.h"
#include "adapters/cut_factors.h"
#include "adapters/part_names.h"
#include "adapters/peft_config.h"
#include "core/text/quote.h"

#include <algorithm>
#include <array>
#include <cmath>
#include <map>
#include <set>

namespace loupe {

namespace {

using enum AdapterPart;

constexpr std::string_view settingsKey = "lora_adapter_metadata";

/// How a file says the scale of a module.
enum class ScaleMeans : std::uint8_t {
    Tensor, ///< alpha beside the factors
    Config, ///< adapter_config.json
    Folded, ///< not at all: it is 1
};

class Rewriting {
public:
    Rewriting(const Adapter& adapter, const RewriteOptions& options, const std::shared_ptr<const Checkpoint>& base,
        std::span<const AdapterTarget> targets, ComputedTensors computed, const Work& work)
        : m_work(work)
        , m_adapter(adapter)
        , m_options(options)
        , m_base(base)
        , m_targets(targets)
        , m_computed(std::move(computed))
    {
        if (base) {
            m_names.emplace(*base);
            for (const Tensor& tensor : base->tensors)
                m_named.add(BaseNames::placeOf(tensor.name).second);
        }
        for (const AdapterModule& module : adapter.modules)
            m_named.add(module.place.path);
        m_hasSecondText = std::ranges::any_of(adapter.modules, [](const AdapterModule& module) {
            return module.place.component == AdapterComponent::Text2
                || module.place.component == AdapterComponent::Text3;
        });
    }

    Result<RewrittenAdapter> run(const Format& format)
    {
        m_work.expect(m_adapter.modules.size());
        if (auto checked = checkComponents(); !checked)
            return fail(std::move(checked.error()));
        if (auto chosen = chooseRanks(); !chosen)
            return fail(std::move(chosen.error()));
        for (std::size_t i = 0; i < m_adapter.modules.size(); ++i) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (auto written = write(i); !written)
                return fail(std::move(written.error()));
            m_work.advance(1);
        }
        if (auto copied = copyRest(); !copied)
            return fail(std::move(copied.error()));
        if (const std::string why = whyNoConfig(m_facts); !why.empty())
            return fail(ErrorCode::Unsupported, why, m_adapter.checkpoint->path.string());
        finish(format);
        return std::move(m_result);
    }

private:
    /// A tensor that is to be written: of the adapter, or computed.
    struct Item {
        bool isComputed = false;
        std::uint32_t tensor = 0;
        std::string name;
        DType dtype = DType::F32;
    };

    const Tensor& original(std::uint32_t tensor) const { return m_adapter.checkpoint->tensors[tensor]; }

    /// PEFT has a file for each model.
    Result<> checkComponents() const
    {
        std::set<AdapterComponent> components;
        for (const AdapterModule& module : m_adapter.modules)
            components.insert(module.place.component);
        if (m_options.spelling != AdapterSpelling::Peft || components.size() < 2)
            return {};
        return fail(ErrorCode::Unsupported,
            "the adapter changes several models, and a file of PEFT is about one; tloupe convert --select makes a file "
            "of each",
            m_adapter.checkpoint->path.string());
    }

    ScaleMeans meansOf(const AdapterModule& module) const
    {
        if (m_options.spelling) {
            if (*m_options.spelling == AdapterSpelling::Peft)
                return ScaleMeans::Config;
            return *m_options.spelling == AdapterSpelling::Diffusers ? ScaleMeans::Folded : ScaleMeans::Tensor;
        }
        if (module.part(Alpha))
            return ScaleMeans::Tensor;
        const bool isOfPeft = m_adapter.spelling == AdapterSpelling::Peft
            && (module.alphaSource == AlphaSource::Settings || module.alphaSource == AlphaSource::Given);
        return isOfPeft ? ScaleMeans::Config : ScaleMeans::Folded;
    }

    /// Parameters of one module have one rank, which follows from all of them.
    Result<> chooseRanks()
    {
        const auto isShared = [](const AdapterModule& module) { return module.parameters.size() > 1; };
        if (!m_options.energy || std::ranges::none_of(m_adapter.modules, isShared))
            return {};
        const auto resized = resizedModules(m_adapter, m_options, Work{m_work.stop, nullptr});
        if (!resized)
            return fail(resized.error());
        for (const RewrittenModule& one : *resized) {
            if (isShared(m_adapter.modules[one.module]))
                m_ranks.emplace(one.module, one.rank);
        }
        return {};
    }

    /// Loaders look modules up by names of the base.
    bool isInBase(std::size_t index, std::string_view path) const
    {
        return m_names && m_targets[index].tensor && m_targets[index].fit == Fit::Fits && isWhole(index)
            && m_names->pathOf(*m_targets[index].tensor) == path;
    }

    NamedModel namedModel(std::size_t index, std::string_view path) const
    {
        NamedModel named = m_named;
        named.isInBase = isInBase(index, path);
        return named;
    }

    /// Where the module is in its model, with dots.
    Result<std::string> pathOf(std::size_t index) const
    {
        const AdapterModule& module = m_adapter.modules[index];
        const bool becomesJoined = m_options.spelling.value_or(m_adapter.spelling) == AdapterSpelling::Kohya;
        if (!module.place.isJoined && becomesJoined && m_options.spelling && m_names && !module.part(Replacement))
            return checkPath(
                AdapterSpelling::Kohya, module.place.component, module.place.path, namedModel(index, module.place.path))
                .and_then([&]() -> Result<std::string> { return pathToJoin(index); });
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
        auto known = m_options.spelling == AdapterSpelling::Diffusers && m_named.isFlux
            ? originalPathOf(module.place.path)
            : std::nullopt;
        if (known)
            return std::move(*known);
        return fail(ErrorCode::InvalidArgument,
            "the name " + quote(module.name)
                + " has underscores for dots, and which ones is known from the base alone; "
                + (m_names ? "this base has no such module" : "give the base (--base)"),
            m_adapter.checkpoint->path.string());
    }

    /// Loaders look joined names up among those of the base, and take no prefix away: its path, unless that of the
    /// adapter is found, too.
    std::string pathToJoin(std::size_t index) const
    {
        const AdapterPlace& place = m_adapter.modules[index].place;
        const AdapterPlace joined{place.component, joinedPath(place.path), true, AdapterSpelling::Kohya};
        const bool isFound = m_names->find(joined).first == BaseNames::Answer::Found;
        if (isFound || m_targets[index].fit != Fit::Fits || !isWhole(index))
            return place.path;
        return std::string(m_names->pathOf(*m_targets[index].tensor));
    }

    /// Whether the module is all of its weight, not rows of it.
    bool isWhole(std::size_t index) const
    {
        const auto shape = m_base->tensors[*m_targets[index].tensor].shape;
        return shape.empty() || m_targets[index].rows == shape[0];
    }

    Result<std::string> nameOf(const AdapterModule& module, const std::string& path, AdapterPart part) const
    {
        if (!m_options.spelling)
            return std::string(original(*module.part(part)).name);
        if (module.isOfParameter() && *m_options.spelling != AdapterSpelling::Peft) {
            return fail(ErrorCode::Unsupported,
                "module " + quote(module.name)
                    + " is of a parameter (target_parameters), which PEFT alone has names for",
                m_adapter.checkpoint->path.string());
        }
        auto name = partName(*m_options.spelling, module.place.component, path, part, module.isEmbedding, m_named);
        // Models with one text encoder have no number in its name.
        constexpr std::string_view first = "lora_te1_";
        if (name && !m_hasSecondText && name->starts_with(first))
            name->replace(0, first.size(), "lora_te_");
        return name;
    }

    Result<> copy(const AdapterModule& module, const std::string& path, AdapterPart part)
    {
        const std::uint32_t tensor = *module.part(part);
        auto name = nameOf(module, path, part);
        if (!name)
            return fail(std::move(name.error()));
        m_items.push_back({false, tensor, std::move(*name), original(tensor).dtype});
        return {};
    }

    Result<> compute(
        Result<std::string> name, std::span<const std::uint64_t> shape, std::span<const double> values, DType dtype)
    {
        if (!name)
            return fail(std::move(name.error()));
        const auto number = m_computed.add(*name, shape, values);
        if (!number)
            return fail(number.error());
        m_items.push_back({true, *number, std::move(*name), dtype});
        return {};
    }

    Result<> write(std::size_t index)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (!module.isComputable())
            return {};
        auto path = pathOf(index);
        if (!path)
            return fail(path.error());
        m_named.isInBase = isInBase(index, *path);
        const bool isRenamed = m_options.spelling == AdapterSpelling::Diffusers && m_named.isFlux;
        const auto parts =
            isRenamed ? diffusersParts(*path, module.outputs, module.inputs) : std::vector<DiffusersPart>();
        if (parts.size() == 1)
            path = parts.front().path;
        for (const auto& part : module.parts)
            if (part)
                m_handled.insert(*part);
        if (module.hasFactors())
            if (auto written = writeFactors(index, *path, parts); !written)
                return written;
        for (const AdapterPart part : {WeightChange, BiasChange, Replacement}) {
            if (!module.part(part))
                continue;
            if (part == Replacement)
                m_facts.replaced.push_back(path->substr(0, path->rfind('.')));
            if (auto copied = copy(module, *path, part); !copied)
                return copied;
        }
        return {};
    }

    Result<> writeFactors(std::size_t index, const std::string& path, std::span<const DiffusersPart> parts)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (module.alphaSource == AlphaSource::Unknown) {
            return fail(ErrorCode::InvalidArgument,
                "the scale of " + quote(module.name)
                    + " is not known: there is no adapter_config.json, and no alpha in the file",
                m_adapter.checkpoint->path.string());
        }
        const ScaleMeans means = meansOf(module);
        const bool isFolded = means == ScaleMeans::Folded;
        const bool contracts = module.part(Middle) && m_options.spelling
            && (*m_options.spelling == AdapterSpelling::Peft || *m_options.spelling == AdapterSpelling::Diffusers);
        RewrittenModule written{index, module.rank, 1};
        double newScale = isFolded ? 1 : module.scale;
        std::optional<Factors> factors; // where they are not those of the file
        const bool isSplit = parts.size() > 1;
        if (m_options.resizes() || contracts || isSplit || (isFolded && module.scale != 1)) {
            auto read = readFactors(m_adapter, module);
            if (!read)
                return fail(std::move(read.error()));
            if (m_options.resizes()) {
                if (auto cut = resize(module, *read, written); !cut)
                    return cut;
            }
            const bool isCut = written.rank != module.rank;
            if (isCut)
                newScale = 1;
            if (isCut || contracts || isSplit || newScale != module.scale) {
                if (!isCut)
                    for (double& number : read->up.values)
                        number *= module.scale / newScale;
                factors = std::move(*read);
            }
        }
        m_result.modules.push_back(written);
        m_facts.modules.push_back({module.place.isJoined ? path : module.place.path, written.rank,
            newScale * static_cast<double>(written.rank), module.parameters});
        m_hasConfig |= means == ScaleMeans::Config;
        if (isSplit)
            return putParts(module, parts, *factors);
        return putFactors(module, path, factors, contracts).and_then([&] {
            return writeRest(module, path, written.rank, newScale, means);
        });
    }

    Result<> resize(const AdapterModule& module, Factors& factors, RewrittenModule& written) const
    {
        const auto isFinite = [](double number) { return std::isfinite(number); };
        if (!std::ranges::all_of(factors.up.values, isFinite) || !std::ranges::all_of(factors.down.values, isFinite))
            return fail(notFinite(m_adapter, module));
        const auto chosen = m_ranks.find(written.module);
        auto cut = chosen != m_ranks.end() ? cutFactors(factors, module, chosen->second, {}, m_work)
                                           : cutFactors(factors, module, m_options.rank, m_options.energy, m_work);
        if (!cut)
            return fail(std::move(cut.error()));
        written.energy = cut->energy;
        const std::uint64_t kept = cut->factors.up.columns / module.experts;
        if (kept >= module.rank)
            return {}; // as it is
        written.rank = kept;
        factors = std::move(cut->factors);
        return {};
    }

    Result<> putFactors(
        const AdapterModule& module, const std::string& path, const std::optional<Factors>& factors, bool contracts)
    {
        const Tensor& up = original(*module.part(Up));
        const Tensor& down = original(*module.part(Down));
        const bool isCut = factors && factors->up.columns != module.factorRank();
        const bool changesDown = factors && (isCut || contracts);
        const auto& middle = module.part(Middle);
        if (!changesDown) {
            if (auto copied = copy(module, path, Down); !copied)
                return copied;
            if (middle)
                if (auto copied = copy(module, path, Middle); !copied)
                    return copied;
        } else {
            std::vector<std::uint64_t> shape(down.shape.begin(), down.shape.end());
            shape[0] = factors->down.rows;
            if (middle) { // the kernel moves from the middle factor
                const auto kernel = original(*middle).shape.subspan(2);
                shape.resize(2);
                shape.insert(shape.end(), kernel.begin(), kernel.end());
            }
            if (auto put = compute(nameOf(module, path, Down), shape, factors->down.values, down.dtype); !put)
                return put;
        }
        if (!factors)
            return copy(module, path, Up);
        std::vector<std::uint64_t> shape(up.shape.begin(), up.shape.end());
        shape[1] = factors->up.columns;
        return compute(nameOf(module, path, Up), shape, factors->up.values, up.dtype);
    }

    /// Each part of a joined weight with its rows, and what they need of the columns. The scale is in the factors.
    Result<> putParts(const AdapterModule& module, std::span<const DiffusersPart> parts, const Factors& factors)
    {
        if (module.hasInputMagnitudes)
            return fail(inputMagnitudes(module));
        for (const DiffusersPart& part : parts) {
            const Factors own = factorsOfRows(factors, part.firstRow, part.rows);
            const std::array<std::uint64_t, 2> downShape{own.down.rows, own.down.columns};
            const std::array<std::uint64_t, 2> upShape{own.up.rows, own.up.columns};
            auto put = compute(
                nameOf(module, part.path, Down), downShape, own.down.values, original(*module.part(Down)).dtype);
            if (put)
                put = compute(nameOf(module, part.path, Up), upShape, own.up.values, original(*module.part(Up)).dtype);
            const std::array vectors{std::pair(Magnitude, 1.0), std::pair(UpBias, module.scale)};
            for (const auto& [which, factor] : vectors) {
                const auto& tensor = module.part(which);
                if (!tensor || !put)
                    continue;
                auto values = readMatrix(m_adapter.checkpoint, *tensor, 1, module.outputs);
                if (!values)
                    return fail(std::move(values.error()));
                for (double& value : values->values)
                    value *= factor;
                put = compute(nameOf(module, part.path, which), std::span(&part.rows, 1),
                    std::span(values->values).subspan(part.firstRow, part.rows), original(*tensor).dtype);
            }
            if (!put)
                return put;
        }
        return {};
    }

    /// Alpha, magnitudes and the bias.
    Result<> writeRest(
        const AdapterModule& module, const std::string& path, std::uint64_t rank, double newScale, ScaleMeans means)
    {
        if (means == ScaleMeans::Tensor) {
            const double alpha = newScale * static_cast<double>(rank);
            const bool isSame = module.part(Alpha) && module.alpha && alpha == *module.alpha;
            auto put = isSame ? copy(module, path, Alpha)
                              : compute(nameOf(module, path, Alpha), {}, std::span(&alpha, 1), DType::F32);
            if (!put)
                return put;
        }
        if (module.part(Magnitude)) {
            m_facts.hasMagnitudes = true;
            if (auto put = writeMagnitude(module, path); !put)
                return put;
        }
        if (const auto& bias = module.part(UpBias)) {
            m_facts.hasBias = true;
            const bool isOfModule = m_options.spelling && *m_options.spelling != AdapterSpelling::Peft
                && *m_options.spelling != AdapterSpelling::Diffusers;
            if (!isOfModule && newScale == module.scale)
                return copy(module, path, UpBias);
            const double factor = module.scale / (isOfModule ? 1 : newScale);
            auto values = readMatrix(m_adapter.checkpoint, *bias, 1, original(*bias).elements());
            if (!values)
                return fail(std::move(values.error()));
            for (double& value : values->values)
                value *= factor;
            return compute(nameOf(module, path, isOfModule ? BiasChange : UpBias), original(*bias).shape,
                values->values, original(*bias).dtype);
        }
        return {};
    }

    Error inputMagnitudes(const AdapterModule& module) const
    {
        return {ErrorCode::Unsupported,
            "the magnitudes of " + quote(module.name) + " are of inputs, and PEFT has them of outputs alone",
            m_adapter.checkpoint->path.string(), {}};
    }

    Result<> writeMagnitude(const AdapterModule& module, const std::string& path)
    {
        if (!m_options.spelling)
            return copy(module, path, Magnitude);
        const Tensor& magnitude = original(*module.part(Magnitude));
        const std::size_t dimensions = original(*module.part(Down)).shape.size();
        const bool isOfVectors =
            *m_options.spelling == AdapterSpelling::Peft || *m_options.spelling == AdapterSpelling::Diffusers;
        if (module.hasInputMagnitudes) {
            if (!isOfVectors)
                return copy(module, path, Magnitude);
            return fail(inputMagnitudes(module));
        }
        std::vector<std::uint64_t> shape(isOfVectors && dimensions == 2 ? 1 : dimensions, 1);
        shape[isOfVectors && dimensions > 2 ? 1 : 0] = module.outputs;
        const auto values = readMatrix(m_adapter.checkpoint, *module.part(Magnitude), 1, module.outputs);
        if (!values)
            return fail(values.error());
        return compute(nameOf(module, path, Magnitude), shape, values->values, magnitude.dtype);
    }

    /// What is of no module that is computed stays as it is, if names do.
    Result<> copyRest()
    {
        for (std::uint32_t i = 0; i < m_adapter.checkpoint->tensors.size(); ++i) {
            if (m_handled.contains(i))
                continue;
            if (m_options.spelling) {
                return fail(ErrorCode::Unsupported,
                    "tensor " + quote(original(i).name) + " has no name in the spelling of "
                        + std::string(spellingTitle(*m_options.spelling))
                        + "; tloupe convert --drop makes a copy without it",
                    m_adapter.checkpoint->path.string());
            }
            m_items.push_back({false, i, std::string(original(i).name), original(i).dtype});
        }
        return {};
    }

    void finish(const Format& format)
    {
        std::vector<std::shared_ptr<const Checkpoint>> inputs{m_adapter.checkpoint};
        if (m_base)
            inputs.push_back(m_base);
        const auto computed = m_computed.take(inputs);
        Recipe& recipe = m_result.recipe;
        recipe.format = &format;
        for (Item& item : m_items)
            recipe.items.push_back({.source = item.isComputed ? computed : m_adapter.checkpoint,
                .tensor = item.tensor,
                .name = std::move(item.name),
                .dtype = item.dtype});
        recipe.metadata = metadata();
        if (!m_hasConfig)
            return;
        const bool isFile = m_adapter.settings.source() == "adapter_config.json";
        m_facts.base = m_adapter.settings.json()["base_model_name_or_path"].string();
        m_facts.isTransposed = m_adapter.settings.isSet({}, "fan_in_fan_out");
        m_result.config = peftConfig(m_facts, isFile ? m_adapter.settings.json() : JsonValue());
    }

    /// Without what is not true any more. Loaders of PEFT and transformers want to know whose tensors they are.
    Metadata metadata() const
    {
        Metadata metadata = m_adapter.checkpoint->metadata.value_or(Metadata());
        std::erase_if(metadata, [](const auto& entry) {
            return entry.first == settingsKey || entry.first == "sshs_model_hash" || entry.first == "sshs_legacy_hash";
        });
        std::set<std::uint64_t> ranks;
        for (const RewrittenModule& module : m_result.modules)
            ranks.insert(module.rank);
        for (auto& [key, value] : metadata) {
            if (m_options.resizes() && (key == "ss_network_dim" || key == "ss_network_alpha"))
                value = ranks.size() == 1 ? std::to_string(*ranks.begin()) : std::string("Dynamic");
        }
        if (std::ranges::find(metadata, std::string_view("format"), &Metadata::value_type::first) == metadata.end())
            metadata.emplace_back("format", "pt");
        return metadata;
    }

    const Work& m_work;
    const Adapter& m_adapter;
    const RewriteOptions& m_options;
    const std::shared_ptr<const Checkpoint>& m_base;
    std::span<const AdapterTarget> m_targets;
    ComputedTensors m_computed;
    std::optional<BaseNames> m_names;
    std::vector<Item> m_items;
    std::set<std::uint32_t> m_handled; ///< tensors of the adapter
    PeftFacts m_facts;
    NamedModel m_named;
    std::map<std::size_t, std::uint64_t> m_ranks; ///< of modules whose rank follows from others, too
    bool m_hasConfig = false;
    bool m_hasSecondText = false;
    RewrittenAdapter m_result;
};

} // namespace

Result<RewrittenAdapter> rewriteAdapter(const Adapter& adapter, const RewriteOptions& options,
    const std::shared_ptr<const Checkpoint>& base, std::span<const AdapterTarget> targets, const Format& format,
    const std::filesystem::path& folder, const Work& work)
{
    auto computed = ComputedTensors::create(folder);
    if (!computed)
        return fail(std::move(computed.error()));
    return Rewriting(adapter, options, base, targets, std::move(*computed), work).run(format);
}

} // namespace loupe
