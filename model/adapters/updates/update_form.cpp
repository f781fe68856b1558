#include "adapters/updates/update_form.h"

#include "adapters/adapter.h"
#include "core/checked_math.h"
#include "core/text/text.h"

#include <algorithm>
#include <array>
#include <limits>

namespace loupe {

namespace {

using enum AdapterPart;

constexpr std::uint64_t saturated = std::numeric_limits<std::uint64_t>::max();
/// Computing LoHa may visit all elements of the update: more than any weight has would take hours.
constexpr std::uint64_t mostElements = std::uint64_t{1} << 34;

constexpr std::array loraList{Down, Up, Middle};
constexpr std::array lohaList{FirstUp, FirstDown, FirstMiddle, SecondUp, SecondDown, SecondMiddle};
constexpr std::array lokrList{Left, LeftUp, LeftDown, Right, RightUp, RightDown, RightMiddle};

std::uint64_t times(std::uint64_t a, std::uint64_t b)
{
    return checkedMultiply(a, b).value_or(saturated);
}

std::uint64_t elementsOf(std::span<const std::uint64_t> shape)
{
    return elementCount(shape).value_or(0);
}

/// The sizes of a matrix that is stored whole or as a product of two.
struct MatrixSizes {
    std::uint64_t rank = 0;
    std::uint64_t rows = 0;
    std::uint64_t columns = 0;
    std::uint64_t numbers = 0; ///< doubles that are in memory while the factors are read
    std::string problem = {};
};

class PartSizes {
public:
    PartSizes(const Checkpoint& checkpoint, const AdapterModule& module)
        : m_checkpoint(checkpoint)
        , m_module(module)
    {
    }

    MatrixSizes product(const ProductParts& parts) const
    {
        if (!m_module.part(parts.up) || !m_module.part(parts.down))
            return {.problem = lackText(m_module.part(parts.down) ? parts.up : parts.down)};
        const auto down = shapeOf(parts.down);
        const auto up = shapeOf(parts.up);
        const auto shapes = formatShape(down) + " and " + formatShape(up);
        if (down.size() < 2 || up.size() < 2)
            return {.problem = "has factors of shape " + shapes + ", expected matrices [rank, in] and [out, rank]"};
        if (elementsOf(down) == 0 || elementsOf(up) == 0)
            return {.problem = "has factors of shape " + shapes + ", expected no empty ones"};
        const bool hasMiddle = parts.middle && m_module.part(*parts.middle);
        const bool isTurned = hasMiddle && parts.turnsUp;
        MatrixSizes sizes{.rank = down[0], .rows = up[isTurned ? 1 : 0], .columns = elementsOf(down.subspan(1))};
        if (!hasMiddle && parts.turnsUp && up[0] == sizes.rank && up[1] != sizes.rank)
            return {.problem = lackText(*parts.middle)};
        if (elementsOf(up) != times(sizes.rank, sizes.rows) || up[isTurned ? 0 : 1] != sizes.rank)
            return {.problem = "has factors of shape " + shapes + ", whose ranks differ"};
        std::uint64_t numbers = 0;
        if (hasMiddle) {
            const auto kernel = shapeOf(*parts.middle);
            if (kernel.size() < 2 || kernel[0] != sizes.rank || kernel[1] != sizes.rank || elementsOf(kernel) == 0
                || down[1] != sizes.columns) {
                return {.problem = "has a middle factor of shape " + formatShape(kernel) + " beside " + shapes
                        + ", expected [rank, rank, kernel…]"};
            }
            sizes.columns = times(sizes.columns, elementsOf(kernel.subspan(2)));
            numbers = saturatingAdd(elementsOf(kernel), elementsOf(down)); // beside the product of both
        }
        sizes.numbers = saturatingAdd(numbers, times(saturatingAdd(sizes.columns, sizes.rows), sizes.rank));
        return sizes;
    }

