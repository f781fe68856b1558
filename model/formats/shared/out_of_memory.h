#pragma once

#include "core/result.h"
#include "core/source.h"

#include <new>

namespace loupe {

/// Calls `read()`, and returns an error if memory runs out, since the file decides how much memory its header needs.
template <typename Read>
auto orOutOfMemory(const Source& source, Read&& read) -> decltype(read())
{
    try {
        return read();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "no memory for what the header describes", source.path().string());
    }
}

/// As above, for writing.
template <typename Write>
auto orOutOfMemory(Write&& write) -> decltype(write())
{
    try {
        return write();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "no memory for the header");
    }
}

} // namespace loupe
