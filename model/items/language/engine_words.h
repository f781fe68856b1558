#pragma once

#include <QString>
#include <string_view>

namespace loupe {

/// Translates the words of the engine's closed sets, such as the titles of statistics. Sentences of findings and errors
/// are not translated.
QString engineWord(std::string_view english);

/// True if the catalogs contain the word. For tests.
bool isEngineWord(std::string_view english);

} // namespace loupe
