#pragma once

#include "core/checkpoint.h"

#include <QString>
#include <QStringList>

#include <cstdint>

namespace loupe {

/// The libraries that snippets are available for, given this checkpoint's format: "torch", "numpy"…
QStringList snippetLibraries(const Checkpoint& checkpoint);

/// Python that loads one tensor, with the file's absolute path. `library` is one of snippetLibraries().
QString pythonSnippet(const Checkpoint& checkpoint, std::uint32_t tensor, const QString& library);

/// The text as a Python string literal.
QString pythonLiteral(const QString& text);

} // namespace loupe
