#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe::tensorflow {

/// The name of a piece of a partitioned variable, "embedding[0:128, :]", from its key in a bundle: the variable's name
/// and, for each dimension, the piece's begin and length, in TensorFlow's ordered code. Returns nothing for any other
/// key.
std::optional<std::string> sliceName(std::string_view key);

} // namespace loupe::tensorflow
