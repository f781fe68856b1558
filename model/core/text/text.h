#pragma once

#include "core/byte_range.h"

#include <cstdint>
#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// "33,554,432": all digits, grouped by three.
std::string formatCount(std::uint64_t number);

/// "1 tensor", "1,234 tensors". If no plural is given, adds an s to the singular.
std::string counted(std::uint64_t number, std::string_view singular, std::string_view plural = {});

/// "999", "16.8 M", "1.1 B", "2.0 T": three to four digits and a decimal unit (K, M, B, T, then "1,234.5 T").
std::string formatShort(std::uint64_t number);

/// "512 B", "32.0 MiB", "1.5 TiB": one decimal and a binary unit.
std::string formatBytes(std::uint64_t bytes);

/// "bytes 128 to 143", the last byte included; "byte 7"; "no bytes" if it is empty.
std::string formatByteRange(ByteRange range);

/// "[4096, 4096]"; "[]" for a scalar.
std::string formatShape(std::span<const std::uint64_t> shape);

/// "12.3 %" for a share in [0, 1]; "< 0.1 %" and "> 99.9 %" if rounding would turn a share into none
/// or all.
std::string formatShare(double share);

/// "0.4 s", "12 s", "3 min 20 s", "2 h 5 min".
std::string formatDuration(double seconds);

/// Formats nanoseconds since 1970 in UTC as ISO 8601, in whole seconds: "2026-11-27T18:23:05Z".
std::string isoTime(std::int64_t nanoseconds);

/// Escapes everything in `text` that could mislead a reader: C0 and C1 controls, line and paragraph separators,
/// bidirectional controls, invisible characters, and bytes that are not UTF-8: "\n", "\x1b", "\u202e". Backslashes are
/// kept. The result is valid UTF-8.
std::string printable(std::string_view text);

/// A tensor's full name for display: printable(), or "(unnamed)" if it is empty.
std::string formatName(std::string_view name);

} // namespace loupe
