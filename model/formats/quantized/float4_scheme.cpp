#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/comfy_description.h"
#include "formats/quantized/scale_grids.h"

namespace loupe::quantized {

namespace {

constexpr std::uint64_t nvGroup = 16;
constexpr std::uint64_t blockBytes = 16; // in gpt-oss: 32 codes

/// The differences between the 4-bit schemes.
struct Float4Parts {
    std::string name; ///< the logical name
    Part codes;
    bool isComfy = false; ///< the high nibble comes first, and scales are stored in tiles
    std::uint64_t rowBytes = 0;
    std::uint64_t group = nvGroup;
    std::string typeName = "NVFP4";
};

Scheme schemeOf(const Float4Parts& from, std::uint64_t batches, std::uint64_t rows)
{
    Scheme scheme;
    scheme.typeName = from.typeName;
    scheme.batches = batches;
    scheme.rows = rows;
    scheme.columns = from.rowBytes * 2;
    scheme.columnsEach = from.group;
    scheme.groups = ceilDivide(scheme.columns, from.group);
    scheme.codes = std::make_unique<CodedGrid>(
        CodeGrid(from.codes, {.bits = 4, .highNibbleFirst = from.isComfy, .rowBytes = from.rowBytes}),
        floatValues(DType::F4));
    return scheme;
}

void addTensor(
    Recognition& in, std::string name, std::vector<std::uint64_t> shape, Scheme scheme, std::vector<Part> parts)
{
    std::string typeName = scheme.typeName;
    in.add({std::move(name), std::move(shape), std::move(scheme), std::move(typeName), std::move(parts)});
}

/// The scales of scales: one for all, or one per expert.
CheckedScales globalScales(const Part& global, ScaledGrid::Operation operation)
{
    return {.part = global,
        .as = global.tensor.dtype,
        .use = operation == ScaledGrid::Operation::Multiply ? ScaleUse::MultipliesScales : ScaleUse::DividesScales};
}

/// Adds an NVFP4 weight, with a scale for each 16 columns and a global scale.
bool addNvfp4(Recognition& in, const Float4Parts& from, const Part& scale, std::string_view globalName,
    ScaledGrid::Operation operation, const std::optional<Part>& description)
{
    std::vector<Part> parts{from.codes, scale};
    const auto global = in.part(globalName);
    if (!global) {
        in.addMissing("scale-missing", from.name, from.codes, globalName,
            "4-bit codes with an E4M3 scale for each 16 columns need it");
        in.addUndecoded(from.name, from.typeName, std::move(parts));
        return true;
    }
    parts.push_back(*global);
    if (description)
        parts.push_back(*description);
    const auto shape = withLast(from.codes.tensor.shape, {from.rowBytes * 2});
    const std::uint64_t batches = batchesOf(shape);
    Scheme scheme = schemeOf(from, batches, from.codes.dimension(1));
    const std::uint64_t allRows = batches * scheme.rows;
    std::unique_ptr<const NumberGrid> scales;
    std::vector<std::uint64_t> expected;
    if (from.isComfy) {
        expected = {TiledGrid::paddedRows(allRows), TiledGrid::paddedColumns(scheme.groups)};
        scales = std::make_unique<TiledGrid>(scale, DType::F8_E4M3, scheme.groups);
    } else {
        expected = withLast(shape, {scheme.groups});
        scales = std::make_unique<StoredGrid>(scale, DType::F8_E4M3, scheme.groups);
    }
    if (scheme.columns % nvGroup != 0) {
        in.addFinding(Severity::Error, "packed-width",
            quote(from.codes.tensor.name) + " has rows of " + counted(scheme.columns, "column")
                + ", expected a multiple of 16: each scale is for 16 columns",
            from.name, &from.codes);
        in.addUndecoded(from.name, from.typeName, std::move(parts));
        return true;
    }
    if (!hasShape(scale, expected)) {
        in.addShape("scale-shape", from.name, scale, expected,
            formatCount(scheme.columns) + " columns in groups of 16 need " + counted(scheme.groups, "scale")
                + " a row");
        in.addUndecoded(from.name, from.typeName, std::move(parts));
        return true;
    }
    const bool isForAll = global->elements() == 1;
    if (!isForAll && global->elements() != batches) {
        in.addShape("scale-shape", from.name, *global, {1}, "one scale for all, or one for each expert");
        in.addUndecoded(from.name, from.typeName, std::move(parts));
        return true;
    }
    if (const auto size = in.config().groupSize(); size && *size > 0 && *size != static_cast<std::int64_t>(nvGroup))
        in.addFinding(Severity::Warning, "config-contradiction",
            "group_size is " + std::to_string(*size) + " in " + in.config().evidence() + ", but 16 by the shape of "
                + quote(scale.tensor.name) + ": the tensors decide",
            from.name, &scale);
    in.keepScales(globalScales(*global, operation));
    in.keepScales({scale, DType::F8_E4M3, ScaleRule::Positive,
        from.isComfy ? std::optional(PaddedScales{allRows, scheme.groups}) : std::nullopt});
    scheme.scales.grid = std::make_unique<ScaledGrid>(std::move(scales),
        std::make_unique<StoredGrid>(*global, global->tensor.dtype, 1), isForAll ? allRows : scheme.rows, operation);
    addTensor(in, from.name, shape, std::move(scheme), std::move(parts));
    return true;
}

/// Adds an MXFP4 weight, with an exponent for each 32 columns.
void addMxfp4(Recognition& in, const Float4Parts& from, std::vector<std::uint64_t> shape, const Part& scale,
    const std::vector<std::uint64_t>& expected)
{
    const bool isExponent = scale.tensor.dtype == DType::U8 || scale.tensor.dtype == DType::F8_E8M0;
    std::vector<Part> parts{from.codes, scale};
    if (!isExponent || !hasShape(scale, expected) || shape.back() % mxGroup != 0) {
        in.addShape("scale-shape", from.name, scale, expected, "an exponent (U8 or F8_E8M0) for each 32 columns");
        in.addUndecoded(from.name, from.typeName, std::move(parts));
        return;
    }
    Scheme scheme = schemeOf(from, batchesOf(shape), shape.size() > 1 ? shape[shape.size() - 2] : 1);
    in.keepScales({scale, DType::F8_E8M0, ScaleRule::Exponents});
    scheme.scales.grid = std::make_unique<StoredGrid>(scale, DType::F8_E8M0, scheme.groups);
    addTensor(in, from.name, std::move(shape), std::move(scheme), std::move(parts));
}

bool isComfyNvfp4(const ComfyDescription& description, const Part& codes, const Part& scale)
{
    if (description.isListed)
        return description.format == "nvfp4";
    // The padding of the scales shows the scheme.
    const std::uint64_t groups = codes.dimension(0) * 2 / nvGroup;
    return !hasShape(scale, withLast(codes.tensor.shape, {groups}))
        && hasShape(scale, {TiledGrid::paddedRows(codes.dimension(1)), TiledGrid::paddedColumns(groups)});
}

/// Adds ModelOpt's NVFP4 experts in the order of the model, input first: codes of shape [E, in/2, out], in which each
/// byte has two rows, and scales of shape [E, in/16, out].
bool addInputFirst(Recognition& in, const Part& codes, const Part& scale, const std::string& globalName)
{
    const std::string name(codes.tensor.name);
    std::vector<Part> parts{codes, scale};
    const auto global = in.part(globalName);
    if (!global) {
        in.addMissing(
            "scale-missing", name, codes, globalName, "4-bit codes with an E4M3 scale for each 16 rows need it");
        in.addUndecoded(name, "NVFP4", std::move(parts));
        return true;
    }
    parts.push_back(*global);
    Scheme scheme;
    scheme.typeName = "NVFP4";
    scheme.batches = batchesOf(codes.tensor.shape);
    scheme.rows = codes.dimension(1) * 2;
    scheme.columns = codes.dimension(0);
    scheme.groups = scheme.columns;
    const bool isForAll = global->elements() == 1;
    if (!isForAll && global->elements() != scheme.batches) {
        in.addShape("scale-shape", name, *global, {1}, "one scale for all, or one for each expert");
        in.addUndecoded(name, "NVFP4", std::move(parts));
        return true;
    }
    in.keepScales(globalScales(*global, ScaledGrid::Operation::Multiply));
    in.keepScales({scale, DType::F8_E4M3, ScaleRule::Positive});
    scheme.codes = std::make_unique<CodedGrid>(
        CodeGrid(codes, {.direction = CodeLayout::Direction::RowPairs, .bits = 4, .rowBytes = scheme.columns}),
        floatValues(DType::F4));
    const std::uint64_t scaleRows = scheme.rows / nvGroup;
    scheme.scales.rowsEach = nvGroup;
    scheme.scales.grid =
        std::make_unique<ScaledGrid>(std::make_unique<StoredGrid>(scale, DType::F8_E4M3, scheme.columns),
            std::make_unique<StoredGrid>(*global, global->tensor.dtype, 1),
            isForAll ? scheme.batches * scaleRows : scaleRows, ScaledGrid::Operation::Multiply);
    auto shape = withLast(codes.tensor.shape, {scheme.rows, scheme.columns});
    addTensor(in, name, std::move(shape), std::move(scheme), std::move(parts));
    return true;
}

/// Recognizes experts in one tensor `X`, with `X_weight_scale` and `X_weight_scale_2`, as ModelOpt writes them.
bool recognizeExperts(Recognition& in, const Part& codes)
{
    const std::string name(codes.tensor.name);
    const auto scale = codes.rank() == 3 ? in.part(name, "_weight_scale") : std::nullopt;
    if (!scale || scale->tensor.dtype != DType::F8_E4M3)
        return false;
    const std::string globalName = name + "_weight_scale_2";
    const std::uint64_t rows = codes.dimension(1) * 2;
    if (rows % nvGroup == 0 && hasShape(*scale, withLast(codes.tensor.shape, {rows / nvGroup, codes.dimension(0)})))
        return addInputFirst(in, codes, *scale, globalName);
    return addNvfp4(in, {.name = name, .codes = codes, .rowBytes = codes.dimension(0)}, *scale, globalName,
        ScaledGrid::Operation::Multiply, std::nullopt);
}

/// Recognizes `P.weight` with two codes per byte, as ModelOpt and ComfyUI write it.
bool recognizeWeight(Recognition& in, const Part& codes, std::string_view module)
{
    const auto scale = in.part(module, ".weight_scale");
    if (!scale || codes.rank() < 2 || bitsPerElement(scale->tensor.dtype) != 8 || scale->tensor.dtype == DType::I8)
        return false;
    const auto description = ComfyDescription::of(in, module);
    const bool isComfy = isComfyNvfp4(description, codes, *scale);
    if (scale->tensor.dtype != DType::F8_E4M3 && !isComfy)
        return false;
    return addNvfp4(in,
        {.name = std::string(codes.tensor.name), .codes = codes, .isComfy = isComfy, .rowBytes = codes.dimension(0)},
        *scale, std::string(module) + ".weight_scale_2", ScaledGrid::Operation::Multiply, description.part);
}

/// Recognizes `P.weight_packed` as compressed-tensors writes it.
bool recognizePacked(Recognition& in, const Part& codes, std::string_view module)
{
    Float4Parts from{.name = std::string(module) + ".weight", .codes = codes, .rowBytes = codes.dimension(0)};
    const auto scale = in.part(module, ".weight_scale");
    const std::string globalName = std::string(module) + ".weight_global_scale";
    if (!scale) {
        in.addMissing(
            "scale-missing", from.name, codes, std::string(module) + ".weight_scale", "packed 4-bit floats need it");
        in.addUndecoded(from.name, in.isListed(globalName) ? "NVFP4" : "MXFP4", {codes});
        return true;
    }
    if (scale->tensor.dtype == DType::F8_E4M3)
        return addNvfp4(in, from, *scale, globalName, ScaledGrid::Operation::Divide, std::nullopt);
    from.group = mxGroup;
    from.typeName = "MXFP4";
    addMxfp4(in, from, withLast(codes.tensor.shape, {from.rowBytes * 2}), *scale,
        withLast(codes.tensor.shape, {ceilDivide(from.rowBytes * 2, mxGroup)}));
    return true;
}

/// Recognizes gpt-oss' `X_blocks` and `X_scales`, or `X.blocks` and `X.scales`, with 16 bytes per block.
bool recognizeBlocks(Recognition& in, const Part& codes)
{
    for (const std::string_view separator : {"_", "."}) {
        const auto module = moduleOf(codes.tensor.name, std::string(separator) + "blocks");
        if (!module || codes.rank() < 3)
            continue;
        Float4Parts from{.name = std::string(*module), .codes = codes, .group = mxGroup, .typeName = "MXFP4"};
        const std::string scaleName = from.name + std::string(separator) + "scales";
        const auto scale = in.part(scaleName);
        // Blocks of another size may be anything.
        if (!scale && !in.isListed(scaleName) && in.config().method() != "mxfp4" && codes.dimension(0) != blockBytes)
            return false;
        if (!scale) {
            in.addMissing("scale-missing", from.name, codes, scaleName, "blocks need an exponent each");
            in.addUndecoded(from.name, from.typeName, {codes});
            return true;
        }
        const auto outer = codes.tensor.shape.first(codes.rank() - 1);
        if (codes.dimension(0) != blockBytes) {
            in.addFinding(Severity::Error, "packed-width",
                "the last axis of " + quote(codes.tensor.name) + " has " + formatCount(codes.dimension(0))
                    + " bytes, expected 16: the codes of 32 values",
                from.name, &codes);
            in.addUndecoded(from.name, from.typeName, {codes, *scale});
            return true;
        }
        from.rowBytes = outer.back() * blockBytes;
        addMxfp4(in, from, withLast(outer, {outer.back() * mxGroup}), *scale, {outer.begin(), outer.end()});
        return true;
    }
    return false;
}

} // namespace

bool recognizeFloat4(Recognition& in, const Part& codes)
{
    if (codes.tensor.dtype != DType::U8 || codes.elements() == 0)
        return false;
    if (const auto module = moduleOf(codes.tensor.name, ".weight_packed"))
        return recognizePacked(in, codes, *module);
    if (const auto module = moduleOf(codes.tensor.name, ".weight"))
        return recognizeWeight(in, codes, *module);
    return recognizeExperts(in, codes) || recognizeBlocks(in, codes);
}

} // namespace loupe::quantized
