#pragma once

#include "core/result.h"
#include "core/source.h"

#include <new>

namespace loupe {

/// `read()`, with an error where memory ran out on the way: how much a header asks for is decided by its file.
template <typename Read>
auto orOutOfMemory(const Source& source, Read&& read) -> decltype(read())
{
    try {
        return read();
    } catch (const std::bad_alloc&) {
        return fail(ErrorCode::OutOfMemory, "no memory for what the header describes", source.path().string());
    }
}

/// The same for what is written.
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
