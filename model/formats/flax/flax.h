#pragma once

#include "formats/shared/format.h"

namespace loupe::flax {

/// Files written by flax.serialization.msgpack_serialize: flax_model.msgpack. Such a file is a MessagePack map of maps,
/// in which arrays are extensions of type 1.
extern const Format flaxFormat;

} // namespace loupe::flax
