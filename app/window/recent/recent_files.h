#pragma once

#include <QStringList>

namespace loupe {

/// The recently opened checkpoints, newest first. Stored in the user's settings and shared by all windows.
class RecentFiles {
public:
    static constexpr int maximum = 9; ///< as many as there are digit shortcuts

    static QStringList list();
    /// Puts the absolute path, or the address without secrets, at the front.
    static void add(const QString& path);
    /// Removes a path of the list.
    static void remove(const QString& path);
    static void clear();
};

} // namespace loupe
