#pragma once

#include "core/checkpoint.h"

#include <cstdint>
#include <span>

namespace loupe {

/// How many bytes come over the network without a question: for a tensor that somebody looks at,
constexpr std::uint64_t mostFetchedToShow = std::uint64_t{64} << 20;
/// and for work on many values: a scan, a comparison, a digest, files to write.
constexpr std::uint64_t mostFetchedToWork = std::uint64_t{8} << 20;

/// `bytes` where somebody has to be asked before work on values fetches them, else 0.
constexpr std::uint64_t bytesToAskToWork(std::uint64_t bytes)
{
    return bytes > mostFetchedToWork ? bytes : 0;
}

/// What reading the values of these tensors fetches, but for those that somebody has agreed to. What was fetched
/// already counts too: it may be forgotten by now.
std::uint64_t unagreedBytes(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);
std::uint64_t unagreedBytes(const Checkpoint& checkpoint, std::uint32_t tensor);

/// `bytes` where somebody has to be asked before they are fetched to show values, else 0.
constexpr std::uint64_t bytesToAskToShow(std::uint64_t bytes)
{
    return bytes > mostFetchedToShow ? bytes : 0;
}

/// Somebody has agreed to fetch these tensors: no view asks again, as long as the program runs. Of the UI thread, as
/// the questions are.
void agreeToFetch(const Checkpoint& checkpoint, std::span<const std::uint32_t> tensors);
void agreeToFetch(const Checkpoint& checkpoint, std::uint32_t tensor);

} // namespace loupe
