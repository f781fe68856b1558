#pragma once

#include "formats/opening/registry.h"

namespace loupe::test {

inline const Format& bintensors = *findFormat("bintensors");
inline const Format& safetensors = *findFormat("safetensors");

} // namespace loupe::test
