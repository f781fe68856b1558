#include "adapters/rewrite.h"

#include "adapters/adapter_tensors.h"
#include "adapters/names/rewritten_names.h"
#include "adapters/peft_config.h"
#include "adapters/peft_lycoris.h"
#include "adapters/updates/cut_factors.h"
#include "core/text/quote.h"
#include "core/text/text.h"

#include <algorithm>
#include <cmath>
#include <map>
#include <optional>
#include <set>
#include <utility>

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

/// The second half first. Precondition: their number is even.
void swapHalves(std::span<double> numbers)
{
    std::ranges::swap_ranges(numbers.first(numbers.size() / 2), numbers.last(numbers.size() / 2));
}

class Rewriting {
public:
    Rewriting(const Adapter& adapter, const RewriteOptions& options, const std::shared_ptr<const Checkpoint>& base,
        std::span<const AdapterTarget> targets, ComputedTensors computed, const Work& work)
        : m_work(work)
        , m_adapter(adapter)
        , m_options(options)
        , m_base(base)
        , m_targets(targets)
        , m_names(adapter, options, base, targets)
        , m_tensors(std::move(computed), adapter.checkpoint)
    {
    }

    Result<RewrittenAdapter> run(const Format& format)
    {
        m_work.expect(m_adapter.modules.size());
        if (auto checked = m_names.checkComponents(); !checked)
            return fail(std::move(checked.error()));
        if (auto chosen = chooseRanks().and_then([&] { return chooseLycoris(); }); !chosen)
            return fail(std::move(chosen.error()));
        for (std::size_t i = 0; i < m_adapter.modules.size(); ++i) {
            if (m_work.stopped())
                return fail(ErrorCode::Stopped, "stopped");
            if (auto written = write(i); !written)
                return fail(std::move(written.error()));
            m_work.advance(1);
        }
        if (m_options.resizes() && m_result.modules.empty())
            return fail(nothingToResize(m_adapter));
        if (auto copied = copyRest(); !copied)
            return fail(std::move(copied.error()));
        if (const std::string why = whyNoConfig(m_facts); !why.empty())
            return fail(ErrorCode::Unsupported, why, m_adapter.checkpoint->path.string(), Remedy::GiveRank);
        finish(format);
        return std::move(m_result);
    }

private:
    const Tensor& original(std::uint32_t tensor) const { return m_adapter.checkpoint->tensors[tensor]; }

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

    /// PEFT creates the parts of LoHa and LoKr from settings.
    Result<> chooseLycoris()
    {
        if (m_options.spelling != AdapterSpelling::Peft)
            return {};
        auto settings = lycorisSettings(m_adapter, m_base.get(), m_targets);
        if (!settings)
            return fail(std::move(settings.error()));
        m_facts.lycoris = std::move(*settings);
        return {};
    }

    Result<> copy(std::size_t index, const std::string& path, AdapterPart part)
    {
        return m_tensors.copy(m_names.nameOf(index, path, part), *m_adapter.modules[index].part(part));
    }

