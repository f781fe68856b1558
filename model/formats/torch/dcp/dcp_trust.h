#pragma once

#include "formats/pickle/pickle_meaning.h"
#include "formats/pickle/pickle_reader.h"

#include <string_view>

namespace loupe::torch {

/// Says if the metadata of torch.distributed.checkpoint may import this name. torch itself imports any name there. Some
/// names are harmless only if they are used as distrustMisuse() requires.
pickle::PickleTrust dcpTrust(std::string_view module, std::string_view name);

/// Marks imports of getattr and of paths unless they are used as in real checkpoints: getattr to get a member of an
/// enumeration, and a path to be built from texts. Otherwise getattr(PosixPath(…), "write_text") would be allowed,
/// which writes a file.
void distrustMisuse(pickle::PickleReading& reading);

} // namespace loupe::torch
