#pragma once

#include "core/elements.h"

#include <cstdint>

namespace loupe {

/// Elements of a tensor that cannot be read, because files with some of its pieces are missing or too short.
class LackingStorage : public Storage {
public:
    /// Bytes of the pieces that exist, and of those that are missing.
    LackingStorage(std::uint64_t present, std::uint64_t missing)
        : m_present(present)
        , m_missing(missing)
    {
    }

    Result<> decode(
        const Tensor&, const Source& source, std::uint64_t, std::uint64_t, std::span<std::byte>) const override
    {
        return fail(ErrorCode::PastTheEnd, "some pieces of the tensor are missing", source.path().string());
    }
    std::uint64_t fileBytes(const Tensor&) const override { return m_present; }
    std::uint64_t missingBytes() const override { return m_missing; }

private:
    std::uint64_t m_present;
    std::uint64_t m_missing;
};

} // namespace loupe
