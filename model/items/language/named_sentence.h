#pragma once

#include "core/text/name_patterns.h"

#include <QString>
#include <QStringList>

#include <memory>

namespace loupe {

/// A sentence that names tensors, so that their names can be shortened in it.
struct NamedSentence {
    QString text = {};
    QString brief = {}; ///< says the same with the same names where there is little room; may be empty
    QStringList names = {}; ///< of tensors in the text, in its order
    std::shared_ptr<const NamePatterns> list = {}; ///< what distinguishes them from others; may be null
};

} // namespace loupe
