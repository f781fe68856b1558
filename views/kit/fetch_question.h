#pragma once

#include "views/kit/notice_bar.h"

#include <cstdint>
#include <functional>

namespace loupe {

/// A notice that asks whether this many bytes may be fetched over the network. `sentence` has %1 in place of the
/// amount. The notice's button calls `fetch`.
Notice fetchQuestion(const QString& sentence, std::uint64_t bytes, std::function<void()> fetch);

} // namespace loupe
