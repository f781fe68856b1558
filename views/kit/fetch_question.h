#pragma once

#include "views/kit/notice_bar.h"

#include <cstdint>
#include <functional>

namespace loupe {

/// Asks whether this many bytes may be fetched over the network. `sentence` has %1 in their place; `fetch` is called by
/// the notice's button.
Notice fetchQuestion(const QString& sentence, std::uint64_t bytes, std::function<void()> fetch);

} // namespace loupe
