#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"

#include <variant>

namespace loupe {

/// Parses the program's arguments. If there is nothing to run (help, version or wrong usage), prints the text and
/// returns the exit status.
std::variant<VerbOptions, ExitStatus> readCommandLine(int argumentCount, const char* const* arguments);

} // namespace loupe
