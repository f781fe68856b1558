#pragma once

#include "views/kit/plain_text.h"

namespace loupe {

/// A file name for a window title, in which "[*]" marks the position of the modified sign. A literal "[*]" in the name
/// is escaped by doubling it.
inline QString titleText(const QString& name)
{
    const QString mark = QStringLiteral("[*]");
    return printableText(name).replace(mark, mark + mark);
}

} // namespace loupe
