#pragma once

#include "core/result.h"

#include <QString>

namespace loupe {

/// A sentence about the remedy in the window; empty if it offers none.
QString remedyText(Remedy remedy);

} // namespace loupe
