#pragma once

#include <string>
#include <string_view>

namespace loupe {

/// What the help of a verb ends with: three examples, the words of the filter where the verb takes one, and what its
/// exit status means. That of the program, for no verb, has the statuses that all verbs share.
std::string helpFooter(std::string_view verb);

} // namespace loupe
