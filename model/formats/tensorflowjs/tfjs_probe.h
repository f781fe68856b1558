#pragma once

#include "formats/shared/format.h"

namespace loupe::tensorflowjs {

/// A model.json begins with keys that no other JSON has. A weights manifest is a list of groups with weights or paths.
Match probeTfjs(const FileStart& start);

} // namespace loupe::tensorflowjs
