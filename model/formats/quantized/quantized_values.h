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
    std::unique_ptr<const NumberGrid> grid; ///< null: the scheme has none
    std::uint64_t rowsEach = 1; ///< this many rows of a batch have the same row of the grid
};

/// How values follow from what is stored. All operations are rounded to F32, in the order that is written.
struct Scheme {
    using Formula = ValueOrigin::Formula;

    std::string typeName; ///< "NVFP4", "GPTQ-4 g128", "F8_E4M3 128×128"
    Formula formula = Formula::Product;
    std::uint64_t batches = 1; ///< such as experts
    std::uint64_t rows = 1; ///< of each batch
    std::uint64_t columns = 1;
    std::unique_ptr<const CodedGrid> codes; ///< all batches, one below the other
    GroupNumbers scales;
    GroupNumbers zeroPoints; ///< with the groups of the scales
    GroupNumbers offsets; ///< likewise
    std::uint64_t columnsEach = 1; ///< this many columns make a group
    std::uint64_t groups = 1; ///< in a row
    std::optional<Part> groupOfColumn; ///< I32, where groups are not neighboring columns
    DType codeDType = DType::U8; ///< of the codes as numbers
    int codeOffset = 0; ///< added to a code, for I8
    std::vector<CheckedScales> checkedScales;
};

/// Codes of a quantized tensor as whole numbers.
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
    /// `parts`: what is stored, the codes first.
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
