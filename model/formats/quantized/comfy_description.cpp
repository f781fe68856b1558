#include "formats/quantized/comfy_description.h"

#include "core/text/quote.h"
#include "formats/quantized/coherence.h"

#include <algorithm>
#include <array>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t largestDescription = 1 << 16;

/// The formats that can be decoded, with the dtype of their codes.
constexpr std::array<std::pair<std::string_view, DType>, 5> comfyFormats{{{"float8_e4m3fn", DType::F8_E4M3},
    {"float8_e5m2", DType::F8_E5M2}, {"int8_tensorwise", DType::I8}, {"mxfp8", DType::F8_E4M3}, {"nvfp4", DType::U8}}};

/// Adds a weight whose description rules out the layout that its shapes suggest.
void addUndecodedComfy(Recognition& in, const Part& codes, const ComfyDescription& description, std::string_view module)
{
    std::vector<Part> parts{codes};
    for (const std::string_view suffix : {".weight_scale", ".weight_scale_2"}) {
        if (const auto part = in.part(module, suffix))
            parts.push_back(*part);
    }
    if (description.part)
        parts.push_back(*description.part);
    in.addUndecoded(std::string(codes.tensor.name), "ComfyUI", std::move(parts));
}

} // namespace

ComfyDescription ComfyDescription::of(Recognition& in, std::string_view module)
{
    ComfyDescription found;
    const auto take = [&](const JsonValue& json) {
        found.format = json["format"].string();
        found.isRotated = json["convrot"].boolean() == true;
    };
    const std::string name = std::string(module) + ".comfy_quant";
    if (in.isListed(name)) {
        found.isListed = true;
        found.part = in.part(name);
        auto text = found.part ? in.smallBytes(*found.part, largestDescription) : std::nullopt;
        if (text)
            text->resize(text->find_last_not_of('\0') + 1);
        if (const auto json = text ? JsonValue::parse(*text) : std::nullopt)
            take(*json);
    } else if (const JsonValue& layer = in.config().comfyLayer(module); layer.isObject()) {
        found.isListed = true;
        take(layer);
    }
    return found;
}

bool recognizeComfyFormat(Recognition& in, const Part& codes)
{
    const auto module = moduleOf(codes.tensor.name, ".weight");
    if (!module || !mayBeCodes(codes.tensor.dtype) || codes.elements() == 0)
        return false;
    const auto description = ComfyDescription::of(in, *module);
    if (!description.isListed)
        return false;
    const std::string_view name = codes.tensor.name;
    const Part& where = description.part ? *description.part : codes;
    if (description.format.empty()) {
        in.addFinding(Severity::Error, "quant-state-broken",
            (description.part ? quote(description.part->tensor.name) : "the description of ComfyUI")
                + " is not a JSON text that names a format: the layout of " + quote(name)
                + " is unknown, and it is not decoded",
            name, &where);
        addUndecodedComfy(in, codes, description, *module);
        return true;
    }
    const auto known = std::ranges::find(
        comfyFormats, std::string_view(description.format), &decltype(comfyFormats)::value_type::first);
    if (known != comfyFormats.end() && known->second == codes.tensor.dtype) {
        if (description.isRotated)
            in.addFinding(Severity::Note, "config-note",
                quote(name)
                    + " is stored in a rotated basis (convrot): its values are not those of the original weight",
                name, &where);
        return false; // the format belongs to another recognizer
    }
    if (known != comfyFormats.end())
        in.addFinding(Severity::Error, "config-contradiction",
            "the format of " + quote(name) + " is " + quote(description.format) + ", whose codes are "
                + std::string(dtypeName(known->second)) + ", but they are " + std::string(dtypeName(codes.tensor.dtype))
                + ": the weight is not decoded",
            name, &where);
    else if (description.format == "int8_blockwise")
        in.addFinding(Severity::Note, "quantization-not-decoded",
            quote(name) + " is quantized (int8_blockwise of ComfyUI) and not decoded: its parts are shown as stored",
            name, &codes);
    else
        in.addFinding(Severity::Warning, "layout-unsupported",
            "the format of " + quote(name) + " is " + quote(description.format)
                + ", which is not known: the weight is not decoded",
            name, &where);
    addUndecodedComfy(in, codes, description, *module);
    return true;
}

} // namespace loupe::quantized
