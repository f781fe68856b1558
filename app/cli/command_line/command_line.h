#pragma once

#include "app/cli/exit_status.h"
#include "app/cli/options.h"

#include <variant>

namespace loupe {

/// Reads the program's arguments. Where there is nothing to run, help or the version asked for or wrong usage, prints
/// what there is to say and gives the status to end with.
std::variant<VerbOptions, ExitStatus> readCommandLine(int argumentCount, const char* const* arguments);

} // namespace loupe
