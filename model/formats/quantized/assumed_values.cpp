#include "formats/quantized/assumed_values.h"

#include "core/text/quote.h"
#include "core/text/text.h"
#include "formats/quantized/recognition.h"
#include "formats/shared/out_of_memory.h"

#include <algorithm>
#include <iterator>

namespace loupe::quantized {

namespace {

class AssumedInspection final : public Inspection {
public:
    AssumedInspection(const AssumedValues& values, const Tensor& tensor)
        : m_values(values)
        , m_tensor(tensor)
    {
    }

    void look(std::uint64_t first, std::uint64_t count) override
    {
        if (Inspection* const inspection = known())
            inspection->look(first, count);
    }

    Result<std::vector<Finding>> finish() override
    {
        Inspection* const inspection = known();
        if (!inspection)
            return fail(std::move(*m_error));
        auto findings = inspection->finish();
        if (findings)
            std::ranges::copy((*m_values.known())->findings, std::back_inserter(*findings));
        return findings;
    }

private:
    /// Null if the descriptions cannot be read.
    Inspection* known()
    {
        const std::lock_guard lock(m_mutex);
        if (m_inspection || m_error)
            return m_inspection.get();
        const auto values = m_values.known();
        if (values)
            m_inspection = (*values)->values->inspection(m_tensor);
        else
            m_error = values.error();
        return m_inspection.get();
    }

    const AssumedValues& m_values;
    const Tensor& m_tensor;
    std::mutex m_mutex; ///< guards the members below
    std::unique_ptr<Inspection> m_inspection;
    std::optional<Error> m_error;
};

} // namespace

AssumedValues::AssumedValues(std::unique_ptr<const QuantizedValues> assumed, std::vector<Part> parts,
    std::span<const std::uint64_t> shape, std::shared_ptr<const Checkpoint> stored,
    std::shared_ptr<const QuantizationConfig> config)
    : m_assumed(std::move(assumed))
    , m_parts(std::move(parts))
    , m_shape(shape)
    , m_stored(std::move(stored))
    , m_config(std::move(config))
    , m_codes(*this)
{
}

Result<const AssumedValues::Known*> AssumedValues::known() const
{
    const std::lock_guard lock(m_mutex);
    if (m_known)
        return m_known.get();
    return orOutOfMemory(*m_parts.front().source, [&]() -> Result<const Known*> {
        auto found = recognizeAlone();
        if (!found)
            return fail(std::move(found.error()));
        m_known = std::make_unique<const Known>(std::move(*found));
        return m_known.get();
    });
}

Result<AssumedValues::Known> AssumedValues::recognizeAlone() const
{
    Recognition in(*m_stored, *m_config, m_parts);
    recognize(in, m_parts.front());
    Known found;
    for (const Finding& finding : in.findings().list()) {
        if (finding.severity == Severity::Error)
            return fail(ErrorCode::Malformed, finding.message, m_parts.front().source->path().string(), finding.offset);
        found.findings.push_back(finding);
    }
    const bool isOne = in.tensors().size() == 1 && in.tensors().front().scheme;
    if (!isOne || !std::ranges::equal(in.tensors().front().shape, m_shape)
        || in.tensors().front().scheme->codeDType != scheme().codeDType) {
        const std::string is = isOne ? formatShape(in.tensors().front().shape) : std::string("unknown");
        return fail(ErrorCode::Malformed,
            "the shape of " + quote(m_parts.front().tensor.name) + " is " + is + " by its description, but "
                + formatShape(m_shape) + " was assumed, as that of others like it: open its file alone",
            m_parts.front().source->path().string());
    }
    LogicalTensor& tensor = in.tensors().front();
    found.values = std::make_unique<QuantizedValues>(std::move(*tensor.scheme), std::move(tensor.parts));
    return found;
}

Result<> AssumedValues::decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
    std::span<std::byte> target) const
{
    return known().and_then(
        [&](const Known* known) { return known->values->decode(tensor, source, first, count, target); });
}

std::optional<StoredNumbers> AssumedValues::stored() const
{
    return StoredNumbers{&m_codes, scheme().codeDType};
}

std::unique_ptr<Inspection> AssumedValues::inspection(const Tensor& tensor) const
{
    return std::make_unique<AssumedInspection>(*this, tensor);
}

Result<std::optional<ValueOrigin>> AssumedValues::originOf(std::uint64_t element) const
{
    return known().and_then([&](const Known* known) { return known->values->originOf(element); });
}

Result<> AssumedValues::Codes::decode(const Tensor& tensor, const Source& source, std::uint64_t first,
    std::uint64_t count, std::span<std::byte> target) const
{
    return m_values.known().and_then([&](const Known* known) {
        return known->values->stored()->storage->decode(tensor, source, first, count, target);
    });
}

const Scheme* schemeOf(const Storage* storage)
{
    if (const auto* const values = dynamic_cast<const QuantizedValues*>(storage))
        return &values->scheme();
    const auto* const assumed = dynamic_cast<const AssumedValues*>(storage);
    return assumed ? &assumed->scheme() : nullptr;
}

} // namespace loupe::quantized
