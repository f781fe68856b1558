#pragma once

#include "formats/torch/dcp/dcp_items.h"

#include <map>
#include <span>
#include <string>

namespace loupe::torch {

/// Collects the bytes of tensors that a checkpoint lacks because files are missing or too short. Makes one finding for
/// each file.
class DcpLosses {
public:
    /// Adds `missing` bytes of the tensor, which should be in this file, up to byte `end` of it.
    /// Precondition: all calls for one tensor follow each other, because a tensor is counted once for each file.
    void add(std::uint32_t file, std::string_view tensor, std::uint64_t missing, std::uint64_t end);
    /// Adds the findings to the companions. May throw std::bad_alloc.
    void state(const DcpItems& items, std::span<CompanionFile> companions) const;

private:
    struct Loss {
        std::vector<AffectedTensor> tensors; ///< the first Findings::maximumPerCode
        std::uint64_t count = 0; ///< of all tensors
        std::uint64_t missing = 0; ///< bytes
        std::uint64_t end = 0; ///< the file should have at least this many bytes
        std::string last; ///< the tensor that was added last

        std::string list() const;
    };

    std::map<std::uint32_t, Loss> m_losses; ///< by number of the file
};

} // namespace loupe::torch
