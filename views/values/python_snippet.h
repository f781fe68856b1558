#pragma once

#include "core/checkpoint.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace loupe {

/// The libraries for which a snippet can be made of this checkpoint's format, as people know them: "torch", "numpy"…
QStringList snippetLibraries(const Checkpoint& checkpoint);

/// Python that loads one tensor, with the file's absolute path. `library` is one of snippetLibraries().
QString pythonSnippet(const Checkpoint& checkpoint, std::uint32_t tensor, const QString& library);

/// A Python string literal of the same text.
QString pythonLiteral(const QString& text);

} // namespace loupe
