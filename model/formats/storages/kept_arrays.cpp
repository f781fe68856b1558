#include "formats/storages/kept_arrays.h"

#include "core/text/text.h"

#include <algorithm>

namespace loupe {

Result<std::shared_ptr<const Buffer>> KeptArrays::get(
    const Source& source, ByteRange range, std::uint64_t size, const Fill& fill, const void* packed)
{
    if (size > most) {
        return loupe::fail(ErrorCode::TooLarge,
            "what can only be unpacked or put in order as a whole has to be held in memory, which is done up to "
                + formatBytes(most) + "; this has " + formatBytes(size),
            source.path().string(), range.begin);
    }
    const std::lock_guard lock(m_mutex);
    const auto known = std::find_if(m_arrays.begin(), m_arrays.end(), [&](const Array& array) {
        return array.range == range && array.packed == packed && array.bytes->bytes().size() == size;
    });
    if (known != m_arrays.end()) {
        m_arrays.splice(m_arrays.begin(), m_arrays, known);
        return known->bytes;
    }
    for (; m_bytes + size > most; m_arrays.pop_back()) // free their memory first
        m_bytes -= m_arrays.back().bytes->bytes().size();
    auto bytes = std::make_shared<Buffer>();
    if (auto room = bytes->resize(size); !room)
        return loupe::fail(std::move(room.error()));
    if (auto filled = fill(bytes->bytes()); !filled)
        return loupe::fail(std::move(filled.error()));
    m_arrays.push_front({range, packed, bytes});
    m_bytes += size;
    return std::shared_ptr<const Buffer>(std::move(bytes));
}

} // namespace loupe
