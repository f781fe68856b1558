#pragma once

#include "formats/paddle/paddle_records.h"
#include "formats/pickle/pickle_findings.h"

namespace loupe::paddle {

/// One array's entry in UnpackBigParamInfor@@: protocols before 4 store large arrays in slices, which are arrays beside
/// it. Texts are the pickle's, perhaps not UTF-8.
struct PaddleSlices {
    std::string_view name;
    pickle::PickleId id; ///< its description
    std::vector<std::uint64_t> shape;
    std::vector<std::string_view> slices; ///< names, at least one
};

/// Finds all sliced arrays. Bounded, with a finding ("object-too-large") where a bound ends the search: 4 visits for
/// each value of the pickle and 100,000; names of 16 bytes for each of `describingBytes`, the bytes of the pickle that
/// are not bytes of arrays, and 16 MiB. Finds only some where stopped. May throw std::bad_alloc.
std::vector<PaddleSlices> findPaddleSlices(const pickle::PickledObject& pickle, const PaddleRecords& records,
    std::uint64_t describingBytes, Findings& findings, const Work& work);

} // namespace loupe::paddle
