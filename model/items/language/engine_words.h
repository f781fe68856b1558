#pragma once

#include <QString>
#include <string_view>

namespace loupe {

/// The words of the engine's closed sets, such as the titles of statistics, in the language of the window. Sentences of
/// findings and errors are no such words: they stay as they are.
QString engineWord(std::string_view english);

/// Whether the catalogs have it. For tests.
bool isEngineWord(std::string_view english);

} // namespace loupe
