#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/numpy/numpy_values.h"
#include "formats/shared/format.h"

#include <string_view>

namespace loupe::numpy {

/// Whether the array's elements lie otherwise than ours do, as far as that shows.
NpyOrder orderOf(const NpyArray& array);

/// Adds a tensor as `array` tells about it: its dtype, its name if it is not known to us, its shape. False where the
/// array could not be described. Its bytes and its storage are left to the caller.
bool addNpyTensor(const NpyArray& array, std::string_view name, FileContent& content);

/// What findings about an array are said of.
struct NpyPlace {
    std::string_view subject; ///< begins each message
    std::uint64_t begin = 0; ///< in the file, of the array
    bool plain = true; ///< its bytes lie there as they are; else all findings are about `begin`
};
/// Adds the array's faults as findings, about the tensor of that name where there is one.
void addNpyFindings(const NpyArray& array, const NpyPlace& place, std::string_view tensor, FileContent& content);

} // namespace loupe::numpy
