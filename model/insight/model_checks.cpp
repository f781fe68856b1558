#include "insight/model_checks.h"

#include "core/checked_math.h"
#include "core/quantization.h"
#include "core/text/quote.h"
#include "core/text/text.h"
#include "insight/like_layers.h"

#include <algorithm>
#include <array>
#include <filesystem>
#include <map>
#include <utility>
#include <vector>

namespace loupe {

namespace {

using enum ArchitectureFigure;

class ModelChecks {
public:
    ModelChecks(const Checkpoint& checkpoint, const NameRoles& roles, const ModelConfig& config, ModelReport& report)
        : m_checkpoint(checkpoint)
        , m_roles(roles)
        , m_config(config)
        , m_report(report)
    {
    }

    void run()
    {
        checkReading();
        checkFamily();
        checkFigures();
        checkHeadCounts();
        checkHead();
        checkAlikeness();
        checkStatedDType();
    }

private:
    Findings& findings() { return m_report.findings; }
    std::string configName() const { return m_config.file().empty() ? std::string("the metadata") : m_config.file(); }

    void checkReading()
    {
        const auto& problem = m_config.problem();
        if (!problem)
            return;
        findings().add({.severity = Severity::Error,
            .code = "config-unreadable",
            .message = quote(std::filesystem::path(problem->path).filename().native())
                + " cannot be read: " + problem->message + " (byte " + formatCount(problem->offset.value_or(0))
                + "). A loader refuses the model; this report is based on its tensors only.",
            .file = Finding::noFile});
    }

    void checkFamily()
    {
        const RecognizedModel& model = m_report.model;
        if (!model.contradicting)
            return;
        const std::string_view common = model.contradicting->titleByTensors;
        const std::string_view other = common.empty() ? model.contradicting->title : common;
        findings().add({.severity = Severity::Warning,
            .code = "config-family",
            .message = configName() + " says " + quote(std::string(model.family->title))
                + ", but the tensors are those of " + quote(std::string(other))
                + ": the configuration may belong to another model.",
            .file = Finding::noFile});
    }

    void checkFigures()
    {
        for (const FigureValue& value : m_report.architecture.figures) {
            if (!value.byTensors)
                continue;
            if (isPadded(value))
                continue;
            const bool isVocabulary = value.figure == Vocabulary;
            std::string message = "the configuration and the tensors disagree: ";
            message += figureTitle(value.figure);
            message.append(" ").append(formatCount(value.value)).append(" (").append(configName());
            message.append(": ").append(value.evidence).append("), the tensors say ");
            message.append(formatCount(value.byTensors->value)).append(" (").append(value.byTensors->evidence);
            message += isVocabulary ? "). A loader refuses the embedding: it needs one row per token of the "
                                      "vocabulary, including padding."
                                    : "). A loader refuses the model, or fills what is missing with random numbers.";
            findings().add({.severity = Severity::Error,
                .code = "config-contradicts",
                .message = std::move(message),
                .file = Finding::noFile});
        }
    }

    /// Numbers of heads that no size of a head makes right.
    void checkHeadCounts()
    {
        const auto& figures = m_report.architecture.figures;
        const auto heads = std::ranges::find(figures, Heads, &FigureValue::figure);
        const auto query = m_roles.find("self_attn.q_proj.weight");
        const ModelFamily* const family = m_report.model.family;
        const bool isLikeLlama = family && family->isUniform && family->kind == ModelKind::Decoder && query
            && !isOfVision(m_checkpoint.tensors[*query].name) && !m_report.architecture.find(LatentSize);
        if (!isLikeLlama || m_config.file().empty() || m_report.model.contradicting || heads == figures.end()
            || heads->byTensors)
            return;
        const std::string stated =
            formatCount(heads->value) + " attention heads (" + m_config.file() + ": " + heads->evidence + ") ";
        const auto add = [&](std::string message) {
            findings().add({.severity = Severity::Error,
                .code = "config-contradicts",
                .message = std::move(message),
                .file = Finding::noFile});
        };
        const Tensor& rows = m_checkpoint.tensors[*query];
        const bool fits = rows.shape.size() != 2 || !hasPlainShape(rows) || rows.shape[0] % heads->value == 0;
        if (!m_report.architecture.find(HeadSize) && !fits
            && m_report.architecture.find(HiddenSize).value_or(0) % heads->value != 0)
            add("the configuration and the tensors disagree: " + stated + "do not divide the "
                + formatCount(rows.shape[0]) + " rows of " + quote(rows.name) + ". A loader refuses the model.");
        const auto keyHeads = std::ranges::find(figures, KeyValueHeads, &FigureValue::figure);
        if (keyHeads != figures.end() && !keyHeads->byTensors && heads->value % keyHeads->value != 0)
            add("the configuration contradicts itself: " + stated + "are not a multiple of "
                + formatCount(keyHeads->value) + " key and value heads (" + keyHeads->evidence
                + "). A loader refuses the model, or its attention fails.");
    }

