#pragma once

#include <span>
#include <string>
#include <string_view>

namespace loupe {

/// The text with asterisks for what may be secret in addresses: user, password and query. Never longer than the text.
std::string withHiddenSecrets(std::string_view argument);

/// Overwrites what may be secret in the arguments of main(), which other users see in lists of processes. For when they
/// have been read: what has copied them keeps its copy. Null pointers are passed over.
void hideSecrets(std::span<char* const> arguments);

/// From now on a crash of this process writes no image of its memory. For when a password or token comes into it.
void preventCoreDumps();

} // namespace loupe
