#pragma once

#include <QString>

namespace loupe {

/// The path of the small model that comes with the program, written into the user's cache; empty where that fails.
QString sampleFile();

} // namespace loupe