    /// Whether a loader expects more rows than the configuration has tokens: the original Mamba rounds their number up,
    /// and GGUF counts the tokens of its tokenizer.
    bool isPadded(const FigureValue& value) const
    {
        if (value.figure != Vocabulary || value.byTensors->value < value.value)
            return false;
        const auto multiple = m_config.value("pad_vocab_size_multiple").unsignedInteger();
        const std::uint64_t beyond = value.byTensors->value - value.value;
        const ModelFamily* const family = m_report.model.family;
        return (beyond > 0 && family && beyond == family->moreTokens) || !m_config.ggufArchitecture().empty()
            || (multiple && beyond < *multiple && value.byTensors->value % *multiple == 0);
    }

    void checkHead()
    {
        const auto head = m_roles.find("lm_head.weight");
        const auto embedding = m_roles.find("embed_tokens.weight");
        if (!head || !embedding || !m_report.model.family || !m_report.model.family->isUniform)
            return;
        const Tensor& a = m_checkpoint.tensors[*head];
        const Tensor& b = m_checkpoint.tensors[*embedding];
        if (a.shape.size() != 2 || b.shape.size() != 2 || !hasPlainShape(a) || !hasPlainShape(b)
            || std::ranges::equal(a.shape, b.shape)
            || (a.shape[1] == b.shape[1] && b.shape[0] - a.shape[0] == m_report.model.family->moreTokens))
            return;
        findings().add({.severity = Severity::Warning,
            .code = "head-shape",
            .message = quote(a.name) + " has the shape " + formatShape(a.shape) + ", the embedding " + quote(b.name)
                + " has " + formatShape(b.shape) + ". They may differ because tokens were added to only one of them.",
            .file = a.file,
            .tensor = std::string(a.name),
            .aboutTensor = true});
    }

    /// Within a role, dtypes and shapes are mostly the same.
    void checkAlikeness()
    {
        const ModelFamily* const family = m_report.model.family;
        if (!family || !family->isUniform)
            return;
        if (m_roles.list().empty())
            return; // too many for a model
        struct Seen {
            std::string_view dtype;
            std::size_t dimensions = 0;
            std::uint64_t tensors = 0;
            std::uint32_t first = 0;
        };
        constexpr std::size_t mostKinds = 16; // a role with more is a mix
        std::vector<std::vector<Seen>> kinds(m_roles.list().size());
        for (std::uint32_t tensor = 0; tensor < m_checkpoint.tensors.size(); ++tensor) {
            std::vector<Seen>& ofRole = kinds[m_roles.of(tensor)];
            const std::string_view dtype = m_checkpoint.dtypeName(tensor);
            const std::size_t dimensions = m_checkpoint.tensors[tensor].shape.size();
            const auto seen = std::ranges::find_if(
                ofRole, [&](const Seen& one) { return one.dtype == dtype && one.dimensions == dimensions; });
            if (seen != ofRole.end())
                ++seen->tensors;
            else if (ofRole.size() <= mostKinds)
                ofRole.push_back({dtype, dimensions, 1, tensor});
        }
        for (std::size_t role = 0; role < kinds.size(); ++role) {
            const std::vector<Seen>& ofRole = kinds[role];
            const std::string& name = m_roles.list()[role].name;
            if (ofRole.size() < 2 || ofRole.size() > mostKinds || name.find('#') == std::string::npos)
                continue;
            const auto usual = std::ranges::max_element(ofRole, {}, &Seen::tensors);
            for (const Seen& seen : ofRole) {
                if (seen.tensors * 8 > usual->tensors)
                    continue; // not an outlier, but a mix
                const Tensor& tensor = m_checkpoint.tensors[seen.first];
                findings().add({.severity = Severity::Note,
                    .code = "dtype-outlier",
                    .message = counted(seen.tensors, "tensor") + " of " + quote(name)
                        + (seen.tensors == 1 ? " has" : " have") + " the dtype " + quote(seen.dtype) + ", "
                        + counted(usual->tensors, "other") + " " + quote(usual->dtype) + ".",
                    .file = tensor.file,
                    .tensor = std::string(tensor.name),
                    .aboutTensor = true});
            }
        }
    }

