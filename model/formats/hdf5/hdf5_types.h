#pragma once

#include "formats/hdf5/hdf5_records.h"

#include <optional>

#include <hdf5.h>

namespace loupe::hdf5 {

/// The tensor element type that corresponds to an HDF5 datatype.
struct Hdf5ElementType {
    std::optional<Hdf5Type> type; ///< nothing if the elements are not numbers
    std::string_view what; ///< "strings", if the elements are not numbers
    std::vector<std::uint64_t> innerShape; ///< shape of the array in each element
};

/// Supports plain integers and floats, bfloat16, h5py's booleans and complex numbers, other enums as their integers,
/// and arrays of these.
Hdf5ElementType hdf5ElementType(hid_t type);

} // namespace loupe::hdf5
