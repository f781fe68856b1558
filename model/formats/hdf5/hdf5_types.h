#pragma once

#include "formats/hdf5/hdf5_records.h"

#include <optional>

#include <hdf5.h>

namespace loupe::hdf5 {

/// A datatype as elements of a tensor.
struct Hdf5ElementType {
    std::optional<Hdf5Type> type; ///< of the elements; nothing where they are no numbers
    std::string_view what; ///< "strings", where they are none
    std::vector<std::uint64_t> innerShape; ///< of an array in each element
};

/// Integers and floats of the plain kinds; bfloat16; h5py's boolean and complex numbers; other enumerations as their
/// integers; arrays of those.
Hdf5ElementType hdf5ElementType(hid_t type);

} // namespace loupe::hdf5