    /// The dtype of most weights, and that which the configuration states.
    void checkStatedDType()
    {
        const bool isQuantized = m_checkpoint.quantized || m_config.value("quantization_config").isObject();
        const DType stated = statedDType();
        if (stated == DType::Opaque || isQuantized)
            return;
        std::map<DType, std::uint64_t> elements;
        for (const Tensor& tensor : m_checkpoint.tensors) {
            std::uint64_t& sum = elements[tensor.dtype];
            sum = saturatingAdd(sum, tensor.elements());
        }
        if (elements.empty())
            return;
        const DType usual = std::ranges::max_element(elements, {}, [](const auto& one) { return one.second; })->first;
        if (usual == stated || usual == DType::Opaque)
            return;
        findings().add({.severity = Severity::Note,
            .code = "config-dtype",
            .message = configName() + " states the dtype " + std::string(info(stated).name) + ", but most weights are "
                + std::string(info(usual).name) + ". A loader that follows it converts them.",
            .file = Finding::noFile});
    }

    /// Opaque where it states none, or none that weights have.
    DType statedDType() const
    {
        std::string_view name = m_config.value("dtype").string();
        if (name.empty())
            name = m_config.value("torch_dtype").string();
        constexpr std::string_view module = "torch.";
        if (name.starts_with(module))
            name.remove_prefix(module.size());
        constexpr std::array<std::pair<std::string_view, DType>, 4> names{
            {{"float32", DType::F32}, {"float16", DType::F16}, {"bfloat16", DType::BF16}, {"float64", DType::F64}}};
        const auto found = std::ranges::find(names, name, &std::pair<std::string_view, DType>::first);
        return found == names.end() ? DType::Opaque : found->second;
    }

    const Checkpoint& m_checkpoint;
    const NameRoles& m_roles;
    const ModelConfig& m_config;
    ModelReport& m_report;
};

/// What only a whole model has.
void checkWhole(const Checkpoint& checkpoint, const NameRoles& roles, const LayerStacks& stacks, ModelReport& report)
{
    constexpr std::string_view layers = "tensors that some layers lack";
    constexpr std::string_view needs = "tensors missing from all layers or outside the layers";
    const auto add = [&](std::string_view what, const std::string& why) {
        if (!why.empty())
            report.notChecked.push_back(std::string(what).append(" (").append(why).append(")"));
    };
    const ModelFamily* const family = report.model.family;
    const bool hasLayers = !family || mayHaveLikeLayers(family->kind);
    constexpr std::array others{ModelKind::Adapter, ModelKind::Embedding, ModelKind::TrainingState};
    const bool isModel = !family || std::ranges::find(others, family->kind) == others.end();
    if (isPieceOfModel(checkpoint) && isModel) {
        add("missing layers and tensors", "this is a part of a model");
        return;
    }
    add(layers, checkLayers(stacks, checkpoint, report, report.findings));
    if (!hasLayers) {
        if (isModel)
            add("missing tensors", "the tensors of the family " + std::string(report.model.title) + " are not known");
        return; // there is nothing that each of the others has
    }
    const bool hasAllShards = std::ranges::none_of(
        checkpoint.findings.list(), [](const Finding& finding) { return finding.code == "shard-missing"; });
    add(needs,
        hasAllShards ? checkNeeds(roles, stacks, report, report.findings)
                     : std::string("files of the model are missing"));
}

} // namespace

ModelReport examineModel(const Checkpoint& checkpoint)
{
    const NameRoles roles(checkpoint);
    ModelReport report;
    report.config = ModelConfig::find(checkpoint);
    report.stated = statedModel(checkpoint, report.config);
    report.model = recognizeModel(roles, report.config);
    const LayerStacks stacks(roles);
    report.architecture = architectureOf(roles, stacks, report.config, report.model);
    report.places = placesOf(roles, stacks, report.model);
    ModelChecks(checkpoint, roles, report.config, report).run();
    checkTokens(checkpoint, report, report.findings);
    checkShapes(roles, report, report.findings);
    checkWhole(checkpoint, roles, stacks, report);
    return report;
}

} // namespace loupe
