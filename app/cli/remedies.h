#pragma once

#include "core/result.h"

#include <string_view>

namespace loupe {

/// The option or verb that helps, for the end of a message; empty for Remedy::None.
std::string_view optionFor(Remedy remedy);

/// The error with the option that helps.
Error withOption(Error error);

} // namespace loupe
