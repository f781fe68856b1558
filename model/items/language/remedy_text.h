#pragma once

#include "core/result.h"

#include <QString>

namespace loupe {

/// What helps in the window, a sentence; empty if it offers nothing.
QString remedyText(Remedy remedy);

} // namespace loupe
