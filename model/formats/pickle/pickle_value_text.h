#pragma once

#include "formats/pickle/pickle_meaning.h"

#include <string>
#include <string_view>

namespace loupe::pickle {

/// Whether a value is neither a container nor a tensor, nor an object that has more to it than its name and arguments.
/// Looks at no more than a few values.
bool isPlain(const PickleMeaning& meaning, PickleId id);

/// A plain value, or a list of such, for people: "0.001", "adam", "[0.9, 0.999]", "torch.float16",
/// "pathlib.PosixPath('a')"; "…" for what is deeper. At most some 4000 bytes, more only of one text.
std::string pickleText(const PickleMeaning& meaning, PickleId id);

/// A text as UTF-8; of a long one the first 4000 bytes and how many there are.
std::string pickleText(std::string_view text);

} // namespace loupe::pickle
