#pragma once

#include "formats/pickle/pickle_meaning.h"

#include <string>
#include <string_view>

namespace loupe::pickle {

/// True if a value is neither a container, nor a tensor, nor an object with more than a name and arguments. Looks at
/// only a few values.
bool isPlain(const PickleMeaning& meaning, PickleId id);

/// A plain value, or a list of plain values, for display: "0.001", "adam", "[0.9, 0.999]", "torch.float16",
/// "pathlib.PosixPath('a')"; "…" for deeper levels. At most about 4000 bytes, or more for a single text.
std::string pickleText(const PickleMeaning& meaning, PickleId id);

/// A text as UTF-8; for a long text, its first 4000 bytes and its length.
std::string pickleText(std::string_view text);

} // namespace loupe::pickle
