#pragma once

#include "core/finding.h"
#include "core/tensor.h"

#include <cstdint>
#include <optional>
#include <string_view>

namespace loupe {

/// Collects the tensors that lack bytes because their file ends too early, for a single finding about all of them.
class Truncation {
public:
    explicit Truncation(std::uint64_t fileSize)
        : m_fileSize(fileSize)
    {
    }

    /// Adds a tensor whose Tensor::bytes go beyond the end of the file.
    void add(const Tensor& tensor);
    /// Adds a tensor of `bytes` bytes, of which the file lacks `missing`. `begin` is nothing if its position is
    /// unknown.
    void add(std::string_view name, std::uint64_t bytes, std::uint64_t missing, std::optional<std::uint64_t> begin);
    /// Records that the file lacks at least `bytes` bytes, whatever its tensors lack.
    void expectMissing(std::uint64_t bytes);
    std::uint64_t missing() const { return m_missing; } ///< the number of bytes that the file lacks
    bool empty() const { return m_finding.affectedCount == 0 && m_missing == 0; }

    /// "the file is truncated: 44.0 MiB missing; 139 of 227 tensors intact", followed by advice. `tensors` is the
    /// number of tensors that the file lists, including the added ones. The finding's offset is the begin of the first
    /// tensor that lacks bytes, if that is within the file.
    Finding finding(std::string_view code, std::string_view refusedAs, std::uint64_t tensors) const;

private:
    std::uint64_t m_fileSize;
    std::uint64_t m_missing = 0;
    Finding m_finding; ///< what is known so far
};

} // namespace loupe
