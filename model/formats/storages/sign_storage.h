#pragma once

#include "core/elements.h"

namespace loupe {

/// The numbers whose sign a view flips.
struct SignChange {
    bool real = false; ///< for real dtypes, all numbers
    bool imaginary = false;

    bool any() const { return real || imaginary; }
};

/// A view of the stored numbers, negated or conjugated.
class SignStorage : public Storage {
public:
    /// Everything that `numbers` refers to must outlive this object.
    SignStorage(StoredNumbers numbers, SignChange change)
        : m_numbers(numbers)
        , m_change(change)
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;
    std::optional<StoredNumbers> stored() const override { return m_numbers; }
    bool liesInOrder() const override { return !m_numbers.storage || m_numbers.storage->liesInOrder(); }
    std::uint64_t fileBytes(const Tensor& tensor) const override
    {
        return m_numbers.storage ? m_numbers.storage->fileBytes(tensor) : tensor.bytes.size();
    }

private:
    StoredNumbers m_numbers;
    SignChange m_change;
};

} // namespace loupe
