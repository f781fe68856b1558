#pragma once

#include "core/byte_range.h"
#include "core/finding.h"
#include "core/metadata.h"
#include "core/source.h"

#include <cstdint>
#include <optional>
#include <string>
#include <string_view>
#include <vector>

namespace loupe::tensorflowjs {

/// The exception that the reference reader throws for a model that it rejects.
inline constexpr std::string_view refusal = "Error";

/// How to compute a weight's values from its numbers: number * scale + min.
struct TfjsQuantization {
    std::string dtype; ///< of the numbers: "uint8", "uint16" or "float16"
    std::optional<double> scale;
    std::optional<double> min;
};

struct TfjsWeight {
    std::string name;
    std::string dtype; ///< of the values: "float32"
    std::vector<std::uint64_t> shape;
    bool hasInvalidShape = false;
    std::optional<TfjsQuantization> quantization;
    ByteRange place; ///< of its description
};

/// Weights whose bytes are stored one after the other in the concatenation of the files in `paths`.
struct TfjsGroup {
    std::vector<std::string> paths;
    std::vector<TfjsWeight> weights;
    ByteRange pathsPlace; ///< of their list
    std::uint64_t position = 0; ///< of its description
};

/// The content of a model.json, or of a separate weights manifest.
struct TfjsManifest {
    std::string_view variant; ///< "graph model", "layers model", "weights manifest", or empty
    std::vector<TfjsGroup> groups;
    Metadata metadata;
    Findings findings;
};

/// `text` is the whole file, or the part of it before the first byte that is not valid UTF-8. Fails as `source` does.
/// May throw std::bad_alloc.
Result<TfjsManifest> readTfjsManifest(const Source& source, std::string_view text);

} // namespace loupe::tensorflowjs
