#pragma once

#include "core/result.h"
#include "core/source.h"

#include <new>

namespace loupe {

/// Calls `read()`, and returns an error where memory runs out: the file decides how much its header asks for.
template <typename Read>
auto orOutOfMemory(const Source& source, Read&& read) -> decltype(read())
{
    try {
        return read();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "no memory for what the header describes", source.path().string());
    }
}

/// The same for writing.
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
