#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/comfy_description.h"
#include "formats/quantized/scale_grids.h"

#include <array>

namespace loupe::quantized {

namespace {

constexpr std::uint64_t usualBlock = 128;

/// The block of a weight's elements that each scale covers.
struct Granularity {
    std::uint64_t rowsEach = 1;
    std::uint64_t columnsEach = 1;
    std::string text;
    bool isAcrossBatches = false; ///< rows are counted over all batches
};

/// Whether experts have as many scales as both rows and columns, and the shape does not show which of them the scales
/// are for.
bool isAmbiguous(const Part& codes, const Part& scale)
{
    return codes.rank() == 3 && codes.dimension(0) == codes.dimension(1) && codes.dimension(0) > 1
        && hasShape(scale, {codes.dimension(2), codes.dimension(0)});
}

/// The existing companions that the scales of a weight need.
std::vector<Part> scalesOf(const Recognition& in, const Part& codes)
{
    std::vector<Part> found;
    const auto module = moduleOf(codes.tensor.name, ".weight");
    const auto look = [&](std::string_view prefix, std::span<const std::string_view> suffixes) {
        for (const std::string_view suffix : suffixes) {
            if (auto part = in.part(prefix, suffix))
                found.push_back(*part);
        }
    };
    if (module)
        look(*module, float8ModuleScales);
    else
        look(codes.tensor.name, float8ScaleSuffixes);
    return found;
}

std::optional<Granularity> granularityOf(
    const Part& codes, const Part& scale, std::optional<QuantizationConfig::BlockSize> block)
{
    const std::uint64_t rows = codes.dimension(1);
    const std::uint64_t columns = codes.dimension(0);
    const auto shape = codes.tensor.shape;
    const std::uint64_t batches = batchesOf(shape);
    const auto blocks = [&](std::uint64_t height, std::uint64_t width) {
        return withLast(shape, {ceilDivide(rows, height), ceilDivide(columns, width)});
    };
    // A weight with a single block or channel has the same scheme as its neighbors.
    const bool isInverse = moduleOf(scale.tensor.name, "_inv").has_value();
    if (scale.elements() == 1 && isInverse && !block && codes.rank() >= 2
        && hasShape(scale, blocks(usualBlock, usualBlock)))
        return Granularity{usualBlock, usualBlock, "128×128", false};
    if (scale.elements() == 1 && !(block && hasShape(scale, blocks(block->rows, block->columns)))
        && !(rows == 1 && codes.rank() >= 2 && hasShape(scale, withLast(shape, {1, 1}))))
        return Granularity{batches * rows, columns, "per tensor", true};
    if (block && codes.rank() >= 2 && hasShape(scale, blocks(block->rows, block->columns)))
        return Granularity{
            block->rows, block->columns, std::to_string(block->rows) + "×" + std::to_string(block->columns), false};
    if (codes.rank() >= 2 && (hasShape(scale, withLast(shape, {rows, 1})) || (batches == 1 && hasShape(scale, {rows}))))
        return Granularity{1, columns, "per channel", false};
    if (codes.rank() == 3) {
        if (hasShape(scale, {batches}) || hasShape(scale, {batches, 1, 1}))
            return Granularity{rows, columns, "per expert", false};
        if (hasShape(scale, {batches, rows}))
            return Granularity{1, columns, "per channel", false};
        // Experts that are stored input first have their channels last.
        if (hasShape(scale, {batches, 1, columns}) || hasShape(scale, {batches, columns, 1})
            || hasShape(scale, {batches, columns}))
            return Granularity{rows, 1, "per channel", false};
    }
    // The channels of a convolution are its first axis.
    if (codes.rank() == 4 && (hasShape(scale, {shape[0]}) || hasShape(scale, {shape[0], 1, 1, 1})))
        return Granularity{batches / shape[0] * rows, columns, "per channel", true};
    if (!block && codes.rank() >= 2 && hasShape(scale, blocks(usualBlock, usualBlock)))
        return Granularity{usualBlock, usualBlock, "128×128", false};
    return std::nullopt;
}

std::string whyShape(const Part& codes, std::optional<QuantizationConfig::BlockSize> block)
{
    const std::string weight = "the weight has shape " + formatShape(codes.tensor.shape);
    if (!block)
        return weight + ", and a scale is for all of it, for a channel or for a block of 128×128";
    return weight + ", in blocks of " + formatCount(block->rows) + "×" + formatCount(block->columns) + " by the config";
}

Scheme schemeFor(const Part& codes)
{
    Scheme scheme;
    scheme.batches = batchesOf(codes.tensor.shape);
    scheme.rows = codes.dimension(1);
    scheme.columns = codes.dimension(0);
    scheme.codes = std::make_unique<CodedGrid>(
        CodeGrid(codes, {.bits = 8, .rowBytes = scheme.columns}), floatValues(codes.tensor.dtype));
    scheme.codeDType = codes.tensor.dtype;
    return scheme;
}

} // namespace

bool recognizeFloat8(Recognition& in, const Part& codes)
{
    if (!isFloat8(codes.tensor.dtype) || codes.rank() == 0 || codes.elements() == 0)
        return false;
    const std::string name(codes.tensor.name);
    const auto module = moduleOf(name, ".weight");
    const std::string_view dtype = dtypeName(codes.tensor.dtype);
    const std::vector<Part> scales = scalesOf(in, codes);
    if (scales.empty())
        return false; // a plain cast, judging by this tensor alone
    if (scales.size() > 1) {
        in.addFinding(Severity::Error, "ambiguous-companions",
            "both " + quote(scales[0].tensor.name) + " and " + quote(scales[1].tensor.name)
                + " are present, expected one scale",
            name, &scales[1]);
        in.addUndecoded(name, std::string(dtype), {codes, scales[0], scales[1]});
        return true;
    }
    const Part& scale = scales.front();
    LogicalTensor tensor{name, {codes.tensor.shape.begin(), codes.tensor.shape.end()}, {}, {}, {codes, scale}};
    const auto comfy = module ? ComfyDescription::of(in, *module) : ComfyDescription();
    if (comfy.part)
        tensor.parts.push_back(*comfy.part);
    const bool isTiled = comfy.format == "mxfp8"; // even if the shapes are ambiguous
    Scheme scheme = schemeFor(codes);
    const bool isExponent = scale.tensor.dtype == DType::U8 || scale.tensor.dtype == DType::F8_E8M0;
    const auto groups = withLast(codes.tensor.shape, {ceilDivide(scheme.columns, mxGroup)});
    const std::uint64_t allRows = scheme.batches * scheme.rows;
    const std::uint64_t groupsPerRow = ceilDivide(scheme.columns, mxGroup);
    if (isExponent && !isTiled && hasShape(scale, groups)) {
        scheme.typeName = "MXFP8";
        scheme.scales.grid = std::make_unique<StoredGrid>(scale, DType::F8_E8M0, groupsPerRow);
        scheme.columnsEach = mxGroup;
        scheme.groups = groupsPerRow;
        in.keepScales({scale, DType::F8_E8M0, ScaleRule::Exponents});
    } else if (isExponent && isTiled
        && hasShape(scale, {TiledGrid::paddedRows(allRows), TiledGrid::paddedColumns(groupsPerRow)})) {
        scheme.typeName = "MXFP8";
        scheme.scales.grid = std::make_unique<TiledGrid>(scale, DType::F8_E8M0, groupsPerRow);
        scheme.columnsEach = mxGroup;
        scheme.groups = groupsPerRow;
        in.keepScales(
            {scale, DType::F8_E8M0, ScaleRule::Exponents, PaddedScales{scheme.batches * scheme.rows, groupsPerRow}});
    } else {
        if (isAmbiguous(codes, scale)) {
            in.addFinding(Severity::Warning, "scale-shape",
                quote(scale.tensor.name) + " has " + counted(scheme.rows, "scale") + " for each expert of "
                    + quote(name) + ", whose shape is " + formatShape(codes.tensor.shape)
                    + ": they may be for its rows or for its columns, and the weight is not decoded",
                name, &scale);
            in.addUndecoded(name, std::string(dtype), std::move(tensor.parts));
            return true;
        }
        const auto block = in.config().blockSize();
        const auto granularity = scale.tensor.dtype == DType::U8 ? std::nullopt : granularityOf(codes, scale, block);
        if (!granularity) {
            const std::uint64_t height = block ? block->rows : usualBlock;
            const std::uint64_t width = block ? block->columns : usualBlock;
            in.addShape("scale-shape", name, scale,
                withLast(codes.tensor.shape, {ceilDivide(scheme.rows, height), ceilDivide(scheme.columns, width)}),
                whyShape(codes, block));
            in.addUndecoded(name, std::string(dtype), std::move(tensor.parts));
            return true;
        }
        scheme.typeName = std::string(dtype) + " " + granularity->text;
        scheme.columnsEach = granularity->columnsEach;
        scheme.groups = ceilDivide(scheme.columns, granularity->columnsEach);
        if (granularity->isAcrossBatches) {
            scheme.batches = 1;
            scheme.rows = allRows;
        }
        scheme.scales.rowsEach = granularity->rowsEach;
        scheme.scales.grid = std::make_unique<StoredGrid>(scale, scale.tensor.dtype, scheme.groups);
        in.keepScales({scale, scale.tensor.dtype, ScaleRule::Positive});
    }
    tensor.typeName = scheme.typeName;
    tensor.scheme = std::move(scheme);
    in.add(std::move(tensor));
    return true;
}

} // namespace loupe::quantized
