#include "formats/quantized/coherence.h"

#include "core/text/quote.h"
#include "formats/quantized/activation_scales.h"

#include <algorithm>
#include <array>
#include <map>
#include <set>

namespace loupe::quantized {

namespace {

/// `name` with its ending changed in the way that `from` differs from `to`.
std::string renamedLike(std::string_view name, std::string_view from, std::string_view to)
{
    const auto shared = static_cast<std::size_t>(std::ranges::mismatch(from, to).in1 - from.begin());
    const std::size_t end = from.size() - shared;
    return name.size() < end ? std::string(name)
                             : std::string(name.substr(0, name.size() - end)).append(to.substr(shared));
}

/// Codes that need a scale, and the reason.
struct Unscaled {
    std::string name; ///< the logical name
    std::string typeName;
    std::string scale; ///< the name that the scale would have
    std::string why;
};

/// Whether a config with this method means that all weights of this dtype have scales.
bool demandsScale(std::string_view method, DType dtype)
{
    switch (dtype) {
    case DType::U32:
        return method == "mlx";
    case DType::U8:
        return method == "modelopt" || method == "bitnet";
    case DType::I8:
        return method == "compressed-tensors" || method == "modelopt" || method == "bitsandbytes";
    default:
        return isFloat8(dtype)
            && (method == "fp8" || method == "fbgemm_fp8" || method == "compressed-tensors" || method == "modelopt");
    }
}

/// The usual suffix of the scale for a weight with codes of this dtype, if nothing else in the model determines it.
std::string_view usualScale(const QuantizationConfig& config, DType dtype)
{
    if (dtype == DType::U32)
        return ".scales";
    if (dtype == DType::I8 && config.method() == "bitsandbytes")
        return ".SCB";
    return isFloat8(dtype) && config.settings().has("weight_block_size") ? ".weight_scale_inv" : ".weight_scale";
}

std::string usualType(const QuantizationConfig& config, DType dtype)
{
    return dtype == DType::U32 ? "MLX"
        : dtype == DType::U8   ? (config.method() == "bitnet" ? "BitNet" : "NVFP4")
        : dtype == DType::I8   ? "INT8"
                               : std::string(dtypeName(dtype));
}

/// Another part that only a quantized weight has, such as a second scale; empty if there is none.
std::string_view telltaleOf(const Recognition& in, std::string_view module, DType dtype)
{
    const auto firstOf = [&](std::span<const std::string_view> suffixes) -> std::string_view {
        const auto found = std::ranges::find_if(
            suffixes, [&](std::string_view suffix) { return in.isListed(std::string(module).append(suffix)); });
        return found == suffixes.end() ? std::string_view() : *found;
    };
    constexpr std::array<std::string_view, 2> wordParts{".scales", ".biases"};
    constexpr std::array<std::string_view, 2> byteParts{".weight_scale", ".weight_scale_2"};
    constexpr std::array<std::string_view, 3> integerParts{".weight_scale", ".weight_zero_point", ".SCB"};
    switch (dtype) {
    case DType::U32:
        return firstOf(wordParts);
    case DType::U8:
        return firstOf(byteParts);
    case DType::I8:
        return firstOf(integerParts);
    default:
        return isFloat8(dtype) ? firstOf(float8ModuleScales) : std::string_view();
    }
}

/// The listed scale of float codes whose name does not end with ".weight".
std::optional<std::string> scaleOfExperts(const Recognition& in, std::string_view codes)
{
    for (const std::string_view suffix : float8ScaleSuffixes) {
        if (std::string scale = std::string(codes).append(suffix); in.isListed(scale))
            return scale;
    }
    return std::nullopt;
}

/// Sound weights, by their family and dtype, and by the family of the module that they are in.
using Siblings = NameMap<std::string, std::size_t>;

/// The key of a weight. Treats the two kinds of FP8 as one: some writers choose between them for each weight.
std::string keyOf(std::string_view name, DType dtype)
{
    return familyOf(name).append(1, ' ').append(isFloat8(dtype) ? "FP8" : dtypeName(dtype));
}

/// "layers.0.self_attn." of "layers.0.self_attn.q_proj.weight".
std::optional<std::string_view> parentOf(std::string_view name)
{
    const auto module = moduleOf(name, ".weight");
    return module ? std::optional(module->substr(0, module->rfind('.') + 1)) : std::nullopt;
}

void addSibling(Siblings& siblings, const LogicalTensor& tensor, std::size_t index)
{
    const Tensor& codes = tensor.parts[0].tensor;
    siblings.emplace(keyOf(codes.name, codes.dtype), index);
    if (const auto parent = parentOf(codes.name))
        siblings.emplace(keyOf(*parent, codes.dtype), index);
}

const std::size_t* findSibling(const Siblings& siblings, const Tensor& codes)
{
    auto found = siblings.find(keyOf(codes.name, codes.dtype));
    const auto parent = parentOf(codes.name);
    if (found == siblings.end() && parent)
        found = siblings.find(keyOf(*parent, codes.dtype));
    return found == siblings.end() ? nullptr : &found->second;
}

std::optional<Unscaled> unscaled(Recognition& in, const Part& codes, const Siblings& siblings)
{
    const std::string_view name = codes.tensor.name;
    const DType dtype = codes.tensor.dtype;
    if (const std::size_t* const found = findSibling(siblings, codes.tensor)) {
        const LogicalTensor& sibling = in.tensors()[*found];
        const std::string_view codesOfSibling = sibling.parts[0].tensor.name;
        return Unscaled{renamedLike(name, codesOfSibling, sibling.name),
            sibling.parts[0].tensor.dtype == dtype ? sibling.typeName : usualType(in.config(), dtype),
            renamedLike(name, codesOfSibling, sibling.parts[1].tensor.name),
            quote(sibling.name) + " and others like it have one"};
    }
    const auto module = moduleOf(name, ".weight");
    if (!module) {
        const auto scale = isFloat8(dtype) ? scaleOfExperts(in, name) : std::nullopt;
        return scale ? std::optional(Unscaled{std::string(name), usualType(in.config(), dtype), *scale,
                   quote(*scale) + " says that the weight is quantized"})
                     : std::nullopt;
    }
    const QuantizationConfig& config = in.config();
    const std::string scale = std::string(*module).append(usualScale(config, dtype));
    if (demandsScale(config.method(), dtype) && config.coverage(*module) == QuantizationConfig::Coverage::Covered)
        return Unscaled{std::string(name), usualType(in.config(), dtype), scale,
            "the config says that the weight is quantized (" + config.method() + ")"};
    if (const auto telltale = telltaleOf(in, *module, dtype); !telltale.empty())
        return Unscaled{std::string(name), usualType(in.config(), dtype),
            telltale.find("scale") != telltale.npos && telltale != ".weight_scale_2"
                ? std::string(*module).append(telltale)
                : scale,
            quote(std::string(*module).append(telltale)) + " says that the weight is quantized"};
    return std::nullopt;
}

/// Finds codes that lack their scale, without which they have no values. An 8-bit float weight may be a plain cast, and
/// integers may be anything. So the config, another part, or similar weights must show that a scale is required.
bool findUnscaled(Recognition& in, const Work& work)
{
    Siblings siblings;
    for (std::size_t i = 0; i < in.tensors().size(); ++i) {
        const LogicalTensor& tensor = in.tensors()[i];
        if (tensor.scheme && tensor.parts.size() > 1)
            addSibling(siblings, tensor, i);
    }
    const auto& tensors = in.stored().tensors;
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        if (isStopped(i, work))
            return false;
        if (in.isUsed(i) || !mayBeCodes(tensors[i].dtype) || tensors[i].shape.size() < 2)
            continue;
        const auto codes = in.part(tensors[i].name);
        if (!codes || codes->index != i || codes->elements() == 0)
            continue;
        auto found = unscaled(in, *codes, siblings);
        if (!found)
            continue;
        const bool isScale = found->scale.find("scale") != found->scale.npos || found->scale.ends_with(".SCB");
        in.addMissing(isScale ? "scale-missing" : "companion-missing", found->name, *codes, found->scale, found->why);
        std::vector<Part> parts{*codes};
        for (const std::string_view suffix : {".weight_scale_2", ".biases", ".weight_zero_point", ".weight_format"}) {
            const auto module = moduleOf(tensors[i].name, ".weight");
            if (const auto part = module ? in.part(*module, suffix) : std::nullopt)
                parts.push_back(*part);
        }
        in.addUndecoded(std::move(found->name), std::move(found->typeName), std::move(parts));
    }
    return true;
}

/// Suffixes of tensors that are meaningless without their codes.
constexpr std::array<std::string_view, 12> companionSuffixes{".weight_scale", ".weight_scale_inv", ".scale_weight",
    ".weight_scale_2", ".weight_global_scale", ".weight_zero_point", ".weight_g_idx", ".g_idx", ".qzeros", ".SCB",
    ".weight.absmax", ".weight.quant_map"};

/// Whether a part's weight exists. Parts of a faulty weight are not orphans, and neither are parts of codes that cannot
/// be read.
bool hasWeight(const Recognition& in, const std::string& module, const NameMap<std::string_view, bool>& logicalNames)
{
    if (logicalNames.contains(module + ".weight"))
        return true;
    for (const std::string_view suffix : {".weight", ".weight_packed", ".qweight"}) {
        const std::string name = module + std::string(suffix);
        if (in.isListed(name) && !in.part(name))
            return true;
    }
    return false;
}

std::string_view outerModule(std::string_view module)
{
    return module.substr(0, std::min(module.rfind('.'), module.size()));
}

/// The modules of weights whose values can be read, and their outer modules, since a cache's scale is next to its
/// projections.
NameMap<std::string_view, bool> readableModules(Recognition& in)
{
    NameMap<std::string_view, bool> modules;
    for (const LogicalTensor& tensor : in.tensors()) {
        if (!tensor.scheme)
            continue;
        const std::string_view module = moduleOf(tensor.name, ".weight").value_or(tensor.name);
        modules.emplace(module, true);
        modules.emplace(outerModule(module), true);
    }
    return modules;
}

/// Reports exponents whose gpt-oss blocks are missing. `X_scales` and `X.scales` are common names, so the config or
/// other blocks must show that the model has such blocks.
void reportExponents(Recognition& in, const Part& scales)
{
    if (scales.tensor.dtype != DType::U8 || scales.rank() < 2)
        return;
    for (const std::string_view separator : {"_", "."}) {
        const auto module = moduleOf(scales.tensor.name, std::string(separator) + "scales");
        const std::string blocks = std::string(module.value_or("")).append(separator) + "blocks";
        if (module && (!in.isListed(blocks) || !in.part(blocks)))
            in.addFinding(Severity::Warning, "orphan-companion",
                quote(scales.tensor.name) + " belongs to no quantized weight: " + quote(blocks)
                    + (in.isListed(blocks) ? " cannot be read" : " is missing"),
                *module, &scales);
    }
}

/// Whether the config or blocks say that weights are gpt-oss' MXFP4.
bool hasMxfp4Blocks(Recognition& in)
{
    return in.config().method() == "mxfp4" || std::ranges::any_of(in.tensors(), [](const LogicalTensor& tensor) {
        const std::string_view codes = tensor.parts.front().tensor.name;
        return codes.ends_with("_blocks") || codes.ends_with(".blocks");
    });
}

/// Reports weights that are stored in another basis than that of the original model.
void reportOtherBases(Recognition& in)
{
    const JsonValue& transforms = in.config().settings()["transform_config"];
    if (!transforms["config_groups"].members().empty() && !in.tensors().empty())
        in.addFinding(Severity::Note, "config-note",
            in.config().evidence()
                + " has a transform_config: weights are stored in a rotated basis, and their values are not those of "
                  "the "
                  "original model",
            {});
    for (const LogicalTensor& tensor : in.tensors()) {
        const auto module = moduleOf(tensor.name, ".weight");
        const std::string scale = std::string(module.value_or("")) + ".pre_quant_scale";
        if (module && tensor.scheme && in.isListed(scale))
            in.addFinding(Severity::Note, "config-note",
                quote(tensor.name) + " has its columns divided by " + quote(scale)
                    + ", which the input is multiplied by: its values are not those of the original weight",
                tensor.name, &tensor.parts.front());
    }
}

/// Returns false if stopped.
bool findOrphans(Recognition& in, const Work& work)
{
    const bool mayHaveAny = !in.config().method().empty() && !in.config().isUnderstood();
    const auto& tensors = in.stored().tensors;
    const NameMap<std::string_view, bool> modules = readableModules(in);
    const bool hasBlocks = hasMxfp4Blocks(in);
    NameMap<std::string_view, bool> logicalNames;
    for (const LogicalTensor& tensor : in.tensors())
        logicalNames.emplace(tensor.name, true);
    for (std::uint32_t i = 0; i < tensors.size(); ++i) {
        if (isStopped(i, work))
            return false;
        if (in.isUsed(i))
            continue;
        if (const auto part = hasBlocks ? in.part(tensors[i].name) : std::nullopt)
            reportExponents(in, *part);
        for (const std::string_view suffix : companionSuffixes) {
            if (mayHaveAny)
                break;
            const auto module = moduleOf(tensors[i].name, suffix);
            if (!module || hasWeight(in, std::string(*module), logicalNames))
                continue;
            const std::string name = std::string(*module) + ".weight";
            const auto part = in.part(tensors[i].name);
            const auto weight = in.part(name);
            if (weight && weight->elements() == 0)
                continue;
            std::string message = quote(tensors[i].name);
            if (weight && info(weight->tensor.dtype).kind == DTypeKind::Float && !isFloat8(weight->tensor.dtype))
                message += " stands beside a weight of " + std::string(dtypeName(weight->tensor.dtype))
                    + ", which is not quantized: it is not applied";
            else if (weight)
                message += " is not applied: no known scheme has it beside " + quote(name) + " of "
                    + std::string(dtypeName(weight->tensor.dtype)) + " alone";
            else
                message += " belongs to no quantized weight: " + quote(name) + " is missing";
            in.addFinding(Severity::Warning, "orphan-companion", std::move(message), name, part ? &*part : nullptr);
            break;
        }
        if (const auto module = moduleOfActivationScale(tensors[i].name)) {
            const auto part = in.part(tensors[i].name);
            // A learned scale has more elements, or no quantized weight next to it.
            if (part && info(part->tensor.dtype).kind == DTypeKind::Float && part->elements() == 1
                && (modules.contains(*module) || modules.contains(outerModule(*module))))
                in.runtimeTensors().push_back(i);
        }
        // A marker of ComfyUI, whose dtype is the FP8 dtype of the weights.
        if (tensors[i].name == "scaled_fp8" || tensors[i].name.ends_with(".scaled_fp8"))
            in.runtimeTensors().push_back(i);
    }
    return true;
}

/// "self_attn.q_proj" of "model.layers.0.self_attn.q_proj".
std::string_view lastParts(std::string_view module)
{
    std::size_t begin = module.rfind('.');
    if (begin != module.npos && begin > 0)
        begin = module.rfind('.', begin - 1);
    return begin == module.npos ? module : module.substr(begin + 1);
}

/// Whether the type fits the method. Only some methods have specific types; others have several.
bool isTypeOf(std::string_view method, std::string_view typeName)
{
    if (method == "gptq")
        return typeName.starts_with("GPTQ");
    if (method == "awq")
        return typeName.starts_with("AWQ");
    if (method == "bitsandbytes")
        return typeName.starts_with("NF4") || typeName.starts_with("FP4") || typeName == "LLM.int8"
            || typeName.starts_with("bitsandbytes");
    return true;
}

/// Reports a config that belongs to another model, or is outdated.
void compareMethod(Recognition& in)
{
    const std::string& method = in.config().method();
    const auto isExpected = [&](const LogicalTensor& tensor) { return isTypeOf(method, tensor.typeName); };
    const auto isSaid = [](const Finding& finding) { return finding.code == "config-contradiction"; };
    if (std::ranges::none_of(in.tensors(), isExpected) && std::ranges::none_of(in.findings().list(), isSaid))
        in.addFinding(Severity::Warning, "config-contradiction",
            in.config().evidence() + " says that the model is quantized with " + method + ", but its weights are "
                + in.tensors().front().typeName + ": the tensors decide",
            {});
}

/// Reports modules for which the config's lists and the tensors disagree about whether they are quantized. Returns
/// false if stopped.
bool compareWithConfig(Recognition& in, const Work& work)
{
    const QuantizationConfig& config = in.config();
    if (!config.isGiven())
        return true;
    if (in.tensors().empty()) {
        const bool isWhole = !in.stored().wholeModel && in.stored().format == "safetensors";
        if (isWhole && config.saysCodes() && !mayHaveCodes(in.stored().tensors))
            in.addFinding(Severity::Warning, "config-contradiction",
                config.evidence() + " says that the model is quantized (" + config.method() + "), but no tensor is",
                {});
        return true;
    }
    compareMethod(in);
    NameMap<std::string_view, bool> roles;
    std::size_t compared = 0;
    for (const LogicalTensor& tensor : in.tensors()) {
        if (isStopped(compared++, work))
            return false;
        const std::string_view module = moduleOf(tensor.name, ".weight").value_or(tensor.name);
        roles.emplace(lastParts(module), true);
        if (config.coverage(module) == QuantizationConfig::Coverage::Ignored)
            in.addFinding(Severity::Warning, "config-contradiction",
                quote(tensor.name) + " is quantized, though " + config.evidence()
                    + " lists its module as not to be quantized",
                tensor.name, &tensor.parts.front());
    }
    for (std::uint32_t i = 0; i < in.stored().tensors.size(); ++i) {
        if (isStopped(i, work))
            return false;
        const Tensor& tensor = in.stored().tensors[i];
        const auto module = moduleOf(tensor.name, ".weight");
        if (!module || in.isUsed(i) || tensor.shape.size() != 2 || info(tensor.dtype).kind != DTypeKind::Float
            || !(module->ends_with("_proj") || roles.contains(lastParts(*module)))
            || config.coverage(*module) != QuantizationConfig::Coverage::Covered)
            continue;
        const auto part = in.part(tensor.name);
        in.addFinding(Severity::Note, "config-note",
            quote(tensor.name) + " is not quantized, and " + config.evidence() + " does not list its module as such",
            tensor.name, part ? &*part : nullptr);
    }
    return true;
}

/// Names weights like their neighbors. Without a config, a weight with as many columns as its neighbors' groups need
/// not have another scheme.
void nameAsNeighbors(Recognition& in)
{
    if (in.config().isGiven())
        return;
    const auto schemeName = [](const LogicalTensor& tensor) {
        return tensor.typeName.substr(0, tensor.typeName.find(' '));
    };
    const auto ofGroups = [&](const LogicalTensor& tensor) {
        return schemeName(tensor) + " g" + std::to_string(tensor.scheme->columnsEach);
    };
    std::map<std::string, std::set<std::uint64_t>> groupSizes;
    for (const LogicalTensor& tensor : in.tensors()) {
        if (tensor.scheme && tensor.typeName == ofGroups(tensor))
            groupSizes[schemeName(tensor)].insert(tensor.scheme->columnsEach);
    }
    for (LogicalTensor& tensor : in.tensors()) {
        const auto sizes = groupSizes.find(schemeName(tensor));
        if (tensor.scheme && tensor.typeName.ends_with(" per channel") && sizes != groupSizes.end()
            && sizes->second == std::set{tensor.scheme->columns})
            tensor.scheme->typeName = tensor.typeName = ofGroups(tensor);
    }
}

} // namespace

