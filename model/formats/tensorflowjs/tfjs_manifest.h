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

/// What the reference reader throws for a model that it refuses.
inline constexpr std::string_view refusal = "Error";

/// How the numbers of a weight stand for its values: number * scale + min.
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

/// Weights whose bytes lie one after the other in the files of `paths`, taken for one.
struct TfjsGroup {
    std::vector<std::string> paths;
    std::vector<TfjsWeight> weights;
    ByteRange pathsPlace; ///< of their list
    std::uint64_t position = 0; ///< of its description
};

/// What a model.json, or a weights manifest alone, says.
struct TfjsManifest {
    std::string_view variant; ///< "graph model", "layers model", "weights manifest", or empty
    std::vector<TfjsGroup> groups;
    Metadata metadata;
    Findings findings;
};

/// `text` is all of the file, or as much of it as is UTF-8. Fails as `source` does. May throw std::bad_alloc.
Result<TfjsManifest> readTfjsManifest(const Source& source, std::string_view text);

} // namespace loupe::tensorflowjs
