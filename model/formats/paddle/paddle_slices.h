#pragma once

#include "formats/paddle/paddle_records.h"
#include "formats/pickle/pickle_imports.h"

namespace loupe::paddle {

/// What UnpackBigParamInfor@@ tells of one array: protocols before 4 need large ones in slices, which are arrays beside
/// it. Texts are the pickle's, perhaps not UTF-8.
struct PaddleSlices {
    std::string_view name;
    pickle::PickleId id; ///< of the description
    std::vector<std::uint64_t> shape;
    std::vector<std::string_view> slices; ///< names, at least one
};

/// All of them. Bounded, with a finding ("object-too-large") where a bound ends it: 4 visits for each value of the
/// pickle and 100,000; names of 16 bytes for each of `describingBytes`, which is how much of the pickle is not the
/// bytes of arrays, and 16 MiB. Where stopped, only some. May throw std::bad_alloc.
std::vector<PaddleSlices> findPaddleSlices(const pickle::PickledObject& pickle, const PaddleRecords& records,
    std::uint64_t describingBytes, Findings& findings, const Work& work);

} // namespace loupe::paddle
