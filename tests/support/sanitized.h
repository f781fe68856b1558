#pragma once

namespace loupe::test {

/// Whether a sanitizer is in this program: it takes signals and terabytes of addresses, its own calls come before those
/// of preloaded libraries, and memory says nothing about ours.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#elif defined(__has_feature)
inline constexpr bool isSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace loupe::test
