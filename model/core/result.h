#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace loupe {

/// Why an operation failed. Callers branch on this; users read Error::message.
enum class ErrorCode : std::uint8_t {
    NotFound, ///< no file or folder at the path
    PermissionDenied,
    NotAFile, ///< a device or pipe, or a folder where a file is needed
    Io, ///< the system could not read or write
    Changed, ///< the file was truncated, replaced or rewritten while it was open
    PastTheEnd, ///< a byte range beyond the end of the file
    UnknownFormat, ///< no format recognises the content or the name
    Malformed, ///< the content breaks its format's rules
    TooLarge, ///< exceeds a limit of this program or of the machine
    OutOfMemory,
    Unsupported, ///< well-formed, but not supported
    InvalidArgument,
    InvalidFilter, ///< a filter that can never match
    Exists, ///< the file exists and must not be replaced
    Overflow, ///< a cast would lose more values than is allowed by default
    NoSpace, ///< the disk is full
    Stopped, ///< the caller requested a stop
};

/// The code as scripts see it, such as "permission-denied".
std::string_view errorCodeName(ErrorCode code);

/// A way to avoid an error. Messages do not name it, because the command line has an option for it, and the window a
/// dialog.
enum class Remedy : std::uint8_t {
    None,
    GiveBase, ///< the model that an adapter changes
    GiveAlpha, ///< of an adapter without adapter_config.json
    GiveRank, ///< one rank for all modules of an adapter
    KeepDiffusersNames,
    SplitAdapter, ///< one file for each model that it changes
    DropTensors,
    Dequantize,
    ExtractAdapter, ///< merge it, then extract a LoRA adapter of the wanted rank
    WriteNonFinite, ///< write NaN and infinity anyway
};

struct Error {
    ErrorCode code = ErrorCode::Io;
    std::string message; ///< one sentence without a period: what is wrong and what was expected
    std::string path; ///< the affected file; empty if there is none
    std::optional<std::uint64_t> offset; ///< from the start of the file
    Remedy remedy = Remedy::None;
};

/// "PATH: message (byte OFFSET)", leaving out what is not known.
std::string describe(const Error& error);

template <typename T = void>
using Result = tl::expected<T, Error>;

inline tl::unexpected<Error> fail(
    ErrorCode code, std::string message, std::string path = {}, std::optional<std::uint64_t> offset = std::nullopt)
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(path), offset});
}

inline tl::unexpected<Error> fail(ErrorCode code, std::string message, std::string path, Remedy remedy)
{
    return tl::unexpected<Error>(Error{code, std::move(message), std::move(path), std::nullopt, remedy});
}

/// The error for a failed system call: `fail(systemError(errno, "cannot open", path))`.
Error systemError(int errorNumber, std::string_view action, std::string path);

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace loupe
