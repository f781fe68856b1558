#pragma once

#include "saving/salvage/salvage.h"

#include <QString>
#include <QStringList>
#include <QtGlobal>
#include <cstddef>
#include <vector>

namespace loupe {

/// What was asked for and is not in a recipe, in words; plain, may hold anything.
struct LeftOut {
    static constexpr std::size_t mostListed = 10'000;

    QString text; ///< how much, and a few tensors by name; empty if nothing is omitted
    /// Each part that could not be read and each tensor, in a line of its own with the reason; the first mostListed.
    QStringList list;
    quint64 unlisted = 0; ///< how many more there are
    bool namesAll = true; ///< the text names what is in the list

    bool isEmpty() const { return text.isEmpty(); }
};

/// What a recipe lacks without the `unread` parts of its sources and without `broken` tensors.
LeftOut leftOutOf(const Recipe& recipe, const std::vector<Error>& unread, const std::vector<LeftOutTensor>& broken);

} // namespace loupe
