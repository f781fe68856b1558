#pragma once

#include "views/kit/plain_text.h"

namespace loupe {

/// A file's name for a window's title, where "[*]" is the place of the mark of changes: twice, it is the name's own.
inline QString titleText(const QString& name)
{
    const QString mark = QStringLiteral("[*]");
    return printableText(name).replace(mark, mark + mark);
}

} // namespace loupe
