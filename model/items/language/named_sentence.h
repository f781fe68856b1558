#pragma once

#include "core/text/name_patterns.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace loupe {

/// A sentence with tensor names that can be shortened for display.
struct NamedSentence {
    QString text = {};
    QString brief = {}; ///< a shorter version with the same names, for narrow spaces; may be empty
    QStringList names = {}; ///< the tensor names in `text`, in order
    std::shared_ptr<const NamePatterns> list = {}; ///< shows which parts distinguish the names from others; may be null
};

} // namespace loupe
