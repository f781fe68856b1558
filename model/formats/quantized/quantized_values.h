#pragma once

#include "core/elements.h"
#include "formats/quantized/code_grid.h"
#include "formats/quantized/number_grid.h"
#include "formats/quantized/scale_check.h"

#include <memory>
#include <optional>
#include <string>
#include <vector>

namespace loupe::quantized {

/// Numbers that many neighboring elements share.
struct GroupNumbers {
    std::unique_ptr<const NumberGrid> grid; ///< null if the scheme has none
    std::uint64_t rowsEach = 1; ///< the number of rows of a batch that share a row of the grid
};

/// How to compute values from the stored data. The result of each operation is rounded to F32, in the order of the
/// formula.
struct Scheme {
    using Formula = ValueOrigin::Formula;

    std::string typeName; ///< "NVFP4", "GPTQ-4 g128", "F8_E4M3 128×128"
    Formula formula = Formula::Product;
    std::uint64_t batches = 1; ///< such as the number of experts
    std::uint64_t rows = 1; ///< rows in each batch
    std::uint64_t columns = 1;
    std::unique_ptr<const CodedGrid> codes; ///< all batches, stacked along the rows
    GroupNumbers scales;
    GroupNumbers zeroPoints; ///< with the same groups as the scales
    GroupNumbers offsets; ///< likewise
    std::uint64_t columnsEach = 1; ///< the number of columns in a group
    std::uint64_t groups = 1; ///< the number of groups in a row
    std::optional<Part> groupOfColumn; ///< I32, if groups are not made of neighboring columns
    DType codeDType = DType::U8; ///< the dtype of the codes as integers
    int codeOffset = 0; ///< added to a code, for I8
    std::vector<CheckedScales> checkedScales;
};

/// The codes of a quantized tensor as integers.
class QuantizedCodes final : public Storage {
public:
    explicit QuantizedCodes(const Scheme& scheme)
        : m_scheme(scheme)
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    const Scheme& m_scheme;
};

/// The values of one quantized tensor, as F32.
class QuantizedValues final : public Storage {
public:
    /// `parts` are the stored tensors, the codes first.
    QuantizedValues(Scheme scheme, std::vector<Part> parts);

    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::string_view typeName() const override { return m_scheme.typeName; }
    std::optional<StoredNumbers> stored() const override;
    std::uint64_t fileBytes(const Tensor& tensor) const override;
    std::unique_ptr<Inspection> inspection(const Tensor& tensor) const override;
    Result<std::optional<ValueOrigin>> originOf(std::uint64_t element) const override;
    const Scheme& scheme() const { return m_scheme; }

private:
    Result<> decodeRectangle(const Rectangle& cells, std::span<float> target) const;
    Result<std::vector<std::uint32_t>> groupsOf(std::uint64_t column, std::uint64_t columns) const;

    Scheme m_scheme;
    std::vector<Part> m_parts;
    QuantizedCodes m_codes;
};

} // namespace loupe::quantized
