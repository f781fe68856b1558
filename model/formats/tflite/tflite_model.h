#pragma once

#include "core/byte_range.h"
#include "core/result.h"
#include "core/work.h"
#include "formats/shared/flat_buffer.h"
#include "formats/shared/format.h"
#include "formats/tflite/tflite_schema.h"

#include <cstdint>
#include <optional>
#include <string>
#include <vector>

namespace loupe::tflite {

/// How the numbers of a tensor are scaled.
struct TfliteQuantization {
    FlatVector scales; ///< F32
    FlatVector zeroPoints; ///< I64
    std::int32_t axis = 0; ///< the axis that the scales are for, if there are several
    DetailsKind details = DetailsKind::None; ///< if not None, these details replace the scales
};

/// A file next to the model that holds a tensor's bytes.
struct TfliteExternal {
    std::string path; ///< as spelled in the file
    std::uint64_t offset = 0;
    std::uint64_t length = 0;
    std::string packing; ///< empty, "unpacked", or the name of the packing method
};

/// A tensor with values.
struct TfliteTensor {
    std::string name;
    std::uint64_t position = 0; ///< position of its table
    std::uint8_t type = 0;
    std::vector<std::uint64_t> shape;
    bool hasInvalidShape = false; ///< a negative dimension, or too many
    ByteRange data; ///< in the file; as claimed, even beyond its end
    std::optional<TfliteExternal> external; ///< if set, there is no `data`
    std::optional<TfliteQuantization> quantization;
    bool isSparse = false;
};

Result<FileContent> readTfliteModel(const Source& source, const Work& work);

} // namespace loupe::tflite
