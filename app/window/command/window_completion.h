#pragma once

#include "app/completion/completion.h"

#include <QStringList>

namespace loupe {

/// How the last word of a command line of `tensorloupe` may go on. `typed` begins after the program's name and ends
/// with the word to complete, which may be empty. Reads the headers of local files that it names.
Completion completeWindowCommand(const QStringList& typed);

} // namespace loupe
