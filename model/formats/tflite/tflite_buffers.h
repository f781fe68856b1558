#pragma once

#include "core/byte_range.h"
#include "core/checked_math.h"
#include "formats/shared/flat_buffer.h"
#include "formats/tflite/tflite_schema.h"

#include <optional>

namespace loupe::tflite {

/// The list of a model's buffers. Tensors and metadata refer to them by index.
class TfliteBuffers {
public:
    TfliteBuffers(FlatBuffer& buffer, const FlatTable& model)
        : m_buffer(buffer)
        , m_tables(model.vector(numberOf(ModelField::Buffers), sizeof(std::uint32_t)))
    {
    }

    std::uint32_t count() const { return m_tables.count; }

    /// The claimed range of a buffer's bytes in the file, even if it goes beyond the file's end. Nothing for a buffer
    /// without bytes. Models larger than 2 GiB store the bytes after the FlatBuffer, whose offsets do not reach
    /// further.
    std::optional<ByteRange> data(std::uint32_t index) const
    {
        const auto table = FlatTable::element(m_buffer, m_tables, index);
        if (!table)
            return std::nullopt;
        const auto within = table->claimedVector(numberOf(BufferField::Data));
        if (within && within->count > 0)
            return ByteRange{within->begin, within->begin + within->count};
        const auto offset = table->number<std::uint64_t>(numberOf(BufferField::Offset), 0);
        const auto size = table->number<std::uint64_t>(numberOf(BufferField::Size), 0);
        if (offset <= 1 || size == 0)
            return std::nullopt;
        return ByteRange{offset, saturatingAdd(offset, size)};
    }

private:
    FlatBuffer& m_buffer;
    FlatVector m_tables;
};

} // namespace loupe::tflite
