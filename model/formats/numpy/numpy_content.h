#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/numpy/numpy_values.h"
#include "formats/shared/format.h"

#include <string_view>

namespace loupe::numpy {

/// How the order of the array's elements differs from ours, according to its header.
NpyOrder orderOf(const NpyArray& array);

/// Adds a tensor as `array` describes it: its shape, and its dtype, or the type's name if we have no dtype for it. The
/// caller sets bytes and storage. Returns false if the array could not be described.
bool addNpyTensor(const NpyArray& array, std::string_view name, FileContent& content);

/// The subject of an array's findings.
struct NpyPlace {
    std::string_view subject; ///< the beginning of each message
    std::uint64_t begin = 0; ///< offset of the array in the file
    bool plain = true; ///< the file stores the bytes as they are; otherwise all findings are at `begin`
};
/// Adds the array's faults as findings. They are about the tensor named `tensor`, unless that is empty.
void addNpyFindings(const NpyArray& array, const NpyPlace& place, std::string_view tensor, FileContent& content);

} // namespace loupe::numpy
