#pragma once

#include "core/dtype.h"

#include <QString>
#include <cstdint>

namespace loupe {

/// Why a request cannot be carried out, and what would fix it.
struct WritingProblem {
    enum class Fix : std::uint8_t {
        None,
        Cast, ///< cast tensors of `dtype` to `to`
        LeaveOut, ///< leave out tensors of `dtype`
        KeepFirst, ///< of tensors with the same name, keep only the first
        KeepWhole, ///< write undamaged tensors and omit the others
        CreateFolder, ///< create the target folder
    };
    QString text; ///< plain text that may contain untrusted names
    Fix fix = Fix::None;
    DType dtype = DType::Opaque;
    DType to = DType::Opaque;
    quint64 tensors = 0; ///< number of affected tensors
    QString folder = {}; ///< for CreateFolder
};

} // namespace loupe
