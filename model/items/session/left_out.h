#pragma once

#include "saving/salvage/salvage.h"

#include <QString>
#include <QStringList>
#include <QtGlobal>
#include <cstddef>
#include <vector>

namespace loupe {

/// Describes what was requested but is missing from a recipe. Plain text that may contain untrusted names.
struct LeftOut {
    static constexpr std::size_t mostListed = 10'000;

    QString text; ///< how much is missing, and a few tensor names; empty if nothing is
    /// A line with the reason for each unreadable part and each tensor; at most mostListed lines.
    QStringList list;
    quint64 unlisted = 0; ///< how many more there are
    bool namesAll = true; ///< the text names everything in the list

    bool isEmpty() const { return text.isEmpty(); }
};

/// Describes the content that a recipe lacks if it omits the `unread` parts of its sources and the `broken` tensors.
LeftOut leftOutOf(const Recipe& recipe, const std::vector<Error>& unread, const std::vector<LeftOutTensor>& broken);

} // namespace loupe
