#pragma once

#include <optional>
#include <string>
#include <string_view>

namespace loupe::tensorflow {

/// The name of a piece of a partitioned variable, "embedding[0:128, :]", from the key that it has in a bundle: the
/// variable's name and, for each dimension, where the piece begins and how long it is, in TensorFlow's ordered code.
/// Nothing where the key is none of these.
std::optional<std::string> sliceName(std::string_view key);

} // namespace loupe::tensorflow
