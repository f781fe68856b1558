#pragma once

#include "formats/numpy/numpy_values.h"
#include "formats/zip/inflating_reader.h"

#include <memory>

namespace loupe::npy {

/// Elements of an array in a deflated member.
class NpzDeflatedStorage : public Storage {
public:
    /// `dataBegin`: offset of the elements in the inflated member. `kept` belongs to the file.
    NpzDeflatedStorage(
        zip::InflatingReader reader, std::uint64_t dataBegin, numpy::NpyOrder order, std::shared_ptr<KeptArrays> kept)
        : m_reader(std::move(reader))
        , m_dataBegin(dataBegin)
        , m_order(order)
        , m_kept(std::move(kept))
    {
    }
    Result<> decode(const Tensor& tensor, const Source& source, std::uint64_t first, std::uint64_t count,
        std::span<std::byte> target) const override;

private:
    zip::InflatingReader m_reader;
    std::uint64_t m_dataBegin;
    numpy::NpyOrder m_order;
    std::shared_ptr<KeptArrays> m_kept;
};

} // namespace loupe::npy
