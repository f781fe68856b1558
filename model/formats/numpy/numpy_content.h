#pragma once

#include "formats/numpy/numpy_header.h"
#include "formats/numpy/numpy_values.h"
#include "formats/shared/format.h"

#include <string_view>

namespace loupe::numpy {

/// How the array's elements differ in order from ours, as far as its header says.
NpyOrder orderOf(const NpyArray& array);

/// Adds a tensor as `array` describes it: its dtype, the type's name where we have no dtype for it, its shape. The
/// caller sets bytes and storage. False where the array could not be described.
bool addNpyTensor(const NpyArray& array, std::string_view name, FileContent& content);

/// The subject of an array's findings.
struct NpyPlace {
    std::string_view subject; ///< begins each message
    std::uint64_t begin = 0; ///< in the file, of the array
    bool plain = true; ///< its bytes lie there as they are; otherwise all findings are at `begin`
};
/// Adds the array's faults as findings, about the tensor with that name if there is one.
void addNpyFindings(const NpyArray& array, const NpyPlace& place, std::string_view tensor, FileContent& content);

} // namespace loupe::numpy
