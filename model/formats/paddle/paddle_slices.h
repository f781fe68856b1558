#pragma once

#include "formats/paddle/paddle_records.h"
#include "formats/pickle/pickle_findings.h"

namespace loupe::paddle {

/// One array's entry in UnpackBigParamInfor@@. Protocols before 4 store large arrays in slices, which are separate
/// arrays next to that dictionary. Texts are those of the pickle, and may not be UTF-8.
struct PaddleSlices {
    std::string_view name;
    pickle::PickleId id; ///< the array's description
    std::vector<std::uint64_t> shape;
    std::vector<std::string_view> slices; ///< names, at least one
};

/// Finds all sliced arrays. Adds a finding ("object-too-large") if a limit ends the search. The limits are 4 visits for
/// each value of the pickle, plus 100,000; and 16 bytes of names for each of `describingBytes`, the bytes of the pickle
/// outside arrays, plus 16 MiB. Finds only some if stopped. May throw std::bad_alloc.
std::vector<PaddleSlices> findPaddleSlices(const pickle::PickledObject& pickle, const PaddleRecords& records,
    std::uint64_t describingBytes, Findings& findings, const Work& work);

} // namespace loupe::paddle
