#pragma once

#include "formats/pickle/pickle_meaning.h"
#include "formats/pickle/pickle_reader.h"

#include <string_view>

namespace loupe::torch {

/// Which names the metadata of torch.distributed.checkpoint may import. torch itself imports every name here, whatever
/// it is. Some of these are harmless only as distrustMisuse() says.
pickle::PickleTrust dcpTrust(std::string_view module, std::string_view name);

/// Marks imports of getattr and of paths that are used in any other way than checkpoints use them: getattr to take a
/// member of an enumeration, a path to be made of texts. Otherwise getattr(PosixPath(…), "write_text") would be
/// allowed, which writes a file.
void distrustMisuse(pickle::PickleReading& reading);

} // namespace loupe::torch