bool isStopped(std::size_t tensor, const Work& work)
{
    constexpr std::size_t tensorsBetweenStops = 1024;
    return tensor % tensorsBetweenStops == 0 && work.stopped();
}

bool mayBeCodes(DType dtype)
{
    switch (dtype) {
    case DType::U8:
    case DType::I8:
    case DType::I16:
    case DType::I32:
    case DType::U32:
        return true;
    default:
        return isFloat8(dtype);
    }
}

bool mayHaveCodes(std::span<const Tensor> tensors)
{
    static const auto table = [] {
        std::array<bool, dtypeCount> isOfCodes{};
        for (std::size_t i = 0; i < dtypeCount; ++i)
            isOfCodes[i] = mayBeCodes(static_cast<DType>(i));
        return isOfCodes;
    }();
    bool found = false;
    for (const Tensor& tensor : tensors)
        found |= table[static_cast<std::size_t>(tensor.dtype)]; // leaving early would make each tensor more expensive
    return found;
}

std::optional<std::string_view> moduleOfActivationScale(std::string_view name)
{
    constexpr std::array<std::string_view, 10> suffixes{".input_scale", "_input_scale", ".input_global_scale",
        ".activation_scale", "_activation_scale", ".k_scale", ".v_scale", ".q_scale", ".scale_input", ".output_scale"};
    const auto found = std::ranges::find_if(suffixes, [&](std::string_view suffix) { return name.ends_with(suffix); });
    return found == suffixes.end() ? std::nullopt : moduleOf(name, *found);
}

bool checkCoherence(Recognition& in, const Work& work)
{
    reportOtherBases(in);
    nameAsNeighbors(in);
    return findUnscaled(in, work) && findOrphans(in, work) && checkActivationScales(in, work)
        && compareWithConfig(in, work);
}

} // namespace loupe::quantized
