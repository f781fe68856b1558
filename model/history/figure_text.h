#pragma once

#include "history/figure_store.h"

#include <optional>
#include <string>
#include <string_view>

namespace loupe {

/// The contents of a file of the store: a record (core/text/record_text.h) with a digest at the end.
std::string figureText(const std::string& identity, const KeptFigures& kept);

/// Nothing if the text is damaged, or has another identity.
std::optional<KeptFigures> figuresOf(std::string_view text, const std::string& identity);

} // namespace loupe
