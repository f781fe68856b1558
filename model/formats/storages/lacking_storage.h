#pragma once

#include "core/elements.h"

#include <cstdint>

namespace loupe {

/// Elements of a tensor of which some pieces are in files that are missing or end too early: it cannot be read.
class LackingStorage : public Storage {
public:
    /// Bytes of the pieces that are there, and of the others.
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
