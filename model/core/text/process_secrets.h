#pragma once

#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// Replaces potential secrets in addresses (user, password and query) with asterisks. Never longer than the original.
std::string withHiddenSecrets(std::string_view argument);

/// Overwrites potential secrets in the arguments of main(), which other users can see in process lists. Call it after
/// parsing them; copies are not affected. Skips null pointers.
void hideSecrets(std::span<char* const> arguments);

/// Disables core dumps for this process from now on. Call it before a password or token is loaded.
void preventCoreDumps();

} // namespace loupe
