#pragma once

#include <QStringList>

namespace loupe {

/// The checkpoints opened last, newest first, kept in the user's settings and shared by all windows.
class RecentFiles {
public:
    static constexpr int maximum = 9; ///< as many as there are digits for shortcuts

    static QStringList list();
    /// Puts the absolute path in front, or the address as it is remembered.
    static void add(const QString& path);
    /// A path of the list.
    static void remove(const QString& path);
    static void clear();
};

} // namespace loupe
