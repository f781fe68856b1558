#include "core/result.h"

#include <cerrno>
#include <system_error>

namespace loupe {

std::string_view errorCodeName(ErrorCode code)
{
    switch (code) {
    case ErrorCode::NotFound:
        return "not-found";
    case ErrorCode::PermissionDenied:
        return "permission-denied";
    case ErrorCode::NotAFile:
        return "not-a-file";
    case ErrorCode::Io:
        return "io";
    case ErrorCode::Changed:
        return "changed";
    case ErrorCode::PastTheEnd:
        return "past-the-end";
    case ErrorCode::UnknownFormat:
        return "unknown-format";
    case ErrorCode::Malformed:
        return "malformed";
    case ErrorCode::TooLarge:
        return "too-large";
    case ErrorCode::OutOfMemory:
        return "out-of-memory";
    case ErrorCode::Unsupported:
        return "unsupported";
    case ErrorCode::InvalidArgument:
        return "invalid-argument";
    case ErrorCode::InvalidFilter:
        return "invalid-filter";
    case ErrorCode::Exists:
        return "exists";
    case ErrorCode::Overflow:
        return "overflow";
    case ErrorCode::NoSpace:
        return "no-space";
    case ErrorCode::Stopped:
        return "stopped";
    }
    return "io";
}

std::string describe(const Error& error)
{
    std::string text = error.path.empty() ? error.message : error.path + ": " + error.message;
    if (error.offset)
        text += " (byte " + std::to_string(*error.offset) + ")";
    return text;
}

Error systemError(int errorNumber, std::string_view action, std::string path)
{
    const auto code = [&] {
        switch (errorNumber) {
        case ENOENT:
        case ENOTDIR:
            return ErrorCode::NotFound;
        case EACCES:
        case EPERM:
            return ErrorCode::PermissionDenied;
        case EISDIR:
        case ENXIO:
            return ErrorCode::NotAFile;
        case EEXIST:
            return ErrorCode::Exists;
        case ENOSPC:
        case EDQUOT:
            return ErrorCode::NoSpace;
        case EROFS:
            return ErrorCode::PermissionDenied;
        case ENOMEM:
            return ErrorCode::OutOfMemory;
        case EFBIG:
        case EOVERFLOW:
            return ErrorCode::TooLarge;
        case EINVAL:
        case ENAMETOOLONG:
        case ELOOP:
            return ErrorCode::InvalidArgument;
        default:
            return ErrorCode::Io;
        }
    }();
    std::string message(action);
    message += ": ";
    message += std::generic_category().message(errorNumber);
    return Error{code, std::move(message), std::move(path), std::nullopt};
}

} // namespace loupe
