#pragma once

namespace loupe::test {

/// Whether this program is built with a sanitizer. Sanitizers handle signals, take terabytes of address space, load
/// before preloaded libraries, and make memory figures meaningless.
#if defined(__SANITIZE_ADDRESS__) || defined(__SANITIZE_THREAD__)
inline constexpr bool isSanitized = true;
#elif defined(__has_feature)
inline constexpr bool isSanitized = __has_feature(address_sanitizer) || __has_feature(thread_sanitizer);
#else
inline constexpr bool isSanitized = false;
#endif

} // namespace loupe::test
