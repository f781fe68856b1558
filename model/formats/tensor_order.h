#pragma once

#include "formats/format.h"

namespace loupe {

/// Puts the tensors into the order that FileContent asks for: file by file, and within a file in the order of their
/// bytes; those at the same place stay as they were. May throw std::bad_alloc.
void sortTensors(FileContent& content);

} // namespace loupe
