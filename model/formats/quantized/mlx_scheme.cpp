#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/recognition.h"
#include "formats/quantized/scale_grids.h"

#include <algorithm>
#include <array>

namespace loupe::quantized {

namespace {

constexpr std::array<std::int64_t, 6> affineBits{4, 8, 2, 3, 5, 6};
constexpr std::array<std::int64_t, 3> affineGroups{64, 32, 128};

enum class MlxMode : std::uint8_t { Affine, Mxfp4, Mxfp8, Nvfp4 };

struct MlxSettings {
    MlxMode mode = MlxMode::Affine;
    std::int64_t bits = 4;
    std::int64_t groupSize = 64;
};

bool fits(std::uint64_t words, std::uint64_t groups, const MlxSettings& settings)
{
    const std::uint64_t bits = words * wordBits;
    const auto each = static_cast<std::uint64_t>(settings.bits);
    return bits % each == 0 && bits / each == groups * static_cast<std::uint64_t>(settings.groupSize);
}

MlxMode modeNamed(std::string_view name)
{
    if (name == "mxfp4")
        return MlxMode::Mxfp4;
    if (name == "mxfp8")
        return MlxMode::Mxfp8;
    return name == "nvfp4" ? MlxMode::Nvfp4 : MlxMode::Affine;
}

MlxSettings defaultsOf(MlxMode mode)
{
    switch (mode) {
    case MlxMode::Affine:
        break;
    case MlxMode::Mxfp4:
        return {mode, 4, 32};
    case MlxMode::Mxfp8:
        return {mode, 8, 32};
    case MlxMode::Nvfp4:
        return {mode, 4, 16};
    }
    return {};
}

std::string typeNameOf(const MlxSettings& settings)
{
    switch (settings.mode) {
    case MlxMode::Affine:
        break;
    case MlxMode::Mxfp4:
        return "MXFP4";
    case MlxMode::Mxfp8:
        return "MXFP8";
    case MlxMode::Nvfp4:
        return "NVFP4";
    }
    return "MLX-" + std::to_string(settings.bits) + " g" + std::to_string(settings.groupSize);
}

CodeTable valuesOf(MlxMode mode)
{
    switch (mode) {
    case MlxMode::Affine:
        break;
    case MlxMode::Mxfp8:
        return floatValues(DType::F8_E4M3);
    case MlxMode::Mxfp4:
    case MlxMode::Nvfp4:
        return floatValues(DType::F4);
    }
    return integerValues(0);
}

/// The settings of the config, or, if it has none, all settings that agree with the shapes.
std::vector<MlxSettings> settingsOf(
    const Recognition& in, std::string_view module, std::uint64_t words, std::uint64_t groups, bool scalesAreBytes)
{
    std::vector<MlxSettings> found;
    if (in.config().method() == "mlx") {
        const JsonValue& given = in.config().forModule(module);
        MlxSettings settings = defaultsOf(modeNamed(given["mode"].string()));
        settings.bits = given["bits"].integer().value_or(settings.bits);
        settings.groupSize = given["group_size"].integer().value_or(settings.groupSize);
        const bool isValid = settings.bits >= 1 && settings.bits <= 8 && settings.groupSize >= 1
            && settings.groupSize <= 1 << 20 && fits(words, groups, settings);
        if (isValid)
            found.push_back(settings);
        return found;
    }
    if (scalesAreBytes) { // three modes, each with a different ratio of words to groups
        for (const MlxMode mode : {MlxMode::Mxfp4, MlxMode::Mxfp8, MlxMode::Nvfp4}) {
            if (const MlxSettings settings = defaultsOf(mode); fits(words, groups, settings))
                found.push_back(settings);
        }
        return found;
    }
    for (const std::int64_t size : affineGroups) {
        for (const std::int64_t bits : affineBits) {
            if (const MlxSettings settings{MlxMode::Affine, bits, size}; fits(words, groups, settings))
                found.push_back(settings);
        }
    }
    return found;
}

/// "4 bits in groups of 64, 2 bits in groups of 128".
std::string listOfSettings(const std::vector<MlxSettings>& all)
{
    std::string text;
    for (const MlxSettings& settings : all) {
        text += text.empty() ? "" : ", ";
        text += counted(static_cast<std::uint64_t>(settings.bits), "bit") + " in groups of "
            + formatCount(static_cast<std::uint64_t>(settings.groupSize));
    }
    return text;
}

} // namespace

bool recognizeMlx(Recognition& in, const Part& codes)
{
    const auto module = moduleOf(codes.tensor.name, ".weight");
    if (!module || codes.tensor.dtype != DType::U32 || codes.rank() < 2 || codes.elements() == 0)
        return false;
    const auto scales = in.part(*module, ".scales");
    if (!scales)
        return false;
    const std::string name(codes.tensor.name);
    const auto offsets = in.part(*module, ".biases");
    std::vector<Part> parts{codes, *scales};
    if (offsets)
        parts.push_back(*offsets);
    const std::uint64_t words = codes.dimension(0);
    const std::uint64_t groups = scales->dimension(0);
    const bool scalesAreBytes = scales->tensor.dtype == DType::U8;
    const auto undecoded = [&] {
        in.addUndecoded(name, "MLX", std::move(parts));
        return true;
    };
    if (scales->rank() != codes.rank() || !hasShape(*scales, withLast(codes.tensor.shape, {groups}))) {
        in.addShape(
            "scale-shape", name, *scales, withLast(codes.tensor.shape, {groups}), "a row for each row of the weight");
        return undecoded();
    }
    if (offsets && !std::ranges::equal(offsets->tensor.shape, scales->tensor.shape)) {
        in.addShape("scale-shape", name, *offsets, {scales->tensor.shape.begin(), scales->tensor.shape.end()},
            "the shape of the scales");
        return undecoded();
    }
    if (!offsets && !scalesAreBytes) {
        in.addMissing(
            "companion-missing", name, codes, std::string(*module) + ".biases", "affine codes need an offset");
        return undecoded();
    }
    const bool isGuess = in.config().method() != "mlx";
    const auto found = settingsOf(in, *module, words, groups, scalesAreBytes);
    if (found.size() > 1) {
        in.addAmbiguity(listOfSettings(found), name, codes);
        return undecoded();
    }
    if (found.empty()) {
        in.addFinding(isGuess ? Severity::Warning : Severity::Error, isGuess ? "packed-width" : "config-contradiction",
            quote(name) + " has rows of " + counted(words, "word") + " and " + counted(groups, "group")
                + ", which fit no bits and group size that " + (isGuess ? "MLX has" : "the config names")
                + ": the weight is not decoded",
            name, &codes);
        return undecoded();
    }
    const MlxSettings& settings = found.front();
    const bool isAffine = settings.mode == MlxMode::Affine;
    const bool hasBits = isAffine || settings.bits == defaultsOf(settings.mode).bits;
    if (isAffine != offsets.has_value() || isAffine == scalesAreBytes || !hasBits) {
        in.addFinding(Severity::Error, "config-contradiction",
            "the config says " + typeNameOf(settings) + " in "
                + counted(static_cast<std::uint64_t>(settings.bits), "bit") + ", but " + quote(name) + " has scales of "
                + std::string(dtypeName(scales->tensor.dtype)) + (offsets ? " and biases" : " and no biases")
                + ": the weight is not decoded",
            name, &codes);
        return undecoded();
    }
    if (isGuess)
        in.addAssumption("MLX " + (isAffine ? std::string() : typeNameOf(settings) + ", ")
                + counted(static_cast<std::uint64_t>(settings.bits), "bit") + " and groups of "
                + counted(static_cast<std::uint64_t>(settings.groupSize), "column"),
            name, codes);
    Scheme scheme;
    scheme.typeName = typeNameOf(settings);
    scheme.batches = batchesOf(codes.tensor.shape);
    scheme.rows = codes.dimension(1);
    scheme.columnsEach = static_cast<std::uint64_t>(settings.groupSize);
    scheme.groups = groups;
    scheme.columns = groups * scheme.columnsEach;
    scheme.codes = std::make_unique<CodedGrid>(
        CodeGrid(codes, {.bits = static_cast<unsigned>(settings.bits), .rowBytes = words * 4}),
        valuesOf(settings.mode));
    const DType as = isAffine             ? scales->tensor.dtype
        : settings.mode == MlxMode::Nvfp4 ? DType::F8_E4M3
                                          : DType::F8_E8M0;
    scheme.scales.grid = std::make_unique<StoredGrid>(*scales, as, groups);
    if (isAffine) {
        scheme.formula = Scheme::Formula::Affine;
        scheme.offsets.grid = std::make_unique<StoredGrid>(*offsets, offsets->tensor.dtype, groups);
        in.keepScales({*offsets, offsets->tensor.dtype, ScaleRule::Offset});
    }
    in.keepScales({*scales, as,
        isAffine                   ? ScaleRule::AnySign
            : as == DType::F8_E8M0 ? ScaleRule::Exponents
                                   : ScaleRule::Positive});
    std::string typeName = scheme.typeName;
    const auto shape = withLast(codes.tensor.shape, {scheme.columns});
    in.add({name, shape, std::move(scheme), std::move(typeName), std::move(parts)});
    return true;
}

} // namespace loupe::quantized
