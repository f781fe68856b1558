#pragma once

#include "app/completion/completion.h"

#include <QStringList>

namespace loupe {

/// Completes the last word of a `tensorloupe` command line. `typed` starts after the program's name and ends with the
/// word to complete, which may be empty. Reads the headers of local files named in it.
Completion completeWindowCommand(const QStringList& typed);

} // namespace loupe
