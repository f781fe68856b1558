#include "core/text/quote.h"
#include "formats/quantized/recognition.h"

#include <array>
#include <span>

namespace loupe::quantized {

namespace {

/// A scheme that is recognized by its tensors' names. Its values are not decoded, because their order or arithmetic
/// depends on a kernel.
struct NamedScheme {
    std::string_view title;
    std::string_view anchor; ///< suffix of the tensor with the codes
    std::string_view sign; ///< suffix of another tensor, without which it is not this scheme
    std::string_view typeName;
    std::span<const std::string_view> companions; ///< suffixes of tensors that may also exist
};

constexpr std::array<std::string_view, 11> hqqParts{".zero", ".nbits", ".group_size", ".axis", ".shape", ".packing",
    ".view_as_float", ".channel_wise", ".optimize", ".round_zero", ".unpack_view_dtype"};
constexpr std::array<std::string_view, 1> aqlmParts{".scales"};
constexpr std::array<std::string_view, 5> exl2Parts{
    ".q_scale_max", ".q_groups", ".q_invperm", ".q_perm", ".q_group_map"};
constexpr std::array<std::string_view, 5> exl3Parts{".suh", ".su", ".sv", ".mcg", ".mul1"};
constexpr std::array<std::string_view, 7> vptqParts{".weight_scale", ".weight_bias", ".perm", ".res_centroids.weight",
    ".res_indices", ".outlier_centroids.weight", ".outlier_indices"};
constexpr std::array<std::string_view, 3> quipParts{".SV", ".Wscale", ".codebook_id"};
constexpr std::array<std::string_view, 1> torchaoParts{"._weight_zero_point"};
constexpr std::array<std::string_view, 1> sparseParts{".shape"};
constexpr std::array<std::string_view, 1> awqParts{".qzeros"};
constexpr std::array<std::string_view, 2> modelOptParts{".weight_scale_2", ".pre_quant_scale"};

constexpr std::array schemes{
    NamedScheme{"HQQ", ".W_q", ".scale", "HQQ", hqqParts},
    NamedScheme{"AQLM", ".codes", ".codebooks", "AQLM", aqlmParts},
    NamedScheme{"EXL2", ".q_weight", ".q_scale", "EXL2", exl2Parts},
    NamedScheme{"EXL3", ".trellis", ".svh", "EXL3", exl3Parts},
    NamedScheme{"VPTQ", ".indices", ".centroids.weight", "VPTQ", vptqParts},
    NamedScheme{"QuIP#", ".Qidxs", ".SU", "QuIP#", quipParts},
    NamedScheme{"EETQ", ".weight", ".weight_scales", "EETQ", {}},
    NamedScheme{"EETQ", ".qweight", ".weight_scales", "EETQ", {}},
    NamedScheme{"torchao", "._weight_qdata", "._weight_scale", "torchao", torchaoParts},
    NamedScheme{"sparse-24-bitmask of compressed-tensors", ".compressed", ".bitmask", "sparse 2:4", sparseParts},
    NamedScheme{"AWQ gemv_fast", ".qweight", ".scales", "AWQ gemv_fast", awqParts},
    NamedScheme{"ternary codes of BitNet, 2 bits each and four in a byte", ".weight", ".weight_scale", "BitNet", {}},
    NamedScheme{"4-bit integers of ModelOpt", ".weight", ".weight_scale", "ModelOpt W4", modelOptParts},
    NamedScheme{"4-bit floats of ModelOpt with one exponent for 32 columns", ".weight", ".weight_scale",
        "ModelOpt MXFP4", modelOptParts},
};

bool mayHold(const NamedScheme& scheme, DType dtype)
{
    if (scheme.typeName.starts_with("ModelOpt") || scheme.typeName == "BitNet")
        return dtype == DType::U8;
    const bool isEetq = scheme.typeName == "EETQ";
    const bool isFast = scheme.typeName == "AWQ gemv_fast";
    return isEetq ? dtype == DType::I8 : isFast ? dtype == DType::I16 : true;
}

/// Whether the scale shows that this is another scheme with the same names.
bool isOtherScale(const NamedScheme& scheme, const Part& codes, const Part& scale)
{
    const bool isByte = bitsPerElement(scale.tensor.dtype) == 8;
    if (scheme.typeName == "BitNet") // one scale for the whole weight
        return isByte || scale.elements() != 1 || codes.elements() == 1;
    if (scheme.typeName == "ModelOpt W4")
        return isByte;
    const bool isExponent = scale.tensor.dtype == DType::U8 || scale.tensor.dtype == DType::F8_E8M0;
    return scheme.typeName == "ModelOpt MXFP4"
        && !(isExponent && codes.rank() >= 2
            && hasShape(scale, withLast(codes.tensor.shape, {ceilDivide(codes.dimension(0) * 2, mxGroup)})));
}

} // namespace

bool recognizeByNameOnly(Recognition& in, const Part& codes)
{
    for (const NamedScheme& scheme : schemes) {
        const auto module = moduleOf(codes.tensor.name, scheme.anchor);
        if (!module || !mayHold(scheme, codes.tensor.dtype))
            continue;
        const auto sign = in.part(*module, scheme.sign);
        if (!sign || isOtherScale(scheme, codes, *sign))
            continue;
        std::vector<Part> parts{codes, *sign};
        for (const std::string_view suffix : scheme.companions) {
            if (auto part = in.part(*module, suffix))
                parts.push_back(*part);
        }
        const std::string name = std::string(*module) + ".weight";
        in.addFinding(Severity::Note, "quantization-not-decoded",
            quote(name) + " is quantized (" + std::string(scheme.title)
                + ") and not decoded: its parts are shown as stored",
            name, &codes);
        in.addUndecoded(name, std::string(scheme.typeName), std::move(parts));
        return true;
    }
    return false;
}

} // namespace loupe::quantized
