#pragma once

#include "core/checkpoint.h"
#include "formats/quantized/quantization_config.h"
#include "formats/quantized/quantized_values.h"

#include <cstdint>
#include <memory>
#include <mutex>
#include <optional>
#include <span>
#include <string_view>
#include <vector>

namespace loupe::quantized {

/// The values of a quantized tensor if opening the model did not read all of its descriptions. They are read before the
/// first value. If they contradict the assumptions, reading values fails, and the error says so.
class AssumedValues final : public Storage {
public:
    /// `assumed` holds the values as they were recognized. `shape` is the tensor's shape, and must live as long as the
    /// checkpoint.
    AssumedValues(std::unique_ptr<const QuantizedValues> assumed, std::vector<Part> parts,
        std::span<const std::uint64_t> shape, std::shared_ptr<const Checkpoint> stored,
        std::shared_ptr<const QuantizationConfig> config);

    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::string_view typeName() const override { return m_assumed->typeName(); }
    std::optional<StoredNumbers> stored() const override;
    std::uint64_t fileBytes(const Tensor& tensor) const override { return m_assumed->fileBytes(tensor); }
    std::unique_ptr<Inspection> inspection(const Tensor& tensor) const override;
    Result<std::optional<ValueOrigin>> originOf(std::uint64_t element) const override;

    const Scheme& scheme() const { return m_assumed->scheme(); }
    struct Known {
        std::unique_ptr<const QuantizedValues> values;
        std::vector<Finding> findings; ///< about the descriptions
    };
    /// Reads the descriptions until a call succeeds once. The result lives as long as this object.
    Result<const Known*> known() const;

private:
    /// The codes of the tensor as integers.
    class Codes final : public Storage {
    public:
        explicit Codes(const AssumedValues& values)
            : m_values(values)
        {
        }
        Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
            std::span<std::byte> target) const override;

    private:
        const AssumedValues& m_values;
    };

    Result<Known> recognizeAlone() const;

    std::unique_ptr<const QuantizedValues> m_assumed;
    std::vector<Part> m_parts;
    std::span<const std::uint64_t> m_shape;
    std::shared_ptr<const Checkpoint> m_stored;
    std::shared_ptr<const QuantizationConfig> m_config;
    Codes m_codes;
    mutable std::mutex m_mutex; ///< guards the members below
    mutable std::unique_ptr<const Known> m_known; ///< never changes once it is set
};

/// The scheme of a quantized tensor's values; null for any other storage.
const Scheme* schemeOf(const Storage* storage);

} // namespace loupe::quantized