    Result<> write(std::size_t index)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (!module.isComputable())
            return {};
        const auto path = m_names.pathOf(index);
        if (!path)
            return fail(path.error());
        for (const auto& part : module.parts)
            if (part)
                m_handled.insert(*part);
        const auto parts = m_names.partsOf(index, *path);
        const std::string& own = parts.size() == 1 ? parts.front().path : *path;
        if (module.hasFactors())
            if (auto written = writeFactors(index, own, parts); !written)
                return written;
        if (module.hasUpdate() && !module.hasFactors())
            if (auto written = copyUpdate(index, own); !written)
                return written;
        for (const AdapterPart part : {WeightChange, BiasChange, Replacement}) {
            if (!module.part(part))
                continue;
            if (part == Replacement)
                m_facts.replaced.push_back(own.substr(0, own.rfind('.')));
            if (auto copied = copy(index, own, part); !copied)
                return copied;
        }
        return {};
    }

    Result<> writeFactors(std::size_t index, const std::string& path, std::span<const DiffusersPart> parts)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (module.alphaSource == AlphaSource::Unknown)
            return fail(unknownScale(m_adapter, module));
        const ScaleMeans means = meansOf(module);
        const bool isFolded = means == ScaleMeans::Folded;
        const bool contracts = module.part(Middle) && m_options.spelling
            && (*m_options.spelling == AdapterSpelling::Peft || *m_options.spelling == AdapterSpelling::Diffusers);
        RewrittenModule written{index, module.rank, 1};
        double newScale = isFolded ? 1 : module.scale;
        std::optional<Factors> factors; // where they are not those of the file
        const bool isSplit = parts.size() > 1;
        const bool isSwapped = parts.front().swapsHalves;
        if (m_options.resizes() || contracts || isSplit || isSwapped || (isFolded && module.scale != 1)) {
            auto read = readFactors(m_adapter, module, loraParts, Work{m_work.stop, nullptr});
            if (!read)
                return fail(std::move(read.error()));
            if (m_options.resizes()) {
                if (auto cut = resize(module, *read, written); !cut)
                    return cut;
            }
            const bool isCut = written.rank != module.rank;
            if (isCut)
                newScale = 1;
            if (isCut || contracts || isSplit || isSwapped || newScale != module.scale) {
                if (isSwapped)
                    swapHalves(read->up.values);
                if (!isCut && newScale != module.scale)
                    for (double& number : read->up.values)
                        number *= module.scale / newScale;
                factors = std::move(*read);
            }
        }
        m_result.modules.push_back(written);
        m_facts.modules.push_back({module.place.isJoined ? path : module.place.path, written.rank,
            newScale * static_cast<double>(written.rank), module.parameters});
        m_hasConfig |= means == ScaleMeans::Config;
        for (const DiffusersPart& part : parts) {
            const auto slice =
                isSplit ? std::optional(factorsOfRows(*factors, part.firstRow, part.rows)) : std::nullopt;
            auto put = putFactors(index, part.path, isSplit ? slice : factors, contracts)
                           .and_then([&] { return putAlpha(index, part.path, written.rank, newScale, means); })
                           .and_then([&] { return putMagnitude(index, part); })
                           .and_then([&] { return putBias(index, part, newScale); });
            if (!put)
                return put;
        }
        return {};
    }

    /// Copies the parts of LoHa and LoKr, and stores their scale.
    Result<> copyUpdate(std::size_t index, const std::string& path)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (m_options.spelling == AdapterSpelling::Diffusers) {
            return fail(ErrorCode::Unsupported,
                "module " + quote(module.name) + " is " + std::string(module.kind)
                    + ", for which diffusers has no names",
                m_adapter.checkpoint->path.string());
        }
        if (m_options.spelling && module.alphaSource == AlphaSource::Unknown)
            return fail(unknownScale(m_adapter, module));
        const ScaleMeans means = meansOf(module);
        // LyCORIS and ComfyUI do not scale whole matrices.
        const bool isScaled =
            m_options.spelling && means == ScaleMeans::Tensor && module.rank == 0 && module.scale != 1;
        const auto own = partsOf(module.form);
        std::vector<AdapterPart> copied(own.begin(), own.end());
        copied.push_back(Magnitude);
        if (means != ScaleMeans::Config)
            copied.push_back(Alpha);
        for (const AdapterPart part : copied) {
            if (!module.part(part))
                continue;
            auto done = isScaled && part == Right ? putScaled(index, path, part) : copy(index, path, part);
            if (!done)
                return done;
        }
        if (!m_options.spelling)
            return {};
        if (means == ScaleMeans::Config)
            return addToConfig(index, path);
        if (module.part(Alpha) || module.rank == 0 || module.alphaSource == AlphaSource::Convention)
            return {};
        const double alpha = module.scale * static_cast<double>(module.rank);
        return m_tensors.compute(m_names.nameOf(index, path, Alpha), {}, std::span(&alpha, 1), DType::F32);
    }

    Result<> addToConfig(std::size_t index, const std::string& path)
    {
        const AdapterModule& module = m_adapter.modules[index];
        const std::uint64_t rank = m_facts.lycoris->ranks.at(index);
        m_facts.modules.push_back(
            {module.place.isJoined ? path : module.place.path, rank, module.scale * static_cast<double>(rank)});
        m_hasConfig = true;
        return {};
    }

    /// A matrix with the scale of the module.
    Result<> putScaled(std::size_t index, const std::string& path, AdapterPart part)
    {
        const AdapterModule& module = m_adapter.modules[index];
        const std::uint32_t tensor = *module.part(part);
        auto matrix = readMatrix(m_adapter.checkpoint, tensor, 1, original(tensor).elements());
        if (!matrix)
            return fail(std::move(matrix.error()));
        for (double& number : matrix->values)
            number *= module.scale;
        return m_tensors.compute(
            m_names.nameOf(index, path, part), original(tensor).shape, matrix->values, original(tensor).dtype);
    }

    Result<> resize(const AdapterModule& module, Factors& factors, RewrittenModule& written) const
    {
        const auto isFinite = [](double number) { return std::isfinite(number); };
        if (!std::ranges::all_of(factors.up.values, isFinite) || !std::ranges::all_of(factors.down.values, isFinite))
            return fail(notFinite(m_adapter, module, Remedy::DropTensors));
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
        std::size_t index, const std::string& path, const std::optional<Factors>& factors, bool contracts)
    {
        const AdapterModule& module = m_adapter.modules[index];
        const Tensor& up = original(*module.part(Up));
        const Tensor& down = original(*module.part(Down));
        const bool isCut = factors && factors->up.columns != module.factorRank();
        const bool changesDown = factors && (isCut || contracts);
        const auto& middle = module.part(Middle);
        if (!changesDown) {
            if (auto copied = copy(index, path, Down); !copied)
                return copied;
            if (middle)
                if (auto copied = copy(index, path, Middle); !copied)
                    return copied;
        } else {
            std::vector<std::uint64_t> shape(down.shape.begin(), down.shape.end());
            shape[0] = factors->down.rows;
            if (middle) { // the kernel moves from the middle factor
                const auto kernel = original(*middle).shape.subspan(2);
                shape.resize(2);
                shape.insert(shape.end(), kernel.begin(), kernel.end());
            }
            auto put = m_tensors.compute(m_names.nameOf(index, path, Down), shape, factors->down.values, down.dtype);
            if (!put)
                return put;
        }
        if (!factors)
            return copy(index, path, Up);
        std::vector<std::uint64_t> shape(up.shape.begin(), up.shape.end());
        shape[0] = factors->up.rows;
        shape[1] = factors->up.columns;
        return m_tensors.compute(m_names.nameOf(index, path, Up), shape, factors->up.values, up.dtype);
    }

    Result<> putAlpha(std::size_t index, const std::string& path, std::uint64_t rank, double newScale, ScaleMeans means)
    {
        if (means != ScaleMeans::Tensor)
            return {};
        const AdapterModule& module = m_adapter.modules[index];
        const double alpha = newScale * static_cast<double>(rank);
        if (module.part(Alpha) && module.alpha && alpha == *module.alpha)
            return copy(index, path, Alpha);
        return m_tensors.compute(m_names.nameOf(index, path, Alpha), {}, std::span(&alpha, 1), DType::F32);
    }

    /// PEFT and diffusers have a scale outside of the names, and vectors for what is of each output.
    bool isOfVectors() const
    {
        return m_options.spelling == AdapterSpelling::Peft || m_options.spelling == AdapterSpelling::Diffusers;
    }

    /// One number for each of the outputs, of the part's rows.
    Result<> putVector(std::size_t index, const DiffusersPart& part, std::pair<AdapterPart, AdapterPart> fromTo,
        std::span<const std::uint64_t> shape, double factor)
    {
        const AdapterModule& module = m_adapter.modules[index];
        const std::uint32_t tensor = *module.part(fromTo.first);
        if (original(tensor).elements() != module.outputs) {
            return fail(ErrorCode::Unsupported,
                "tensor " + quote(original(tensor).name) + " has shape " + formatShape(original(tensor).shape)
                    + ", expected one number for each of " + counted(module.outputs, "output"),
                m_adapter.checkpoint->path.string());
        }
        auto values = readMatrix(m_adapter.checkpoint, tensor, 1, module.outputs);
        if (!values)
            return fail(std::move(values.error()));
        const auto own = std::span(values->values).subspan(part.firstRow, part.rows);
        if (part.swapsHalves)
            swapHalves(own);
        for (double& value : own)
            value *= factor;
        return m_tensors.compute(m_names.nameOf(index, part.path, fromTo.second), shape, own, original(tensor).dtype);
    }

    Result<> putMagnitude(std::size_t index, const DiffusersPart& part)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (!module.part(Magnitude))
            return {};
        m_facts.hasMagnitudes = true;
        if (module.hasInputMagnitudes && isOfVectors()) {
            return fail(ErrorCode::Unsupported,
                "the magnitudes of " + quote(module.name) + " are per input, but PEFT supports them per output only",
                m_adapter.checkpoint->path.string());
        }
        if (!m_options.spelling || module.hasInputMagnitudes)
            return copy(index, part.path, Magnitude);
        const std::size_t dimensions = original(*module.part(Down)).shape.size();
        std::vector<std::uint64_t> shape(isOfVectors() && dimensions == 2 ? 1 : dimensions, 1);
        shape[isOfVectors() && dimensions > 2 ? 1 : 0] = part.rows;
        return putVector(index, part, {Magnitude, Magnitude}, shape, 1);
    }

    /// Other spellings than those of PEFT and diffusers have the whole change, without a scale.
    Result<> putBias(std::size_t index, const DiffusersPart& part, double newScale)
    {
        const AdapterModule& module = m_adapter.modules[index];
        if (!module.part(UpBias))
            return {};
        m_facts.hasBias = true;
        const bool isOfModule = m_options.spelling && !isOfVectors();
        if (!isOfModule && newScale == module.scale && part.rows == module.outputs && !part.swapsHalves)
            return copy(index, part.path, UpBias);
        const double factor = module.scale / (isOfModule ? 1 : newScale);
        return putVector(index, part, {UpBias, isOfModule ? BiasChange : UpBias}, std::span(&part.rows, 1), factor);
    }

    /// What is of no module that is computed stays as it is, if names do.
    Result<> copyRest()
    {
        for (std::uint32_t i = 0; i < m_adapter.checkpoint->tensors.size(); ++i) {
            if (m_handled.contains(i))
                continue;
            if (m_options.spelling) {
                return fail(ErrorCode::Unsupported,
                    "tensor " + quote(original(i).name) + " has no name in the naming scheme of "
                        + std::string(spellingTitle(*m_options.spelling)),
                    m_adapter.checkpoint->path.string(), Remedy::DropTensors);
            }
            if (auto copied = m_tensors.copy(std::string(original(i).name), i); !copied)
                return copied;
        }
        return {};
    }

    void finish(const Format& format)
    {
        std::vector<std::shared_ptr<const Checkpoint>> inputs{m_adapter.checkpoint};
        if (m_base)
            inputs.push_back(m_base);
        m_result.recipe = m_tensors.take(inputs, format);
        m_result.recipe.metadata = metadata();
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
    RewrittenNames m_names;
    AdapterTensors m_tensors;
    std::set<std::uint32_t> m_handled; ///< tensors of the adapter
    PeftFacts m_facts;
    std::map<std::size_t, std::uint64_t> m_ranks; ///< of modules whose rank follows from others, too
    bool m_hasConfig = false;
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