    /// One that is whole, or a product.
    MatrixSizes matrix(AdapterPart whole, const ProductParts& parts) const
    {
        const bool hasProduct = m_module.part(parts.up) || m_module.part(parts.down);
        if (!m_module.part(whole)) {
            if (!hasProduct)
                return {.problem = lackText(whole)};
            MatrixSizes sizes = product(parts);
            sizes.numbers = saturatingAdd(sizes.numbers, times(sizes.rows, sizes.columns)); // it is multiplied out
            return sizes;
        }
        const auto shape = shapeOf(whole);
        if (hasProduct)
            return {.problem = "has a matrix both whole and as a product"};
        if (shape.size() < 2)
            return {.problem = "has a matrix of shape " + formatShape(shape) + ", expected two dimensions or more"};
        if (elementsOf(shape) == 0)
            return {.problem = "has a matrix of shape " + formatShape(shape) + ", expected no empty one"};
        return {.rows = shape[0], .columns = elementsOf(shape.subspan(1)), .numbers = elementsOf(shape)};
    }

private:
    std::span<const std::uint64_t> shapeOf(AdapterPart part) const
    {
        return m_checkpoint.tensors[*m_module.part(part)].shape;
    }

    static std::string lackText(AdapterPart part)
    {
        if (part == Up)
            return "has no factor B (up)";
        if (part == Down)
            return "has no factor A (down)";
        return "has no part " + std::string(lycorisSuffix(part).substr(1));
    }

    const Checkpoint& m_checkpoint;
    const AdapterModule& m_module;
};

UpdateSizes failed(const MatrixSizes& one, const MatrixSizes& other = {})
{
    return {.problem = one.problem.empty() ? other.problem : one.problem};
}

std::string sizesText(std::uint64_t rows, std::uint64_t columns)
{
    return '[' + std::to_string(rows) + ", " + std::to_string(columns) + ']';
}

/// Before anything is read: factors become doubles, and a middle one is multiplied into down.
UpdateSizes withinMemory(UpdateSizes sizes, std::uint64_t numbers)
{
    if (numbers <= mostFactorNumbers)
        return sizes;
    return {.problem = "has an update of rank " + std::to_string(sizes.rank) + " for "
            + sizesText(sizes.outputs, sizes.inputs) + ", which needs more than "
            + std::to_string(mostFactorNumbers * sizeof(double) >> 30) + " GiB of memory"};
}

} // namespace

std::span<const AdapterPart> partsOf(UpdateForm form)
{
    switch (form) {
    case UpdateForm::None:
        return {};
    case UpdateForm::Factors:
        return loraList;
    case UpdateForm::Hadamard:
        return lohaList;
    case UpdateForm::Kronecker:
        break;
    }
    return lokrList;
}

std::optional<UpdateForm> formOf(const AdapterModule& module)
{
    UpdateForm found = UpdateForm::None;
    for (const UpdateForm form : {UpdateForm::Factors, UpdateForm::Hadamard, UpdateForm::Kronecker}) {
        const auto parts = partsOf(form);
        if (std::ranges::none_of(parts, [&](AdapterPart part) { return module.part(part).has_value(); }))
            continue;
        if (found != UpdateForm::None)
            return std::nullopt;
        found = form;
    }
    return found;
}

UpdateSizes sizesOf(UpdateForm form, const Checkpoint& checkpoint, const AdapterModule& module)
{
    const PartSizes parts(checkpoint, module);
    if (form == UpdateForm::Factors) {
        const MatrixSizes sizes = parts.product(loraParts);
        return sizes.problem.empty() ? withinMemory({sizes.rank, sizes.rows, sizes.columns, {}}, sizes.numbers)
                                     : failed(sizes);
    }
    if (form == UpdateForm::Hadamard) {
        const MatrixSizes first = parts.product(firstParts);
        const MatrixSizes second = parts.product(secondParts);
        if (!first.problem.empty() || !second.problem.empty())
            return failed(first, second);
        if (first.rows != second.rows || first.columns != second.columns) {
            return {.problem = "has products of " + sizesText(first.rows, first.columns) + " and "
                    + sizesText(second.rows, second.columns) + ", expected one size"};
        }
        if (times(first.rows, first.columns) > mostElements) {
            return {.problem = "has an update of " + sizesText(first.rows, first.columns)
                    + ", which is larger than any weight"};
        }
        return withinMemory({first.rank, first.rows, first.columns, {}}, saturatingAdd(first.numbers, second.numbers));
    }
    const MatrixSizes left = parts.matrix(Left, leftParts);
    const MatrixSizes right = parts.matrix(Right, rightParts);
    if (!left.problem.empty() || !right.problem.empty())
        return failed(left, right);
    return withinMemory(
        {right.rank > 0 ? right.rank : left.rank, times(left.rows, right.rows), times(left.columns, right.columns), {}},
        saturatingAdd(left.numbers, right.numbers));
}

} // namespace loupe
