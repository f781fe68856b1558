#pragma once

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>

#include <tl/expected.hpp>

namespace loupe {

/// Why an operation failed. A closed list: callers decide by it, people read Error::message.
enum class ErrorCode : std::uint8_t {
    NotFound, ///< no file or folder at the path
    PermissionDenied,
    NotAFile, ///< a device, pipe, or a folder where a file is needed
    Io, ///< the system could not read or write
    Changed, ///< the file was truncated, replaced or rewritten while it was open
    PastTheEnd, ///< a byte range that the file does not have
    UnknownFormat, ///< no format recognises the content or the name
    Malformed, ///< the content breaks its format's rules
    TooLarge, ///< a limit of this program or of the machine
    OutOfMemory,
    Unsupported, ///< well-formed, but not something that can be done
    InvalidArgument,
    InvalidFilter, ///< a filter asks for what there cannot be
    Exists, ///< a file is there already, and was not to be replaced
    Overflow, ///< a cast would lose more values than is done without being asked for
    NoSpace, ///< the disk is full
    Stopped, ///< stop was asked for
};

/// The code as scripts see it, for example "permission-denied".
std::string_view errorCodeName(ErrorCode code);

struct Error {
    ErrorCode code = ErrorCode::Io;
    std::string message; ///< one sentence without a full stop: what is wrong, what was expected
    std::string path; ///< the file concerned; empty if there is none
    std::optional<std::uint64_t> offset; ///< from the first byte of the file
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

/// The error of a failed system call, from errno: `fail(systemError(errno, "cannot open", path))`.
Error systemError(int errorNumber, std::string_view action, std::string path);

inline tl::unexpected<Error> fail(Error error)
{
    return tl::unexpected<Error>(std::move(error));
}

} // namespace loupe
