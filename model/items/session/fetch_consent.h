#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <span>

namespace loupe {

/// How many bytes may be fetched over the network without asking the user: for a tensor that is viewed,
constexpr std::uint64_t mostFetchedToShow = std::uint64_t{64} << 20;
/// and for work on many values, such as a scan, a comparison, a digest, or files to write.
constexpr std::uint64_t mostFetchedToWork = std::uint64_t{8} << 20;

/// `bytes` if the user must be asked before work on values fetches them, else 0.
constexpr std::uint64_t bytesToAskToWork(std::uint64_t bytes)
{
    return bytes > mostFetchedToWork ? bytes : 0;
}

/// How many bytes reading the values of these tensors fetches, except tensors that the user has agreed to fetch.
/// Includes bytes that were fetched before, as they may no longer be cached.
std::uint64_t unagreedBytes(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);
std::uint64_t unagreedBytes(const Checkpoint& checkpoint, std::uint32_t tensor);

/// `bytes` if the user must be asked before they are fetched for display, else 0.
constexpr std::uint64_t bytesToAskToShow(std::uint64_t bytes)
{
    return bytes > mostFetchedToShow ? bytes : 0;
}

/// Records that the user has agreed to fetch these tensors; no view asks again while the program runs. Only for the UI
/// thread, where the questions are asked.
void agreeToFetch(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);
void agreeToFetch(const Checkpoint& checkpoint, std::uint32_t tensor);

} // namespace loupe
